import DataLifecycle
public import Redaction
import SecretStorage
import SecurityPolicy

/// The one log file that the policy may name, and the crash reporter's breadcrumbs. Both go with the account: open the
/// file again after a logout.
extension Shield {
  /// Opens the file and gives it to the app's logging; nil when the policy names none.
  ///
  /// - Throws: ``ShieldError/lifecycle(_:)``, also while a wipe is pending; ``ShieldError/notProvided(_:)`` when the
  ///   adapters name no folder.
  @discardableResult
  public func openLogFile(for logging: AppLogging) async throws(ShieldError) -> SealedLog? {
    guard let log = try await logFile() else { return nil }
    logging.slot.attach(log, now: now)
    return log
  }

  /// What the file holds, opened, for support; ask the person before it leaves the device. Nil when the policy names no
  /// file.
  ///
  /// - Throws: as ``openLogFile(for:)``.
  public func exportLog() async throws(ShieldError) -> SealedLogContent? {
    guard let log = try await logFile() else { return nil }
    do { return try log.content(now: now()) } catch { throw .lifecycle(error) }
  }

  /// From now on a logout, another person's login and every other wipe empty the reporter's breadcrumbs. Held weakly, and
  /// not for a reporter of which the shield was not told.
  public nonisolated func forgetsAtLogout(_ reporter: MaskedCrashReporter) { stores.reporters.add(reporter) }

  private func logFile() async throws(ShieldError) -> SealedLog? {
    guard let requirement = slice.logging.file else { return nil }
    try await admit()
    if gate.current != nil, let open = stores.caches.handle(.log) as? SealedLog { return open }
    await turn.take()
    defer { turn.end() }
    let keys = try await cacheKeys(StoredCacheKeys.log)
    if let open = stores.caches.handle(.log) as? SealedLog { return open }
    guard let folder = adapters.logFolder else { throw .notProvided(.temporaryFiles) }
    do {
      try CacheFolder.make(folder)
      let log = try await SealedLog.open(
        requirement, folder: folder + "/" + requirement.name, keys: keys, access: access, protect: adapters.protectLog,
        now: now(), random: SystemRandomNumberGenerator())
      stores.caches.keep(log, in: .log, access) { _ = log.lostLines }
      return log
    } catch {
      throw .lifecycle(error)
    }
  }
}
