import DataLifecycle
import Dispatch
import SecurityPolicy

/// Files that come in from outside, and what a backup would hold.
extension Shield {
  /// Copies a file into a folder of ours: a document that was opened in the app, an attachment, a download. It lies there
  /// under the system's file protection where there is one, in the class that the policy's storage section says, out of
  /// backups where that can be said, and a logout takes it. Under a policy of `whenUnlocked` no file comes in while the
  /// device is locked.
  ///
  /// Not sealed: on Linux it lies there in plain, for this user and for root. The original stays, with whatever rights it
  /// has. Works while the session is locked, as imports come from elsewhere; what was imported is not read then.
  ///
  /// Whatever this process may read can be the source. On Apple platforms a security-scoped URL, such as that of a document
  /// picker, must be opened before (`startAccessingSecurityScopedResource`) and closed after the call. A path that others
  /// chose, such as that of a deep link, may name files of the app's own: judge it before. The file is held whole in memory
  /// until it is written: bring in large ones one after another.
  ///
  /// - Parameter replacing: whether an imported file of the same name may be overwritten.
  /// - Throws: ``ShieldError/lifecycle(_:)`` with `badName`, `absent`, `notPlain`, `tooLarge`, `changing`, `exists`,
  ///   `full` …, and `wipePending` while a wipe is pending or when one person's data leaves meanwhile;
  ///   ``ShieldError/notProvided(_:)`` when the adapters name no folder.
  public func importFile(
    at source: String, as name: String, limit: Int = GuardedFolder.importLimit, replacing: Bool = false
  ) async throws(ShieldError) {
    let asker = owner
    try await admit()
    _ = try importFolder()
    // No turn of anybody waits for what is read.
    let bytes = try await Self.elsewhere { () throws(LifecycleError) in
      try GuardedFolder.requireName(name)
      return try ImportSource(source, limit: limit).contents()
    }
    try await inImports(of: asker) { folder throws(LifecycleError) in
      try folder.place(bytes, as: name, replacing: replacing)
    }
  }

  /// The bytes of an imported file; nil when there is none of this name.
  ///
  /// - Throws: as ``importFile(at:as:limit:replacing:)``; ``ShieldError/session(_:)`` while the session is locked or over.
  public func importedFile(
    _ name: String, limit: Int = GuardedFolder.importLimit
  ) async throws(ShieldError) -> [UInt8]? {
    let asker = owner
    try await requireReadable()
    try await admit()
    return try await inImports(of: asker, reading: true) { folder throws(LifecycleError) in
      try folder.read(name, limit: limit)
    }
  }

  /// Which files a backup of this device would hold that nobody expects there. It reads the folders, not the files.
  ///
  /// - Parameter expected: files and folders of the app's own that may be in a backup, relative to its container; those of an
  ///   app group behind its identifier and a slash.
  public nonisolated func backupReport(expecting expected: [String] = []) -> BackupReport {
    adapters.backup?(expected) ?? BackupReport(undetermined: "these adapters tell nothing about backups")
  }

  private func importFolder() throws(ShieldError) -> String {
    guard let path = adapters.importFolder else { throw .notProvided(.temporaryFiles) }
    return path
  }

  /// In the shield's turn, so that no wipe runs meanwhile.
  private func inImports<Result: Sendable>(
    of asker: [UInt8]?, reading: Bool = false,
    _ body: @escaping @Sendable (GuardedFolder) throws(LifecycleError) -> Result
  ) async throws(ShieldError) -> Result {
    let path = try importFolder()
    await turn.take()
    defer { turn.end() }
    // What was there for nobody in particular is the next person's.
    guard gate.current != nil, asker == nil || asker == owner else { throw .lifecycle(.wipePending) }
    // The session may have been locked while others had the turn.
    if reading { try await requireReadable() }
    let (access, adapters, protection) = (access, adapters, FileProtection(slice.storage))
    return try await Self.elsewhere { () throws(LifecycleError) in
      try access.require()
      return try body(adapters.guardImports(path, protection))
    }
  }

  /// Neither on the shield nor on a thread of the tasks: whoever asks something meanwhile gets an answer, however slow the
  /// medium is.
  private static func elsewhere<Result: Sendable>(
    _ body: @escaping @Sendable () throws(LifecycleError) -> Result
  ) async throws(ShieldError) -> Result {
    let result: Swift.Result<Result, LifecycleError> = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        do throws(LifecycleError) {
          continuation.resume(returning: .success(try body()))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
    do { return try result.get() } catch { throw .lifecycle(error) }
  }
}
