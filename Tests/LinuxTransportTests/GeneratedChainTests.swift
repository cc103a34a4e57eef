#if LinuxClient
  import ChainSamples
  import Foundation
  import HTTPTypes
  import LinuxTransport
  import NetworkTrust
  import SecurityPolicy
  import Testing

  /// The generated chains of the pure evaluation's tests, shown to our client on the wire.
  ///
  /// Each is served by somebody who has its key and would take a request: with a chain that holds both it and the stream go
  /// through. Of one that nobody can serve the client is shown the certificates, by somebody who writes down what comes
  /// back.
  @Suite(.timeLimit(.minutes(15))) struct GeneratedChainTests {
    static let count = 150

    /// Answers loopback for every name.
    private struct Loopback: HostLookup {
      func addresses(of name: ServerHost, _ family: ServerHost.Kind) async throws(NetworkError) -> [ServerHost] {
        family == .ipv4 ? [try ServerHost("127.0.0.1")] : []
      }
    }

    /// Each fault alone, twice and with other keys, and then what the seed says.
    private static func samples() throws -> [ChainCase] {
      let generator = try ChainGenerator(seed: 6)
      let other = generator.with(seed: 7)
      let single = ChainFault.allCases.count
      return try (0..<single).map { try other.make($0) } + (0..<count - single).map { try generator.make($0) }
    }

    private static func pins(_ sample: ChainCase) throws -> PinSet {
      try PinSet([ServerPin(certificateDER: sample.anchor), ServerPin(digest: .init(repeating: 7, count: 32))])
    }

    /// What a request and a stream came to.
    private func outcome(_ sample: ChainCase, at port: UInt16) async throws -> [NetworkError?] {
      let (shown, now) = (try ServerHost(sample.host), Date(timeIntervalSince1970: Double(sample.now)))
      // An address of somebody else cannot be dialled here, so it is expected.
      let isName = shown.kind == .name
      let endpoint = Endpoint(host: isName ? shown : try ServerHost("localhost"), port: port)
      let trust = try TrustEvaluation(
        anchors: .certificates([sample.anchor]), pinning: PinPolicy(Self.pins(sample)),
        name: isName ? .dialled : .expected(shown))
      var requirement = BadConversation.patience
      // Ed25519 is among the keys.
      requirement.tlsProfile = .broad
      let transport = try PinnedHTTPTransport(
        endpoint: endpoint, trust: trust, requirement: requirement, lookup: Loopback(), now: { now })
      let request = await transport.failure(.init(method: .get, scheme: nil, authority: nil, path: "/"))
      await transport.close()
      let opener = try PinnedStreamOpener(
        endpoint: endpoint, trust: trust, requirement: requirement, lookup: Loopback(), now: { now })
      do throws(NetworkError) {
        let stream = try await opener.open()
        try await stream.write([1])
        _ = try await stream.read(upTo: 1)
        await stream.close()
        return [request, nil]
      } catch { return [request, error] }
    }

    /// Whoever holds its key; nil where nobody does, and where the TLS library serves no such certificates.
    private func server(_ sample: ChainCase) async -> GreetingServer? {
      guard let keyPEM = sample.keyPEM else { return nil }
      return try? await GreetingServer(chain: sample.chain, keyPEM: keyPEM)
    }

    @Test("A request and a stream say of every chain what the pure evaluation says, or the difference is explained")
    func agreement() async throws {
      var shown: [ChainFault: Int] = [:]
      var (held, refused, different) = (0, 0, 0)
      for sample in try Self.samples() {
        for fault in sample.faults { shown[fault, default: 0] += 1 }
        let pure = try await TrustEvaluation(anchors: .certificates([sample.anchor]), pins: Self.pins(sample))
          .evaluate(
            chain: sample.chain, host: ServerHost(sample.host), now: Date(timeIntervalSince1970: Double(sample.now))
          ).error
        if let server = await server(sample) {
          #expect(try await outcome(sample, at: server.port) == [pure, pure], "\(sample.name)")
          await server.allClosed()
          await server.stop()
          if pure == nil { held += 1 } else { refused += 1 }
          #expect((server.seen.applicationBytes > 0) == (pure == nil), "\(sample.name)")
          continue
        }
        // A key that nobody holds is one that the TLS library cannot read. It looks at it before anybody of us is asked, and
        // does not say whether it is small or foreign, nor what else is wrong.
        let expected = sample.keyPEM == nil ? .untrusted(.unsupportedKey) : pure
        if expected != pure { different += 1 }
        let server = try await PlainServer(.showing(sample.chain))
        #expect(try await outcome(sample, at: server.port) == [expected, expected], "\(sample.name)")
        // Each record has its kind, two bytes of version and two of length; the kind of an application's is 23.
        var rest = server.bytes[...]
        while let kind = rest.first {
          #expect(kind == 22 || kind == 21, "\(sample.name)")
          let length = rest.dropFirst(3).prefix(2).reduce(0) { $0 << 8 | Int($1) }
          rest = rest.dropFirst(5 + length)
        }
        #expect(!server.bytes.isEmpty)
        await server.stop()
      }
      #expect(ChainFault.allCases.allSatisfy { shown[$0, default: 0] >= 2 })
      #expect(
        held >= 24 && refused >= 80 && different > 0, "\(held) held, \(refused) refused, \(different) differ")
    }
  }
#endif
