import HTTPTypes

/// A server's whole answer. Its bytes come from outside: parse them before use.
public struct HTTPAnswer: Sendable, Hashable {
  public let response: HTTPResponse
  /// Settable where it is moved out, so that one copy is left to overwrite.
  public package(set) var body: [UInt8]

  public init(response: HTTPResponse, body: [UInt8] = []) {
    self.response = response
    self.body = body
  }
}
