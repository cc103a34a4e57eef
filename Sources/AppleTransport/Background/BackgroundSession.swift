#if canImport(Darwin)
  public import Foundation
#else
  import Foundation
#endif
import Synchronization

#if canImport(EmulatedURLSession)
  public import EmulatedURLSession
#endif

/// A background `URLSession` of the app, by its identifier, so that a logout reaches what the system carries on in it:
/// also when the app has not opened it since its start.
///
/// Apple leaves undefined what two sessions of one identifier do at a time. So the app's own session is taken while there
/// is one. Else a session without a delegate of the app is made, which refuses every server that asks meanwhile, and given
/// up when nothing runs in it any more; do not open your own before the wipe has ended.
/// - Does not stop: the app's own delegate, which hears of each transfer that was cancelled and may begin it again. Stop
///   your queue before `logOut`.
/// - Does not reach: the session of an app extension, which belongs to the extension's process.
/// Source: https://developer.apple.com/documentation/foundation/urlsessionconfiguration/background(withidentifier:)
public final class BackgroundSession: Sendable {
  private struct Line: Sendable {
    let session: URLSession
    let ending: Ending
  }

  public let identifier: String
  let patience: TransferPatience
  private let own: @Sendable () -> URLSession?
  private let made = Mutex<Line?>(nil)

  /// - Parameters:
  ///   - identifier: the one that the app gives to `URLSessionConfiguration.background(withIdentifier:)`.
  ///   - own: the app's session of this identifier while it has one open, nil while it has none.
  ///   - pause: waits between two looks at what was cancelled, of which there are thirty.
  public init(
    _ identifier: String, own: @escaping @Sendable () -> URLSession? = { nil },
    pause: @escaping @Sendable () async -> Void = { try? await Task.sleep(for: .milliseconds(100)) }
  ) {
    self.identifier = identifier
    self.own = own
    patience = TransferPatience(pause: pause)
  }

  /// The app's session, or the one that was made here.
  var session: URLSession {
    if let session = own() { return session }
    return made.withLock { line in
      if let line { return line.session }
      let ending = Ending()
      let session = URLSession(
        configuration: .background(withIdentifier: identifier), delegate: ending, delegateQueue: nil)
      line = Line(session: session, ending: ending)
      return session
    }
  }

  /// Gives up what was made here, and waits until the system has done so, so that the app may open its own.
  func leave() async {
    let line = made.withLock { line in
      defer { line = nil }
      return line
    }
    guard let line else { return }
    line.session.finishTasksAndInvalidate()
    await patience.wait { line.ending.isOver }
  }
}

/// Hears that a session has ended, and lets no transfer go on to a server that nobody of the app has judged.
private final class Ending: NSObject, URLSessionTaskDelegate {
  private let state = Mutex(false)

  var isOver: Bool { state.withLock { $0 } }

  func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
    state.withLock { $0 = true }
  }

  // The system asks here about servers and clients too, as the session's own method stands not here.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    completionHandler(.cancelAuthenticationChallenge, nil)  // O.Ntwk_5#1104
  }
}
