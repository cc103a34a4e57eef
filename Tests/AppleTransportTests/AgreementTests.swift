#if APPLE_EMULATION
  import AppleTransport
  import ChainSamples
  import Foundation
  import HTTPTypes
  import NetworkTrust
  import Security
  import SecurityPolicy
  import Testing

  /// The same chains as the pure evaluation's tests use, judged here by OpenSSL (the emulated system) and ours together.
  ///
  /// One difference: Apple's systems have no Ed25519, so a path with it that the pure evaluation takes is refused here.
  @Suite(.ownNetwork, .timeLimit(.minutes(15))) struct AgreementTests {
    @Test("Both transports say of every kind of chain what the pure evaluation says; refused servers get no byte")
    func everyFault() async throws {
      let generator = try ChainGenerator(seed: 1)
      var foreign = 0
      for number in 0..<ChainFault.allCases.count {
        let sample = try generator.make(number)
        let pinning = PinPolicy(
          try PinSet([
            try ServerPin(certificateDER: sample.anchor), try ServerPin(digest: [UInt8](repeating: 7, count: 32)),
          ]))
        let anchors = TrustAnchors.certificates([sample.anchor])
        let now = Date(timeIntervalSince1970: Double(sample.now))
        let endpoint = Endpoint(host: try ServerHost(sample.host))
        let chain = sample.chain.map { Data($0) }
        let streams = EmulatedServer(chain: chain) { _, _ in .bytes(Data([1])) }
        let requests = EmulatedServer(chain: chain) { _, _ in .answer(status: 200) }

        let judge: TrustEvaluation
        do { judge = try TrustEvaluation(anchors: anchors, pinning: pinning) } catch {
          // An anchor that cannot be read refuses the set-up itself, on every platform alike.
          #expect(throws: error) {
            _ = try URLSessionTransport(endpoint: endpoint, anchors: anchors, pinning: pinning, now: { now })
          }
          continue
        }
        let decision = await judge.evaluate(chain: sample.chain, host: endpoint.host, now: now)
        let pure = decision.error
        EmulatedInternet.current.put(streams, at: endpoint.host.description)
        let stream = await streamError(
          try NetworkStreamOpener(endpoint: endpoint, anchors: anchors, pinning: pinning, now: { now }))
        EmulatedInternet.current.put(requests, at: endpoint.host.description)
        let request = await requestError(
          try URLSessionTransport(endpoint: endpoint, anchors: anchors, pinning: pinning, now: { now }))
        // As Apple's systems do, the emulated one says no more than that it does not trust such a path.
        let isForeign = decision.validatedChain.contains {
          $0.firstRange(of: [0x30, 5, 6, 3, 0x2B, 0x65, 0x70]) != nil
        }
        if isForeign { foreign += 1 }
        let expected = isForeign ? .untrusted(.unknownIssuer) : pure
        #expect(request == stream, "\(sample.name)")
        // The reason too: where both refuse, the pure evaluation's is told.
        #expect(request == expected, "\(sample.name)")
        for server in [streams, requests] {
          #expect((server.seen.applicationBytes > 0) == (expected == nil), "\(sample.name)")
        }
      }
      #expect(foreign > 0, "no path with Ed25519 was judged")
    }

    private func requestError(_ transport: URLSessionTransport) async -> NetworkError? {
      do throws(NetworkError) {
        let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/")
        _ = try await transport.send(request, body: [])
        return nil
      } catch { return error }
    }

    private func streamError(_ opener: NetworkStreamOpener) async -> NetworkError? {
      do throws(NetworkError) {
        let stream = try await opener.open()
        try await stream.write([1])
        _ = try await stream.read(upTo: 1)
        await stream.close()
        return nil
      } catch { return error }
    }
  }
#endif
