public import DataLifecycle
import Foundation

#if canImport(EmulatedURLSession)
  import EmulatedURLSession
#endif

/// A wipe target for uploads and downloads that the system carries on in background sessions: cancelled, and looked for
/// again. Cookies, responses and credentials go too: those in the storages of the app's own session. Where none is open
/// they are the shared storages, whatever others the app once gave to its own.
///
/// - Claim: when ``remains(_:)`` finds nothing, the system lists no task in any of the sessions.
/// - Not erased: what a server has received already, and files that an upload was read from. Those of a download that is
///   complete and was not fetched lie in the app's caches, where a `FolderWipe` reaches them.
/// - A transfer that does not end within three seconds is a remnant: the wipe stays pending and tries again at the next
///   start.
/// - Does not notice: sessions that nobody names here.
/// Source: https://developer.apple.com/documentation/foundation/urlsession/alltasks; BSI TR-03161-1 O.Data_17.
public struct TransferWipe: WipeTarget {
  public let name = WipeTargetName(constant: "background-transfers")
  private let sessions: [BackgroundSession]

  public init(_ sessions: [BackgroundSession]) { self.sessions = sessions }

  public var kind: UserDataKind { .pendingTransfers }

  public func destroyKeys(_ scope: WipeScope) {}

  public func erase(_ scope: WipeScope) async throws(LifecycleError) {  // O.Data_17#1100
    for background in sessions {
      let session = background.session
      await background.patience.wait {
        let tasks = await session.allTasks
        for task in tasks { task.cancel() }
        return tasks.isEmpty
      }
      for storage in Self.storages(of: session) { try await storage.erase(scope) }
    }
  }

  public func remains(_ scope: WipeScope) async throws(LifecycleError) -> [WipeRemnant] {
    var remnants: [WipeRemnant] = []
    for background in sessions {
      let session = background.session
      let count = await session.allTasks.count
      if count > 0 { remnants.append(WipeRemnant(count: count)) }
      for storage in Self.storages(of: session) { remnants += try await storage.remains(scope) }
      if count == 0 { await background.leave() }
    }
    return remnants
  }

  /// Nil is a storage that the session does without.
  private static func storages(of session: URLSession) -> [any WipeTarget] {
    let settings = session.configuration
    let name = WipeTargetName(constant: "storage")
    var targets: [any WipeTarget] = []
    if let cookies = settings.httpCookieStorage { targets.append(CookieWipe(name: name, storage: cookies)) }
    if let cache = settings.urlCache { targets.append(URLCacheWipe(name: name, cache: cache)) }
    if let credentials = settings.urlCredentialStorage {
      targets.append(CredentialWipe(name: name, storage: credentials))
    }
    return targets
  }
}
