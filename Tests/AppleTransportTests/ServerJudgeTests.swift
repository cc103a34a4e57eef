#if APPLE_EMULATION
  import AppleTransport
  import Foundation
  import HTTPTypes
  import NetworkTrust
  import Security
  import SecurityPolicy
  import SecurityTesting
  import Synchronization
  import Testing

  /// What the system and our own evaluation decide together, over both transports.
  @Suite(.ownNetwork, .timeLimit(.minutes(15))) struct ServerJudgeTests {
    private let place: Surroundings

    init() throws { place = try Surroundings() }

    /// Why a server was refused by both transports alike; nil when both let it in.
    private func refusal(
      of chain: [Data]? = nil, pinning: [UInt8]? = nil, anchors: TrustAnchors? = nil, name: ServerNameRule = .dialled
    ) async throws -> NetworkError? {
      let server = place.serve(chain)
      let transport = try place.transport(pinning: pinning, anchors: anchors, name: name)
      let opener = try place.opener(pinning: pinning, anchors: anchors, name: name)
      var errors: [NetworkError?] = []
      do throws(NetworkError) {
        let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/")
        _ = try await transport.send(request, body: [])
        errors.append(nil)
      } catch { errors.append(error) }
      let sent = server.seen.applicationBytes
      do throws(NetworkError) {
        await (try opener.open()).close()
        errors.append(nil)
      } catch { errors.append(error) }
      #expect(errors[0] == errors[1])
      #expect((sent == 0) == (errors[0] != nil))
      return errors[0]
    }

    @Test("What the system refuses is refused although our own evaluation holds, by the system's number")
    func veto() async throws {
      #expect(try await refusal() == nil)
      EmulatedDevice.current.refuse(place.chain[0], errSecCertificateRevoked)
      #expect(try await refusal() == .untrusted(.platform(code: errSecCertificateRevoked)))
    }

    @Test("Where both refuse, our own reason is told")
    func bothRefuse() async throws {
      EmulatedDevice.current.refuse(place.chain[0], errSecCertificateRevoked)
      let other = try TestAuthority(name: "other", notBefore: Surroundings.start, notAfter: Surroundings.end)
      #expect(try await refusal(pinning: other.certificateDER) == .pinMismatch)
    }

    @Test("Of a server of a foreign authority that is told, whatever else the system's number says of it")
    func foreignBesideOther() async throws {
      let other = try TestAuthority(name: "other", notBefore: Surroundings.start, notAfter: Surroundings.end)
      for status in [errSecCertificateExpired, errSecHostNameMismatch, errSecCertificateRevoked] {
        EmulatedDevice.current.refuse(place.chain[0], status)
        for anchors in [TrustAnchors.certificates([other.certificateDER]), .platform([other.certificateDER])] {
          #expect(try await refusal(anchors: anchors) == .untrusted(.unknownIssuer), "\(status)")
        }
      }
    }

    @Test("A server is known by the name that was expected, whatever was dialled, or by none")
    func names() async throws {
      var leaf = TestAuthority.Leaf(notBefore: Surroundings.start, notAfter: Surroundings.end)
      leaf.names = ["server.example"]
      let chain = [Data(try place.issuer.issue(leaf).certificateDER), place.chain[1]]
      #expect(try await refusal(of: chain) == .hostMismatch)
      #expect(try await refusal(of: chain, name: .expected(try ServerHost("server.example"))) == nil)
      #expect(try await refusal(of: chain, name: .expected(try ServerHost("localhost"))) == .hostMismatch)
      #expect(try await refusal(name: .expected(try ServerHost("server.example"))) == .hostMismatch)
      #expect(try await refusal(of: chain, name: .insecureIgnored) == nil)
      EmulatedDevice.current.trust([Data(place.root.certificateDER)])
      #expect(throws: NetworkError.untrusted(.nameNeeded)) {
        _ = try place.transport(anchors: .system, name: .insecureIgnored)
      }
      #expect(throws: NetworkError.untrusted(.nameNeeded)) {
        _ = try place.opener(anchors: .system, name: .insecureIgnored)
      }
    }

    @Test("A server's own certificate among the anchors holds, and another one of the same name does not")
    func anchoredLeaf() async throws {
      let own = place.identity.certificateDER
      #expect(try await refusal(of: [place.chain[0]], pinning: own, anchors: .certificates([own])) == nil)
      let other = try place.issuer.issue(.init(notBefore: Surroundings.start, notAfter: Surroundings.end))
      #expect(
        try await refusal(of: [Data(other.certificateDER)], pinning: own, anchors: .certificates([own]))
          == .untrusted(.unknownIssuer))
    }

    @Test("Each decision is told before anything is sent, with its notes")
    func judged() async throws {
      let server = place.serve()
      let heard = Mutex<[(notes: Set<TrustNote>, bytes: Int)]>([])
      let judged: @Sendable (TrustDecision) -> Void = { decision in
        heard.withLock { $0.append((decision.notes, server.seen.applicationBytes)) }
      }
      let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/")
      let anchors = TrustAnchors.certificates([place.root.certificateDER])
      _ = try await URLSessionTransport(
        endpoint: place.endpoint, anchors: anchors, pinning: .insecureUnpinned, judged: judged,
        now: { Surroundings.now }
      ).send(request, body: [])
      #expect(heard.withLock { $0.map(\.notes) } == [[.unpinned]])
      #expect(heard.withLock { $0.map(\.bytes) } == [0])
      let opener = try NetworkStreamOpener(
        endpoint: place.endpoint, anchors: anchors, pinning: .insecureUnpinned, judged: judged,
        now: { Surroundings.now })
      await (try opener.open()).close()
      #expect(heard.withLock { $0.map(\.notes) } == [[.unpinned], [.unpinned]])
    }
  }
#endif
