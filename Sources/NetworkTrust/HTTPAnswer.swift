import HTTPTypes
import SecurityPolicy

/// A server's whole answer. Its bytes come from outside: parse them before use.
public struct HTTPAnswer: Sendable, Hashable {
  public let response: HTTPResponse
  /// Settable where it is moved out, so that one copy is left to overwrite.
  public package(set) var body: [UInt8]
  /// Whether the connection that it came over showed a pinned key: ``TrustDecision/pinMatch``. It fails where a policy
  /// lets a server pass whose keys it only reports; undetermined where the transport does not say.
  public let pinMatch: Verdict

  public init(
    response: HTTPResponse, body: [UInt8] = [], pinMatch: Verdict = .undetermined("the transport does not say")
  ) {
    self.response = response
    self.body = body
    self.pinMatch = pinMatch
  }
}
