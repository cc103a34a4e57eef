import HTTPTypes

/// Carries one request to one server and its answer back: the seam between what the app asks and how bytes travel.
///
/// Every implementation judges the server by a ``TrustEvaluation`` (or the platform's equal of it) before the first
/// byte of a request leaves, keeps no cookies and no cache, and follows no redirect: a 3xx is an answer.
public protocol HTTPTransport: Sendable {
  /// - Parameters:
  ///   - request: `scheme` is nil or `https`, `authority` nil or that of the transport's endpoint, `path` starts
  ///     with `/`. The transport sets `Host`, `Content-Length` and `Connection` itself.
  ///   - body: the whole body; empty for none.
  /// - Returns: whatever status the server answered with; 4xx and 5xx are answers. An implementation that judges pins says
  ///   in ``HTTPAnswer/pinMatch`` whether the connection showed one; without it reports of pin failures stay queued.
  func send(_ request: HTTPRequest, body: [UInt8]) async throws(NetworkError) -> HTTPAnswer
}
