#if DEBUG
  public import HTTPTypes
  public import NetworkTrust
  public import Redaction

  /// A transport that writes what it carries into a ``NetworkDebugLog`` while an app is developed, redacted, and changes
  /// nothing of it: each request, and its answer or why there was none, with how long that took. Not part of a release build,
  /// as the log is not: make it inside of `#if DEBUG`.
  ///
  /// Not protected: what masking does not know (see `MaskingRules`) stands in the developer's log; addresses (with the
  /// server where the request names it), methods, sizes and times always do.
  /// Source: O.Source_3, O.Source_8; MASVS-STORAGE-2.
  public struct DebugLoggingTransport: HTTPTransport {
    private let inner: any HTTPTransport
    private let log: NetworkDebugLog

    public init(_ inner: any HTTPTransport, log: NetworkDebugLog) {
      self.inner = inner
      self.log = log
    }

    public func send(_ request: HTTPRequest, body: [UInt8]) async throws(NetworkError) -> HTTPAnswer {
      log.request(
        request.method.rawValue, Self.address(request), fields: Self.fields(request.headerFields), body: body)
      let began = ContinuousClock.now
      do throws(NetworkError) {
        let answer = try await inner.send(request, body: body)
        log.response(
          answer.response.status.code, fields: Self.fields(answer.response.headerFields), body: answer.body,
          after: began.duration(to: .now))
        return answer
      } catch {
        log.failure(error.description, after: began.duration(to: .now))
        throw error
      }
    }

    /// A request need not name its server, as a transport is made for one.
    private static func address(_ request: HTTPRequest) -> String {
      let path = request.path ?? ""
      guard let authority = request.authority else { return path }
      return "\(request.scheme ?? "https")://\(authority)\(path)"
    }

    private static func fields(_ fields: HTTPFields) -> [(name: String, value: String)] {
      fields.map { ($0.name.rawName, $0.value) }
    }
  }
#endif
