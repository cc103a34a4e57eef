import Crypto
import Foundation
import NetworkTrust
import SecurityPolicy
import SecurityTesting
import SwiftASN1
import Testing
import X509

struct TrustEvaluationTests {
  static let start = Date(timeIntervalSince1970: 1_700_000_000)
  static let end = start.addingTimeInterval(86_400 * 30)
  static let now = start.addingTimeInterval(86_400)
  static let spare = [UInt8](repeating: 7, count: 32)

  let root: TestAuthority
  let issuer: TestAuthority
  let identity: TestIdentity
  let host: ServerHost

  init() throws {
    root = try TestAuthority(name: "root", notBefore: Self.start, notAfter: Self.end)
    issuer = try root.issuer(name: "issuer", notBefore: Self.start, notAfter: Self.end)
    identity = try issuer.issue(.init(notBefore: Self.start, notAfter: Self.end))
    host = try ServerHost("localhost")
  }

  var chain: [[UInt8]] { [identity.certificateDER, issuer.certificateDER] }

  func pins(_ certificate: [UInt8]) throws -> PinSet {
    try PinSet([try ServerPin(certificateDER: certificate), try ServerPin(digest: Self.spare)])
  }

  func evaluation(pinning certificate: [UInt8]) throws -> TrustEvaluation {
    try TrustEvaluation(anchors: .certificates([root.certificateDER]), pins: pins(certificate))
  }

  func error(_ chain: [[UInt8]], host: String = "localhost", now: Date = now) async throws -> NetworkError? {
    let decision = try await evaluation(pinning: root.certificateDER).evaluate(
      chain: chain, host: ServerHost(host), now: now)
    #expect((decision.verdict == .holds) == (decision.error == nil))
    #expect(decision.validatedChain.isEmpty == (decision.error != nil))
    return decision.error
  }

  func isUntrusted(_ error: NetworkError?) -> Bool {
    if case .untrusted = error { true } else { false }
  }

  @Test("A valid path with the leaf's key pinned holds, and the proof is the path")
  func leafPinned() async throws {
    let decision = try await evaluation(pinning: identity.certificateDER).evaluate(
      chain: chain, host: host, now: Self.now)
    #expect(decision.verdict == .holds)
    #expect(decision.validatedChain == chain + [root.certificateDER])
    #expect(decision.proof?.host == host)
  }

  @Test("A pin on an issuer or on the anchor holds, also where the anchor was not presented")
  func authorityPinned() async throws {
    for certificate in [issuer.certificateDER, root.certificateDER] {
      let decision = try await evaluation(pinning: certificate).evaluate(chain: chain, host: host, now: Self.now)
      #expect(decision.verdict == .holds)
    }
  }

  @Test("A valid path without a pinned key fails, and says which keys it saw")
  func wrongPin() async throws {
    let other = try TestAuthority(name: "other", notBefore: Self.start, notAfter: Self.end)
    let decision = try await evaluation(pinning: other.certificateDER).evaluate(chain: chain, host: host, now: Self.now)
    #expect(decision.error == .pinMismatch)
    #expect(decision.proof == nil)
    #expect(decision.pinsSeen == (try (chain + [root.certificateDER]).map { try ServerPin(certificateDER: $0) }))
  }

  @Test("A pinned certificate that is presented beside the path counts for nothing")
  func appendedCertificate() async throws {
    let pinned = try TestAuthority(name: "pinned", notBefore: Self.start, notAfter: Self.end)
    let decision = try await evaluation(pinning: pinned.certificateDER).evaluate(
      chain: chain + [pinned.certificateDER], host: host, now: Self.now)
    #expect(decision.error == .pinMismatch)
  }

  @Test("A pin does not replace validation: a self-made leaf of the pinned authority's name fails")
  func foreignRoot() async throws {
    let impostor = try TestAuthority(name: "root", notBefore: Self.start, notAfter: Self.end)
    let leaf = try impostor.issue(.init(notBefore: Self.start, notAfter: Self.end))
    #expect(isUntrusted(try await error([leaf.certificateDER])))
    #expect(isUntrusted(try await error([leaf.certificateDER, impostor.certificateDER])))
    #expect(isUntrusted(try await error([leaf.certificateDER, root.certificateDER])))
  }

  @Test("A path is valid only between its dates, at the injected time")
  func dates() async throws {
    #expect(try await error(chain, now: Self.end.addingTimeInterval(1)) == .expired)
    #expect(try await error(chain, now: Self.start.addingTimeInterval(-1)) == .notYetValid)
    #expect(try await error(chain, now: Self.end) == nil)
    #expect(try await error(chain, now: Self.start) == nil)
  }

  @Test("An expired issuer fails although the leaf is in date")
  func expiredIssuer() async throws {
    let old = try root.issuer(name: "old", notBefore: Self.start, notAfter: Self.start.addingTimeInterval(60))
    let leaf = try old.issue(.init(notBefore: Self.start, notAfter: Self.end))
    #expect(try await error([leaf.certificateDER, old.certificateDER]) == .expired)
  }

  @Test("A genuine certificate of another host fails")
  func wrongHost() async throws {
    #expect(try await error(chain, host: "other.example") == .hostMismatch)
    #expect(try await error(chain, host: "127.0.0.1") == .hostMismatch)
  }

  @Test("A wildcard is one whole label below at least two others")
  func wildcards() async throws {
    var request = TestAuthority.Leaf(notBefore: Self.start, notAfter: Self.end)
    request.names = ["*.example.org", "*.org", "*"]
    let leaf = try issuer.issue(request)
    let presented = [leaf.certificateDER, issuer.certificateDER]
    #expect(try await error(presented, host: "a.example.org") == nil)
    for host in ["example.org", "a.b.example.org", "org", "localhost"] {
      #expect(try await error(presented, host: host) == .hostMismatch)
    }
  }

  @Test(
    "A host below a name that its authority may not vouch for is refused, however the certificate spells it",
    arguments: [
      ("secret.example.org", TrustRefusal.nameConstraints), ("*.example.org", .nameConstraints),
      ("secret.example.org.", .wrongName),
    ])
  func excludedNames(_ name: String, _ refusal: TrustRefusal) async throws {
    let (key, leafKey) = (P256.Signing.PrivateKey(), P256.Signing.PrivateKey())
    let authority = try DistinguishedName { CommonName("constrained") }
    let anchor = try Certificate(
      version: .v3, serialNumber: .init(), publicKey: .init(key.publicKey), notValidBefore: Self.start,
      notValidAfter: Self.end, issuer: authority, subject: authority,
      extensions: Certificate.Extensions {
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
        Critical(KeyUsage(keyCertSign: true))
        Critical(NameConstraints(excludedSubtrees: [.dnsName("Secret.example.org")]))
      }, issuerPrivateKey: .init(key))
    let leaf = try Certificate(
      version: .v3, serialNumber: .init(), publicKey: .init(leafKey.publicKey), notValidBefore: Self.start,
      notValidAfter: Self.end, issuer: authority, subject: DistinguishedName { CommonName("leaf") },
      extensions: Certificate.Extensions {
        Critical(BasicConstraints.notCertificateAuthority)
        Critical(KeyUsage(digitalSignature: true))
        SubjectAlternativeNames([.dnsName(name)])
        try ExtendedKeyUsage([.serverAuth])
      }, issuerPrivateKey: .init(key))
    let encoded = try [leaf, anchor].map { certificate in
      var serializer = DER.Serializer()
      try serializer.serialize(certificate)
      return serializer.serializedBytes
    }
    let trust = try TrustEvaluation(anchors: .certificates([encoded[1]]), pins: pins(encoded[1]))
    let excluded = await trust.evaluate(
      chain: [encoded[0]], host: try ServerHost("secret.example.org"), now: Self.now)
    #expect(excluded.refusal == refusal)
    let beside = await trust.evaluate(chain: [encoded[0]], host: try ServerHost("other.example.org"), now: Self.now)
    #expect((beside.verdict == .holds) == (name == "*.example.org"))
  }

  @Test("An address is matched by an address and not by a name")
  func addresses() async throws {
    var request = TestAuthority.Leaf(notBefore: Self.start, notAfter: Self.end)
    request.names = ["127.0.0.1"]
    let named = try issuer.issue(request)
    #expect(
      try await error([named.certificateDER, issuer.certificateDER], host: "127.0.0.1") == .hostMismatch)
    request.addresses = [[127, 0, 0, 1], [UInt8](repeating: 0, count: 15) + [1]]
    let addressed = try issuer.issue(request)
    for address in ["127.0.0.1", "::1"] {
      #expect(try await error([addressed.certificateDER, issuer.certificateDER], host: address) == nil)
    }
  }

  @Test("A certificate that may not sign cannot be an issuer")
  func notAnAuthority() async throws {
    let pretender = try root.issuer(
      name: "pretender", notBefore: Self.start, notAfter: Self.end, isAuthority: false)
    let leaf = try pretender.issue(.init(notBefore: Self.start, notAfter: Self.end))
    #expect(isUntrusted(try await error([leaf.certificateDER, pretender.certificateDER])))
  }

  @Test("A client's certificate is no server")
  func clientCertificate() async throws {
    var request = TestAuthority.Leaf(notBefore: Self.start, notAfter: Self.end)
    request.extendedKeyUsages = [.clientAuth]
    let leaf = try issuer.issue(request)
    #expect(isUntrusted(try await error([leaf.certificateDER, issuer.certificateDER])))
  }

  @Test("A missing issuer leaves no path")
  func missingIssuer() async throws {
    #expect(isUntrusted(try await error([identity.certificateDER])))
  }

  @Test("The order of the issuers does not matter")
  func order() async throws {
    #expect(try await error([identity.certificateDER, root.certificateDER, issuer.certificateDER]) == nil)
  }

  @Test("An oversized chain is refused before it is read")
  func oversized() async throws {
    let junk = [UInt8](repeating: 0, count: 10)
    #expect(isUntrusted(try await error(Array(repeating: junk, count: 11))))
    #expect(isUntrusted(try await error([[UInt8](repeating: 0, count: 65_537)])))
    #expect(isUntrusted(try await error([])))
  }

  @Test("Garbage is refused as malformed, wherever it stands in the chain")
  func garbage() async throws {
    #expect(try await error([[0x30, 0x03, 1, 2, 3]]) == .malformedCertificate)
    #expect(try await error(chain + [[1, 2, 3]]) == .malformedCertificate)
    #expect(throws: NetworkError.malformedCertificate) {
      try TrustEvaluation(anchors: .certificates([[1]]), pins: pins(root.certificateDER))
    }
  }

  @Test("A leaf with one changed byte never holds")
  func flippedBytes() async throws {
    for index in stride(from: 0, to: identity.certificateDER.count, by: 7) {
      var leaf = identity.certificateDER
      leaf[index] ^= 1
      #expect(try await error([leaf, issuer.certificateDER]) != nil)
    }
  }

  @Test("Without anchors the verdict is undetermined, which is not success")
  func noAnchors() async throws {
    for anchors in [TrustAnchors.system, .certificates([])] {
      let evaluation = try TrustEvaluation(anchors: anchors, pins: pins(root.certificateDER))
      let decision = await evaluation.evaluate(chain: chain, host: host, now: Self.now)
      guard case .undetermined = decision.verdict else {
        Issue.record("decided without anchors")
        continue
      }
      #expect(decision.proof == nil)
    }
  }

  @Test("Anchors are read from a policy; none means the platform's")
  func anchors() throws {
    let text = Data(root.certificateDER).base64EncodedString()
    #expect(try TrustAnchors(base64: [text]) == .certificates([root.certificateDER]))
    #expect(try TrustAnchors(base64: []) == .system)
    #expect(throws: NetworkError.malformedCertificate) { try TrustAnchors(base64: ["%"]) }
    // Not as if somebody had listed them: what may not be done with the platform's anchors is known by this.
    #expect(TrustAnchors.readable(among: [[1], root.certificateDER]) == .platform([root.certificateDER]))
  }
}
