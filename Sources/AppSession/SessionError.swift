import SecurityPolicy
import TrustWire

/// Why a session could not do what was asked.
@nonexhaustive
public enum SessionError: Error, Sendable, Hashable {
  /// The server answered no; the body says why and, for a refused device, which code.
  case refused(RefusalBody)
  /// The server asks for patience; with a time when it told one. Nothing was lost.
  case busy(RefusalReason, retryAfter: Duration?)
  /// No answer: try again later, nothing was lost.
  case unreachable
  /// The server's certificate is not the pinned one: nothing was sent.
  case untrustedServer(Verdict.Reason)
  /// The server's answer could not be read.
  case unreadableAnswer(WireError)
  /// A token came that is not signed by a pinned key, or not for this app: it was not kept.
  case tokenRefused(WireError)
  /// A token came that is not bound to the device key as the policy asks: it was not kept.
  case tokenUnbound
  /// The policy's login key is none; nothing was sent.
  case loginKeyUnusable
  /// There is no AppToken yet: send a report first.
  case notEnrolled
  /// Nobody is signed in.
  case notLoggedIn
  /// The person has to prove to be there before anything goes on; nothing was lost.
  case locked(SessionLock)
  /// The session ended and its tokens were erased: sign in again.
  case ended(SessionEndReason)
  /// The stored session could not be read or written.
  case storage
  /// What was stored was altered or damaged: nothing can be read from it.
  case damaged
  /// The stored session was written by a newer version of the app.
  case newerFormat
  /// The device key could not sign.
  case keyUnavailable
}

extension SessionError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .refused(let body):
      "the server refused: \(body.code?.rawValue ?? body.reason.rawValue) (\(body.error.rawValue))"
    case .busy(let reason, nil): "the server asks to try again later (\(reason.rawValue))"
    case .busy(let reason, let wait?):
      "the server asks to try again in \(wait.components.seconds) s (\(reason.rawValue))"
    case .unreachable: "the server did not answer; try again later"
    case .untrustedServer(let reason): "the server is not trusted, nothing was sent: \(reason)"
    case .unreadableAnswer(let error): "the server's answer could not be read: \(error)"
    case .tokenRefused(let error): "the server sent a token that is not accepted, it was not kept: \(error)"
    case .tokenUnbound: "the server sent a token that is not bound to the device key, it was not kept"
    case .loginKeyUnusable: "the policy's login key is not an RSA key of 2048 bits or more; nothing was sent"
    case .notEnrolled: "this installation has no AppToken yet; send a report first"
    case .notLoggedIn: "nobody is signed in"
    case .locked(let lock): "the session is locked (\(lock.rawValue)); ask for the PIN or biometry"
    case .ended(let reason): "the session has ended (\(reason.rawValue)); sign in again"
    case .storage: "the stored session could not be read or written"
    case .damaged: "what the session kept was altered or damaged; sign in again"
    case .newerFormat: "the stored session was written by a newer version"
    case .keyUnavailable: "the device key could not sign"
    }
  }
}

extension SessionError {
  /// Whether it says nothing about the token that is held: the server, or the store, could not do it for now.
  var isPassing: Bool {
    switch self {
    case .unreachable, .busy, .storage: true
    default: false
    }
  }
}
