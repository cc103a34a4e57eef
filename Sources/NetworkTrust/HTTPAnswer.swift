import HTTPTypes

/// A server's whole answer. Its bytes come from outside: parse them before use.
public struct HTTPAnswer: Sendable, Hashable {
  public let response: HTTPResponse
  public let body: [UInt8]

  public init(response: HTTPResponse, body: [UInt8] = []) {
    self.response = response
    self.body = body
  }
}
