#if DEBUG
  public import HTTPTypes
  public import NetworkTrust
  public import Redaction

  /// A transport that writes what it carries into a ``NetworkDebugLog`` while an app is developed, redacted, and changes
  /// nothing of it. Not part of a release build, as the log is not: make it inside of `#if DEBUG`.
  ///
  /// Not protected: what masking does not know (see `MaskingRules`) stands in the developer's log; addresses, methods, sizes
  /// and times always do.
  /// Source: O.Source_3, O.Source_8; MASVS-STORAGE-2.
  public struct DebugLoggingTransport: HTTPTransport {
    private let inner: any HTTPTransport
    private let log: NetworkDebugLog

    public init(_ inner: any HTTPTransport, log: NetworkDebugLog) {
      self.inner = inner
      self.log = log
    }

    public func send(_ request: HTTPRequest, body: [UInt8]) async throws(NetworkError) -> HTTPAnswer {
      log.request(request.method.rawValue, request.path ?? "", fields: Self.fields(request.headerFields), body: body)
      let answer = try await inner.send(request, body: body)
      log.response(
        answer.response.status.code, fields: Self.fields(answer.response.headerFields), body: answer.body)
      return answer
    }

    private static func fields(_ fields: HTTPFields) -> [(name: String, value: String)] {
      fields.map { ($0.name.rawName, $0.value) }
    }
  }
#endif
