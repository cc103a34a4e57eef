#if APPLE_EMULATION
  import AppleTransport
  import ChainSamples
  import Foundation
  import HTTPTypes
  import NetworkTrust
  import Security
  import SecurityPolicy
  import SecurityTesting
  import Testing

  /// The matrix and the generated chains again, with an anchor that only the system knows: what a policy without anchors
  /// asks for. The system's numbers have no word for most of what can be wrong; what is told is what the pure evaluation
  /// finds in the path that the system shows.
  @Suite(.ownNetwork, .timeLimit(.minutes(15))) struct SystemAnchorsTests {
    /// What one row comes to where that is not what the pure evaluation says that knows the anchor, and why.
    typealias Difference = (verdict: NetworkError?, why: String)

    static let differences: [FaultyChain.Fault: Difference] = [
      .hundred: (nil, "the system's path has the three certificates that lead to the anchor"),
      .garbageBeside: (nil, "no path needs the certificate that cannot be read"),
    ]

    static let generated: [ChainFault: Difference] = [
      .namesakeRoot: (
        .untrusted(.unknownIssuer),
        "that another authority of the anchor's name signed the issuer only shows beside the anchor's key"
      )
    ]

    /// - Parameter anchor: the system's only one.
    private func outcome(
      _ chain: [[UInt8]], anchor: [UInt8], asking anchors: TrustAnchors = .system, host: String,
      pinning: PinPolicy? = nil, now: Date
    ) async throws -> NetworkError? {
      let endpoint = Endpoint(host: try ServerHost(host))
      let server = EmulatedServer(chain: chain.map { Data($0) }) { _, _ in .answer(status: 200) }
      EmulatedInternet.current.put(server, at: endpoint.host.description)
      EmulatedDevice.current.trust([Data(anchor)])
      let pins = try pinning ?? PinPolicy(Self.pins(anchor))
      var errors: [NetworkError?] = []
      do throws(NetworkError) {
        let transport = try URLSessionTransport(
          endpoint: endpoint, anchors: anchors, pinning: pins, now: { now })
        _ = try await transport.send(.init(method: .get, scheme: nil, authority: nil, path: "/"), body: [])
        errors.append(nil)
      } catch { errors.append(error) }
      #expect((server.seen.applicationBytes == 0) == (errors[0] != nil))
      do throws(NetworkError) {
        let opener = try NetworkStreamOpener(endpoint: endpoint, anchors: anchors, pinning: pins, now: { now })
        await (try opener.open()).close()
        errors.append(nil)
      } catch { errors.append(error) }
      #expect(errors[0] == errors[1])
      return errors[0]
    }

    /// One that can be read is pinned by its key, beside one that nothing has.
    private static func pins(_ anchor: [UInt8]) throws -> PinSet {
      try PinSet([
        (try? ServerPin(certificateDER: anchor)) ?? ServerPin(digest: [UInt8](repeating: 8, count: 32)),
        ServerPin(digest: [UInt8](repeating: 7, count: 32)),
      ])
    }

    @Test(
      "Of an anchor that the system alone knows the same is said as of one that is listed, or the difference is explained",
      arguments: FaultyChain.Fault.allCases, [false, true])
    func row(fault: FaultyChain.Fault, besideListed: Bool) async throws {
      let chain = try FaultyChain(fault)
      let difference = Self.differences[fault]
      let other = try TestAuthority(name: "other", notBefore: FaultyChain.start, notAfter: FaultyChain.end)
      let outcome = try await outcome(
        chain.presented, anchor: chain.anchor, asking: besideListed ? .systemAnd([other.certificateDER]) : .system,
        host: "localhost", now: FaultyChain.now)
      #expect(
        outcome == (difference == nil ? fault.refusal : difference?.verdict),
        "\(difference?.why ?? "no difference is explained")")
    }

    @Test("So it is for each generated fault")
    func everyFault() async throws {
      let generator = try ChainGenerator(seed: 1)
      var foreign = 0
      for (number, fault) in ChainFault.allCases.enumerated() {
        let sample = try generator.make(number)
        let now = Date(timeIntervalSince1970: Double(sample.now))
        let judge = try TrustEvaluation(
          anchors: .certificates([sample.anchor]), pins: Self.pins(sample.anchor))
        let decision = await judge.evaluate(chain: sample.chain, host: try ServerHost(sample.host), now: now)
        let isForeign = decision.validatedChain.contains {
          $0.firstRange(of: [0x30, 5, 6, 3, 0x2B, 0x65, 0x70]) != nil
        }
        if isForeign { foreign += 1 }
        let pure = isForeign ? .untrusted(.unknownIssuer) : decision.error
        let difference = Self.generated[fault]
        let outcome = try await outcome(sample.chain, anchor: sample.anchor, host: sample.host, now: now)
        #expect(
          outcome == (difference == nil ? pure : difference?.verdict),
          "\(sample.name): \(difference?.why ?? "no difference is explained")")
        if let difference { #expect(difference.verdict != pure, "\(fault) is explained and not different") }
      }
      #expect(foreign > 0, "no path with Ed25519 was judged")
    }

    @Test("What is explained as different is different")
    func explained() {
      for (fault, difference) in Self.differences { #expect(difference.verdict != fault.refusal, "\(fault)") }
    }

    @Test("A path that is sound but for its end lets nobody in, although its last certificate is pinned")
    func lastIsPinned() async throws {
      let place = try Surroundings()
      let (other, now) = (
        try TestAuthority(name: "o", notBefore: Surroundings.start, notAfter: Surroundings.end), Surroundings.now
      )
      let chain = place.chain.map { [UInt8]($0) } + [place.root.certificateDER]
      for pinned in [place.root, place.issuer] {
        let refused = try await outcome(
          chain, anchor: other.certificateDER, host: "localhost", pinning: PinPolicy(place.pins(pinned.certificateDER)),
          now: now)
        #expect(refused == .untrusted(.unknownIssuer))
      }
      // The system's own number stays where nothing is wrong that we could see.
      EmulatedDevice.current.refuse(place.chain[0], errSecCertificateRevoked)
      let revoked = try await outcome(
        chain, anchor: place.root.certificateDER, host: "localhost",
        pinning: PinPolicy(place.pins(place.root.certificateDER)), now: now)
      #expect(revoked == .untrusted(.platform(code: errSecCertificateRevoked)))
    }
  }
#endif
