import SecurityPolicy
import TrustWire

/// Why a session could not do what was asked.
@nonexhaustive
public enum SessionError: Error, Sendable, Hashable {
  /// The server answered no; the body says why and, for a refused device, which code.
  case refused(RefusalBody)
  /// No answer: try again later, nothing was lost.
  case unreachable
  /// The server's certificate is not the pinned one: nothing was sent.
  case untrustedServer(Verdict.Reason)
  /// The server's answer could not be read.
  case unreadableAnswer(WireError)
  /// There is no AppToken yet: send a report first.
  case notEnrolled
  /// Nobody is signed in.
  case notLoggedIn
  /// The session ended (expiry, reuse, or too many failures in a row) and its tokens were erased: sign in again.
  case ended
  /// The stored session could not be read or written; the code is the store's own.
  case storage
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
    case .unreachable: "the server did not answer; try again later"
    case .untrustedServer(let reason): "the server is not trusted, nothing was sent: \(reason)"
    case .unreadableAnswer(let error): "the server's answer could not be read: \(error)"
    case .notEnrolled: "this installation has no AppToken yet; send a report first"
    case .notLoggedIn: "nobody is signed in"
    case .ended: "the session has ended; sign in again"
    case .storage: "the stored session could not be read or written"
    case .newerFormat: "the stored session was written by a newer version"
    case .keyUnavailable: "the device key could not sign"
    }
  }
}
