#if APPLE_EMULATION
  import AppleTransport
  import ChainSamples
  import Foundation
  import NetworkTrust
  import Security
  import SecurityPolicy
  import SecurityTesting
  import Synchronization
  import Testing

  @Suite(.ownNetwork, .timeLimit(.minutes(15))) struct NetworkStreamTests {
    private let place: Surroundings

    init() throws { place = try Surroundings() }

    private func error(_ opener: NetworkStreamOpener) async -> NetworkError? {
      do throws(NetworkError) {
        await (try opener.open()).close()
        return nil
      } catch { return error }
    }

    @Test("What every stream must do, it does")
    func conformance() async throws {
      place.serve { _, request in .bytes(request.body) }
      let opener = try place.opener()
      for (claim, verdict) in await ByteStreamConformance.check({ () throws(NetworkError) in try await opener.open() })
      {
        #expect(verdict == .holds, "\(claim)")
      }
    }

    @Test("What is written arrives, what comes is read in pieces, and the end is told")
    func carries() async throws {
      let server = place.serve { number, request in number == 1 ? .close : .bytes(request.body) }
      let stream = try await place.opener().open()
      try await stream.write(Array("hello".utf8))
      #expect(try await stream.read(upTo: 2) == Array("he".utf8))
      #expect(try await stream.read(upTo: 100) == Array("llo".utf8))
      try await stream.write([1])
      #expect(try await stream.read(upTo: 1) == nil)
      #expect(server.seen.requests.map(\.body) == [Data("hello".utf8), Data([1])])
      await stream.close()
      await stream.close()
      await #expect(throws: NetworkError.closed) { try await stream.write([1]) }
    }

    @Test("A connection that is lost is no orderly end, although the system says that nothing more comes")
    func lost() async throws {
      place.serve { _, _ in .cut(Data([1, 2])) }
      let stream = try await place.opener().open()
      try await stream.write([0])
      #expect(try await stream.read(upTo: 8) == [1, 2])
      for _ in 0..<2 { await #expect(throws: NetworkError.closed) { _ = try await stream.read(upTo: 8) } }
    }

    @Test("What arrived is not handed out after the stream was closed, and nobody reads nothing")
    func closed() async throws {
      let server = place.serve { _, _ in .bytes(Data([1, 2, 3])) }
      let stream = try await place.opener().open()
      await #expect(throws: NetworkError.invalidRequest) { _ = try await stream.read(upTo: 0) }
      // What a cancelled read asked for comes in one piece, and the next one takes a part of it.
      let reader = await waitingRead(of: stream, upTo: 3)
      reader.cancel()
      _ = await reader.value
      try await stream.write([0])
      #expect(try await stream.read(upTo: 1) != nil)
      await stream.close()
      await #expect(throws: NetworkError.closed) { _ = try await stream.read(upTo: 1) }
      #expect(server.seen.suites == [TLSProfile(.tr02102).cipherSuites])
    }

    @Test("A server that does not hold gets no byte, and the reason is the verdict's")
    func refused() async throws {
      let other = try TestAuthority(name: "other", notBefore: Surroundings.start, notAfter: Surroundings.end)
      let server = place.serve(admits: { _ in true })
      #expect(await error(try place.opener(pinning: other.certificateDER)) == .pinMismatch)
      #expect(await error(try place.opener(now: Surroundings.end.addingTimeInterval(1))) == .expired)
      #expect(await error(try place.opener(anchors: .system)) == .untrusted(.unknownIssuer))
      #expect(server.seen.handshakes == 0)
      #expect(server.seen.applicationBytes == 0)
      #expect(server.seen.clients.isEmpty)
    }

    @Test("A server without a pinned key is reported, with what was seen and what was expected")
    func reported() async throws {
      let server = place.serve()
      let other = try TestAuthority(name: "other", notBefore: Surroundings.start, notAfter: Surroundings.end)
      let reports = FirstReport()
      #expect(await error(try place.opener(pinning: other.certificateDER, failures: reports)) == .pinMismatch)
      let report = await reports.value()
      #expect(report.outcome == .refused && report.host == place.endpoint.host && report.date == Surroundings.now)
      #expect(report.seen.first == (try ServerPin(certificateDER: place.identity.certificateDER)))
      #expect(report.expected.contains(try ServerPin(certificateDER: other.certificateDER)))
      #expect(server.seen.applicationBytes == 0)
    }

    @Test("Reports whose sink does not come after wait in order, a few of them, and no handshake waits for one")
    func held() async throws {
      place.serve()
      let other = try TestAuthority(name: "other", notBefore: Surroundings.start, notAfter: Surroundings.end)
      let (reports, clock) = (HeldReports(), Clock())
      let opener = try NetworkStreamOpener(
        endpoint: place.endpoint, anchors: .certificates([place.root.certificateDER]),
        pinning: PinPolicy(place.pins(other.certificateDER)), failures: reports, now: { clock.now })
      for _ in 0..<40 {
        clock.step()
        #expect(await error(opener) == .pinMismatch)
      }
      #expect(reports.dates.isEmpty)
      reports.open()
      await reports.kept(32)
      clock.step()
      #expect(await error(opener) == .pinMismatch)
      await reports.kept(33)
      let seconds = reports.dates.map { $0.timeIntervalSince(Surroundings.now) }
      // A report is handed over after its verdict: that of the last refusal may have met the open sink.
      #expect(Array(seconds.prefix(32)) == (1...32).map(Double.init) && seconds[32] >= 40 && reports.most == 1)
    }

    /// One second later with each step.
    private final class Clock: Sendable {
      private let steps = Mutex(0)
      var now: Date { Surroundings.now.addingTimeInterval(Double(steps.withLock { $0 })) }
      func step() { steps.withLock { $0 += 1 } }
    }

    @Test("No stream goes on with the session of an earlier one, which nobody would judge")
    func resumption() async throws {
      let server = place.serve()
      let opener = try place.opener()
      for _ in 0..<2 { #expect(await error(opener) == nil) }
      #expect(server.seen.resumes == [false, false])
    }

    @Test("An old version, nobody there, and a server that wants a certificate have their names")
    func names() async throws {
      let old = place.serve(versions: 769...770)
      #expect(await error(try place.opener()) == .oldTLS)
      #expect(old.seen.handshakes == 0)
      place.serve(versions: 771...771)
      #expect(await error(try place.opener()) == nil)
      var requirement = NetworkRequirement()
      requirement.minimumTLS = .tls13
      #expect(await error(try place.opener(requirement: requirement)) == .oldTLS)
      EmulatedInternet.current.put(nil, at: "localhost")
      #expect(await error(try place.opener()) == .unreachable(errno: ECONNREFUSED))
    }

    @Test("A second reader is refused, a cancelled read keeps the stream, and a closed one wakes its reader")
    func readers() async throws {
      place.serve { _, _ in .bytes(Data([9])) }
      let stream = try await place.opener().open()
      let first = await waitingRead(of: stream, upTo: 1)
      first.cancel()
      #expect(await first.value == .cancelled)
      try await stream.write([1])
      #expect(try await stream.read(upTo: 1) == [9])
      let last = await waitingRead(of: stream, upTo: 1)
      await stream.close()
      #expect(await last.value == .closed)
    }

    /// A read that waits and ends with its error. A look of ``busy(_:)`` that came first does not turn it away.
    private func waitingRead(of stream: any ByteStream, upTo limit: Int) async -> Task<NetworkError?, Never> {
      let reader = Task { () -> NetworkError? in
        while true {
          do throws(NetworkError) {
            _ = try await stream.read(upTo: limit)
            return nil
          } catch {
            guard error == .busy(limit: 1) else { return error }
            await Task.yield()
          }
        }
      }
      while await busy(stream) == false { await Task.yield() }
      return reader
    }

    /// Whether somebody else reads; nothing is there to be read.
    private func busy(_ stream: any ByteStream) async -> Bool {
      let probe = Task { () -> NetworkError? in
        do throws(NetworkError) {
          _ = try await stream.read(upTo: 1)
          return nil
        } catch { return error }
      }
      probe.cancel()
      return await probe.value == .busy(limit: 1)
    }
  }
#endif
