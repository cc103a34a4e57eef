#if Server
  import Foundation
  import Testing
  import TrustServer

  @Suite(.timeLimit(.minutes(15))) struct RequestBoundsTests {
    private static let post = "POST /v1/token HTTP/1.1\r\nhost: localhost\r\n"

    @Test("A request without a Host header, or with two, is refused with 400 and ends the connection")
    func host() async throws {
      let server = try await LiveServer.start()
      for headers in ["", "host: localhost\r\nhost: localhost\r\n", "host: localhost\r\nx-a: b\r\nHost: other\r\n"] {
        let connection = try await server.connect()
        await connection.send("GET /health HTTP/1.1\r\n\(headers)\r\n")
        let answer = try await connection.rest()
        #expect(answer.hasPrefix("HTTP/1.1 400") && answer.contains("exactly one Host header"), "\(headers)")
        #expect(answer.contains("connection: close"))
      }
      #expect(try await server.get("/health").hasPrefix("HTTP/1.1 200"))
      try await server.stop()
    }

    @Test("A chunked body is refused with 413 when it has grown too large, before its end")
    func chunked() async throws {
      let server = try await LiveServer.start()
      let connection = try await server.connect()
      await connection.send(Self.post + "transfer-encoding: chunked\r\n\r\n")
      let chunk = "10000\r\n" + String(repeating: "a", count: 0x10000) + "\r\n"
      for _ in 0..<8 { await connection.send(chunk) }
      // 512 KiB are the limit; nothing is refused yet, and the body's end has not been sent.
      #expect(connection.received == "")
      await connection.send("1\r\na\r\n")
      let answer = try await connection.rest()
      #expect(answer.hasPrefix("HTTP/1.1 413") && answer.contains("larger than 512 KiB"))
      try await server.stop()
    }

    @Test("A length beyond the limit, or one that is no number, is refused before any of the body is read")
    func length() async throws {
      let server = try await LiveServer.start()
      for length in ["524289", "99999999999999999999"] {
        let connection = try await server.connect()
        await connection.send(Self.post + "content-length: \(length)\r\n\r\n")
        let answer = try await connection.rest()
        #expect(answer.hasPrefix("HTTP/1.1 4"), "\(answer)")
      }
      let connection = try await server.connect()
      await connection.send(
        Self.post + "content-length: 524288\r\nconnection: close\r\n\r\n" + String(repeating: "a", count: 524_288))
      let answer = try await connection.rest()
      #expect(answer.hasPrefix("HTTP/1.1 400") && answer.contains("must be a form"))
      try await server.stop()
    }

    @Test("A body that does not arrive in time is refused with 408; a connection without a request is left alone")
    func slow() async throws {
      let server = try await LiveServer.start(limits: ServerLimits(bodySeconds: 1, firstHeadSeconds: 60))
      let idle = try await server.connect()
      let connection = try await server.connect()
      await connection.send(Self.post + "content-length: 10\r\n\r\nabc")
      let start = ContinuousClock.now
      let answer = try await connection.rest()
      #expect(answer.hasPrefix("HTTP/1.1 408") && answer.contains("took too long"))
      // One second to the refusal and one for reading it; the rest is for a busy machine.
      #expect(ContinuousClock.now - start < .seconds(30))
      await idle.send("GET /health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
      #expect(try await idle.rest().hasPrefix("HTTP/1.1 200"))
      try await server.stop()
    }

    @Test("Behind a trusted proxy each client has its own limit; without one the header gives nobody a fresh limit")
    func proxied() async throws {
      let range = try #require(AddressRange("127.0.0.0/8"))
      func statuses(_ limits: ServerLimits) async throws -> [String] {
        let server = try await LiveServer.start(limits: limits)
        var statuses: [String] = []
        for client in ["198.51.100.1", "198.51.100.1", "198.51.100.2", "6.6.6.6, 198.51.100.1"] {
          let answer = try await server.get("/v1/challenge", headers: "X-Forwarded-For: \(client)\r\n")
          statuses.append(String(answer.prefix(12).suffix(3)))
        }
        try await server.stop()
        return statuses
      }
      #expect(
        try await statuses(
          ServerLimits(connectionsPerAddress: 1, requestsPerMinute: 1, trustedProxies: TrustedProxies([range])))
          == ["200", "429", "200", "429"])
      #expect(try await statuses(ServerLimits(requestsPerMinute: 1)) == ["200", "429", "429", "429"])
      let forwarded = TrustedProxies([range], header: .forwarded)
      #expect(
        try await statuses(ServerLimits(requestsPerMinute: 1, trustedProxies: forwarded)) == [
          "200", "429", "429", "429",
        ])
    }

    @Test("A refusal never lands in the middle of another answer")
    func pipelined() async throws {
      let server = try await LiveServer.start()
      let connection = try await server.connect()
      await connection.send(
        "GET /v1/challenge HTTP/1.1\r\nhost: localhost\r\n\r\nGET /health HTTP/1.1\r\n\r\n")
      let answer = try await connection.rest()
      // Either both answers in their order, or the connection ended before the first.
      let heads = answer.matches(of: /HTTP\/1\.1 (\d+)/).map { String($0.output.1) }
      #expect([[], ["200"], ["200", "400"]].contains(heads), "\(answer)")
      try await server.stop()
    }

    @Test("Beyond the cap a connection waits until another one ends, and is served then")
    func cap() async throws {
      let server = try await LiveServer.start(limits: ServerLimits(connections: 1))
      let first = try await server.connect()
      func ask() async throws {
        let before = first.received
        await first.send("GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n")
        let now = try await first.read(until: before + "HTTP/1.1 200")
        #expect(now.hasPrefix(before))
      }
      try await ask()
      let second = try await server.connect()
      await withDiscardingTaskGroup { group in
        group.addTask {
          await second.send("GET /health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
        }
        for _ in 0..<40 { try? await ask() }
        #expect(second.received == "")
        await first.close()
      }
      #expect(try await second.rest().hasPrefix("HTTP/1.1 200"))
      try await server.stop()
    }

    @Test("A head that does not arrive in time ends the connection, however busily the client sends")
    func slowHead() async throws {
      let server = try await LiveServer.start(limits: ServerLimits(headSeconds: 1))
      let connection = try await server.connect()
      let start = ContinuousClock.now
      await withDiscardingTaskGroup { group in
        group.addTask {
          await connection.send("GET /health HTTP/1.1\r\nhost: localhost\r\n")
          while !Task.isCancelled {
            await connection.send("a: b\r\n")
            try? await Task.sleep(for: .milliseconds(200))
          }
        }
        _ = try? await connection.rest()
        group.cancelAll()
      }
      #expect(connection.received == "")
      #expect(ContinuousClock.now - start < .seconds(30))
      try await server.stop()
    }

    @Test("A connection that asks nothing ends after its first seconds, however long later heads may take")
    func firstHead() async throws {
      let server = try await LiveServer.start(limits: ServerLimits(firstHeadSeconds: 1, headSeconds: 600))
      let silent = try await server.connect()
      let start = ContinuousClock.now
      #expect(((try? await silent.rest()) ?? "") == "")
      // Without it the framework ends what is idle, after 60 seconds.
      #expect(ContinuousClock.now - start < .seconds(30))
      try await server.stop()
    }

    @Test("What a server allows unless it is told otherwise")
    func defaults() {
      let limits = ServerLimits()
      #expect(limits.connections >= 16 * limits.connectionsPerAddress && limits.firstHeadSeconds <= 10)
    }

    @Test("A flood of header fields, and one that is too long, are refused without being kept")
    func headerFlood() async throws {
      let server = try await LiveServer.start()
      let many = String(repeating: "x-a: b\r\n", count: 100)
      let long = "x-a: " + String(repeating: "b", count: 17 << 10) + "\r\n"
      for fields in [many, long] {
        let connection = try await server.connect()
        await connection.send("GET /health HTTP/1.1\r\nhost: localhost\r\n\(fields)\r\n")
        let answer = (try? await connection.rest()) ?? ""
        #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 4"), "\(answer.prefix(100))")
      }
      #expect(try await server.get("/health").hasPrefix("HTTP/1.1 200"))
      try await server.stop()
    }

    @Test("One address has no more connections than its share, and gets them back when they end")
    func perAddress() async throws {
      let server = try await LiveServer.start(limits: ServerLimits(connectionsPerAddress: 2))
      let request = "GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n"
      var held: [LiveServer.Connection] = []
      for _ in 0..<2 {
        let connection = try await server.connect()
        await connection.send(request)
        #expect(try await connection.read(until: "HTTP/1.1 200").hasPrefix("HTTP/1.1 200"))
        held.append(connection)
      }
      let third = try? await server.connect()
      await third?.send(request)
      let answer = (try? await third?.rest()) ?? ""
      #expect(answer == "")
      for connection in held { await connection.close() }
      // The server hears of the ends a moment later.
      var last = ""
      while !last.hasPrefix("HTTP/1.1 200") { last = (try? await server.get("/health")) ?? "" }
      try await server.stop()
    }

    @Test("Every answer is dated by the clock that decides, and by no other one")
    func date() async throws {
      let clock = TurnedClock()
      let server = try await LiveServer.start(clock: clock)
      let kept = try await server.connect()
      for (step, date) in [
        (Int64(0), "Fri, 15 Jan 2027 08:00:00 GMT"),
        (10800, "Fri, 15 Jan 2027 11:00:00 GMT"),
        (30286799, "Fri, 31 Dec 2027 23:59:59 GMT"),
        (5097602, "Tue, 29 Feb 2028 00:00:01 GMT"),
        (129599, "Wed, 01 Mar 2028 12:00:00 GMT"),
        (-35521200, "Fri, 15 Jan 2027 09:00:00 GMT"),
      ] {
        clock.advance(step)
        await kept.send("GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n")
        let all = try await kept.read(until: date)
        #expect(all.contains(date), "\(all)")
        let answer = try await server.get("/health")
        #expect(answer.contains("date: \(date)\r\n"), "\(answer)")
        #expect(answer.lowercased().components(separatedBy: "\r\ndate:").count == 2)
        let refused = try await server.connect()
        await refused.send("GET /health HTTP/1.1\r\n\r\n")
        let refusal = try await refused.rest()
        #expect(refusal.hasPrefix("HTTP/1.1 400") && refusal.contains("date: \(date)\r\n"), "\(refusal)")
      }
      await kept.close()
      try await server.stop()
    }

    @Test("Beyond its requests a minute an address is told when to come again, but may always ask for health")
    func requestsPerMinute() async throws {
      let server = try await LiveServer.start(limits: ServerLimits(requestsPerMinute: 3))
      for _ in 0..<3 { #expect(try await server.get("/.well-known/jwks.json").hasPrefix("HTTP/1.1 200")) }
      let refused = try await server.get("/.well-known/jwks.json").lowercased()
      #expect(refused.hasPrefix("http/1.1 429") && refused.contains("retry-after: 20"), "\(refused)")
      #expect(try await server.get("/health").hasPrefix("HTTP/1.1 200"))
      try await server.stop()
    }
  }
#endif
