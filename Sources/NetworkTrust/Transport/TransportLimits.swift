/// How much a transport takes and how much it does at once. None of it may depend on what the server says.
///
/// The time limits stand in the policy (`NetworkRequirement`).
public struct TransportLimits: Sendable, Hashable {
  /// The most bytes of one body.
  public var answerSize = 1 << 20
  /// The most bytes of one answer that are not its body: status, fields before and after the body, and interim answers
  /// (1xx). More fails with ``NetworkError/headTooLarge(limit:)``; an HTTP/2 head that only unpacked is larger, with
  /// ``NetworkError/protocolViolation``. `URLSession` has read a head before it can be refused.
  public var headSize = 16 << 10
  /// The most connections to one server at once.
  public var connections = 6
  /// The most requests that wait for a connection; one more fails with ``NetworkError/busy(limit:)``.
  public var waiting = 2048
  /// For how long a connection is kept without a request.
  public var idle: Duration = .seconds(60)
  /// For how long after its server was judged a connection takes new requests, by the clock that it was judged by: so
  /// long a certificate that expires or is withdrawn can go unnoticed. What runs on it is not interrupted. Byte streams
  /// have no such age: whoever opened one decides when it ends.
  public var age: Duration = .seconds(600)

  public init() {}
}
