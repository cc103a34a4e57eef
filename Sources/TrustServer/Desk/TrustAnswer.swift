#if Server
  import TrustWire
  import UntrustedInput

  /// The answer to a ``TrustRequest``; nothing in it may be cached.
  public struct TrustAnswer: Sendable {
    public let status: Int
    public let headers: [String: String]
    public let body: [UInt8]

    init(status: Int = 200, headers: [String: String] = [:], body: [UInt8]) {
      self.status = status
      self.headers = [
        "content-type": "application/json", "cache-control": "no-store", "x-content-type-options": "nosniff",
      ].merging(headers) { $1 }
      self.body = body
    }

    init(_ node: JSONNode) { self.init(body: JSONWriter().bytes(node)) }
    init(_ refusal: Refusal) {
      self.init(status: refusal.status, headers: refusal.headers, body: refusal.body.bytes)
    }

    static let tooLarge = TrustAnswer(
      Refusal(413, RefusalBody(.invalidRequest, .malformed, "the body is larger than 512 KiB")))
    static let tooSlow = TrustAnswer(
      Refusal(408, RefusalBody(.invalidRequest, .malformed, "the body took too long to arrive")))
    static let oneHost = TrustAnswer(
      Refusal(400, RefusalBody(.invalidRequest, .malformed, "exactly one Host header is needed")))
  }
#endif
