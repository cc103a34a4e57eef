#if Server
  import HTTPTypes
  import Hummingbird
  import HummingbirdCore
  import NIOCore
  import TrustWire

  /// What a request brings along: the address at the other end of the connection.
  struct DeskContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let peer: String

    init(source: ApplicationRequestContextSource) {
      coreContext = .init(source: source)
      peer = source.channel.remoteAddress?.ipAddress ?? "unknown"
    }
  }

  /// Translates between the framework and the desk; counts what goes through and keeps one address from taking all.
  struct DeskResponder: HTTPResponder {
    let desk: TrustDesk
    let metrics: ServerMetrics
    let servesMetrics: Bool
    let testClock: InsecureTestClock?
    let proxies: TrustedProxies
    let perAddress: RateBuckets?
    /// Resource servers ask for all their clients and count by themselves.
    let introspections: RateBuckets?
    /// Seconds since 1970, by the server's clock.
    let seconds: @Sendable () -> Int64

    func respond(to request: Request, context: DeskContext) async throws -> Response {
      let path = request.uri.path
      // Whoever looks whether the server lives must not find it dead because many look.
      let isHealth = path == TrustRoute.health.rawValue
      let isMetrics = servesMetrics && path == "/metrics" && request.method == .get
      let values = request.headers.filter { $0.name.canonicalName == proxies.header.rawValue }.map(\.value)
      let peer = PeerAddress.counted(proxies.client(peer: context.peer, values: values))
      let buckets = path == TrustRoute.introspect.rawValue ? introspections : perAddress
      let clock = ContinuousClock()
      let start = clock.now
      let answer: TrustAnswer
      // O.Arch_5#81
      if !isHealth, let wait = buckets?.take(peer, now: seconds()) {
        metrics.rateLimited()
        answer = TrustAnswer(.rateLimited(retryAfter: wait))
      } else if isMetrics {
        return .metrics(metrics)
      } else {
        answer = try await self.answer(request, path: path, peer: peer)
      }
      metrics.answered(path: path, status: answer.status, after: clock.now - start)
      var fields = HTTPFields()
      for (name, value) in answer.headers {
        if let name = HTTPField.Name(name) { fields[name] = value }
      }
      return Response(
        status: .init(code: answer.status), headers: fields,
        body: .init(byteBuffer: ByteBuffer(bytes: answer.body)))
    }

    private func answer(_ request: Request, path: String, peer: String) async throws -> TrustAnswer {
      var headers: [String: [String]] = [:]
      for field in request.headers { headers[field.name.canonicalName, default: []].append(field.value) }
      do {
        let body = try await request.body.collect(upTo: ServerLimits.bodyBytes)
        let request = TrustRequest(
          method: request.method.rawValue, path: path, query: request.uri.query ?? "", headers: headers,
          body: Array(buffer: body), peer: peer)
        if let testClock, path == InsecureTestClock.path { return testClock.respond(to: request) }
        return await desk.respond(to: request)
      } catch is NIOTooManyBytesError {
        return .tooLarge
      }
    }
  }
#endif
