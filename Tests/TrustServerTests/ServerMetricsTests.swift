#if Server
  import Foundation
  import Redaction
  import SecurityPolicy
  import Testing
  import TrustServer
  import TrustWire

  @Suite(.timeLimit(.minutes(15))) struct ServerMetricsTests {
    private func event(_ kind: TrustEvent.Kind, _ reason: RefusalReason? = nil) -> TrustEvent {
      TrustEvent(
        kind: kind, date: Date(timeIntervalSince1970: 0), device: "4pQz_x9A", reason: reason, code: nil,
        explanation: "x")
    }

    @Test("Recoveries, reuse and store errors are counted by themselves and among the decisions")
    func decisions() {
      let metrics = ServerMetrics()
      for _ in 0..<3 { metrics.count(event(.refreshRecovered)) }
      metrics.count(event(.reuseDetected, .tokenReused))
      for _ in 0..<2 { metrics.count(event(.storeFailed, .unavailable)) }
      let lines = metrics.text.split(separator: "\n").map(String.init)
      #expect(lines.contains("mantlet_refresh_recoveries_total 3"))
      #expect(lines.contains("mantlet_refresh_reuse_total 1"))
      #expect(lines.contains("mantlet_store_errors_total 2"))
      #expect(lines.contains(#"mantlet_decisions_total{event="reuseDetected",reason="tokenReused",code=""} 1"#))
    }

    @Test("On the server's port the page stands under the limit of its address; introspection counts by itself")
    func limited() async throws {
      let server = try await LiveServer.start(limits: ServerLimits(requestsPerMinute: 2), servesMetrics: true)
      for status in ["200", "200", "429"] {
        #expect(try await server.get("/metrics").hasPrefix("HTTP/1.1 \(status)"))
      }
      #expect(try await server.get("/v1/introspect").hasPrefix("HTTP/1.1 405"))
      #expect(try await server.get("/health").hasPrefix("HTTP/1.1 200"))
      try await server.stop()
      let other = try await LiveServer.start(limits: ServerLimits(introspectionsPerMinute: 1))
      for status in ["405", "429"] {
        #expect(try await other.get("/v1/introspect").hasPrefix("HTTP/1.1 \(status)"))
      }
      #expect(try await other.get("/v1/challenge").hasPrefix("HTTP/1.1 200"))
      try await other.stop()
    }

    @Test("No device, address or path of a client's invention gets onto the page")
    func noOutsideText() async throws {
      let metrics = ServerMetrics()
      metrics.count(event(.refreshed))
      let server = try await LiveServer.start(metrics: metrics, servesMetrics: true)
      for path in ["/nothing", "/v1/token/x", "/%22%0Amantlet"] { _ = try await server.get(path) }
      _ = try await server.get("/health")
      let page = try await server.get("/metrics")
      #expect(page.contains(#"mantlet_requests_total{route="other",status="404"} 3"#), "\(page)")
      #expect(page.contains(#"mantlet_requests_total{route="health",status="200"} 1"#))
      #expect(page.contains(#"mantlet_request_seconds_bucket{route="other",le="+Inf"} 3"#))
      #expect(page.contains(#"mantlet_request_seconds_count{route="other"} 3"#))
      #expect(page.contains("mantlet_connections_open 1\n"))
      for text in ["4pQz_x9A", "127.0.0.1", "nothing", "%22"] { #expect(!page.contains(text), "\(text)") }
      try await server.stop()
    }

    @Test("Buckets of the histogram only grow")
    func buckets() async throws {
      let metrics = ServerMetrics()
      let server = try await LiveServer.start(metrics: metrics)
      for _ in 0..<5 { _ = try await server.get("/health") }
      try await server.stop()
      let counts = metrics.text.split(separator: "\n").filter { $0.hasPrefix("mantlet_request_seconds_bucket") }
        .compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
      #expect(counts.count == ServerMetrics.bounds.count + 1)
      #expect(counts == counts.sorted() && counts.last == 5)
    }

    @Test("Without being asked for, the page is not on the server's port; its own listener has nothing else")
    func apart() async throws {
      let metrics = ServerMetrics()
      let server = try await LiveServer.start(metrics: metrics)
      #expect(try await server.get("/metrics").hasPrefix("HTTP/1.1 404"))
      let (ports, port) = AsyncStream.makeStream(of: Int.self)
      let page = Task {
        defer { port.finish() }
        try await MetricsListener(metrics: metrics, port: 0).run { port.yield($0) }
      }
      var found = 0
      for await port in ports {
        found = port
        break
      }
      let text = try await LiveServer.plain("GET", "/metrics", port: found)
      #expect(text.contains("version=0.0.4") && text.contains(#"mantlet_requests_total{route="other",status="404"} 1"#))
      #expect(try await LiveServer.plain("GET", "/health", port: found).hasPrefix("HTTP/1.1 404"))
      page.cancel()
      try await page.value
      try await server.stop()
    }
  }
#endif
