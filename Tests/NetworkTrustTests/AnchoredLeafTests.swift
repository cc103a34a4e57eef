import Crypto
import Foundation
import NetworkTrust
import SecurityPolicy
import SecurityTesting
import SwiftASN1
import Testing
import X509

/// A server's own certificate among the anchors: trusted as it is, and still judged.
struct AnchoredLeafTests {
  typealias Leaf = TestAuthority.Leaf

  static let start = Date(timeIntervalSince1970: 1_700_000_000)
  static let end = start.addingTimeInterval(86_400 * 30)
  static let now = start.addingTimeInterval(86_400)

  let authority: TestAuthority

  init() throws { authority = try TestAuthority(name: "authority", notBefore: Self.start, notAfter: Self.end) }

  func decide(_ certificate: [UInt8], presented: [[UInt8]]? = nil, now: Date = now) async throws -> TrustDecision {
    let pins = try PinSet([
      ServerPin(certificateDER: certificate), ServerPin(digest: [UInt8](repeating: 7, count: 32)),
    ])
    return try await TrustEvaluation(anchors: .certificates([certificate]), pins: pins)
      .evaluate(chain: presented ?? [certificate], host: ServerHost("localhost"), now: now)
  }

  func leaf(_ change: (inout Leaf) -> Void = { _ in }) throws -> [UInt8] {
    var leaf = Leaf(notBefore: Self.start, notAfter: Self.end)
    change(&leaf)
    return try authority.issue(leaf).certificateDER
  }

  @Test("Listed among the anchors it is the whole path, also with others beside it")
  func holds() async throws {
    let own = try leaf()
    for presented in [[own], [own, authority.certificateDER]] {
      let decision = try await decide(own, presented: presented)
      #expect(decision.verdict == .holds)
      #expect(decision.validatedChain == [own])
    }
  }

  @Test("Its dates, names and usages are judged as ever")
  func judged() async throws {
    #expect(try await decide(leaf(), now: Self.end.addingTimeInterval(1)).refusal == .expired)
    #expect(try await decide(leaf(), now: Self.start.addingTimeInterval(-1)).refusal == .notYetValid)
    #expect(try await decide(leaf { $0.names = ["other.example"] }).refusal == .wrongName)
    #expect(try await decide(leaf { $0.extendedKeyUsages = [.clientAuth] }).refusal == .notForServers)
  }

  @Test("A critical extension that nobody understands refuses it")
  func unknownCriticalExtension() async throws {
    let (key, name) = (P256.Signing.PrivateKey(), try DistinguishedName { CommonName("server") })
    let made = try Certificate(
      version: .v3, serialNumber: .init(), publicKey: .init(key.publicKey), notValidBefore: Self.start,
      notValidAfter: Self.end, issuer: name, subject: name,
      extensions: Certificate.Extensions {
        SubjectAlternativeNames([.dnsName("localhost")])
        Certificate.Extension(oid: [1, 3, 6, 1, 4, 1, 99999, 1], critical: true, value: [5, 0])
      }, issuerPrivateKey: .init(key))
    var serializer = DER.Serializer()
    try serializer.serialize(made)
    #expect(try await decide(serializer.serializedBytes).refusal == .unknownCriticalExtension)
  }

  @Test("Another certificate of the same name and issuer is not the listed one")
  func sameNameIsNotTheSame() async throws {
    let decision = try await decide(leaf(), presented: [leaf()])
    #expect(decision.refusal == .unknownIssuer)
  }

  @Test("It vouches for nothing but itself")
  func signsNothing() async throws {
    let own = try TestAuthority(name: "own", notBefore: Self.start, notAfter: Self.end)
      .issuer(name: "server", notBefore: Self.start, notAfter: Self.end, isAuthority: false)
    let below = try own.issue(Leaf(notBefore: Self.start, notAfter: Self.end)).certificateDER
    #expect(try await decide(own.certificateDER, presented: [below]).refusal == .notAnAuthority)
  }

  #if os(Linux)
    @Test(
      "What `openssl req -x509` makes for a server alone holds when its file is bundled",
      .enabled(if: OpenSSL.isThere, "no openssl (apt-get install openssl)"))
    func bundledFile() async throws {
      let openssl = try OpenSSL()
      try openssl.run(
        "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key.pem -outform DER -out server.der"
          + " -subj /CN=server -addext basicConstraints=CA:FALSE -addext subjectAltName=DNS:localhost -days 30")
      let file = try openssl.bytes("server.der")
      let decision = try await decide(file, now: Date())
      #expect(decision.verdict == .holds)
      #expect(decision.validatedChain == [file])
      #expect(try await decide(file, now: Date().addingTimeInterval(86_400 * 31)).refusal == .expired)
    }
  #endif
}
