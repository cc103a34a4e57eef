import Crypto
import Foundation
import NetworkTrust
import SecurityTesting
import SwiftASN1
import Testing
import X509

/// Certificates that are there to make judging them dear: what is looked at stays bounded.
struct HostileChainTests {
  static let start = Date(timeIntervalSince1970: 1_700_000_000)
  static let now = start.addingTimeInterval(86_400)

  /// Both signs of each height, as they may stand in a key.
  static let smallOrder: [[UInt8]] = [
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
    "7P///////////////////////////////////////38=", "7f///////////////////////////////////////38=",
    "7v///////////////////////////////////////38=", "JuiVj8KyJ7BFw/SJ8u+Y8NXfrAXTxjM5sTgCiG1T/AU=",
    "xxdqcD1N2E+6PAt2DRBnDyogU/osOczGTsf9d5KsA3o=",
  ].flatMap { text in
    let positive = [UInt8](Data(base64Encoded: text) ?? Data())
    var negative = positive
    negative[31] |= 0x80
    return [positive, negative]
  }

  /// Valid for every key that is the neutral point, whatever was signed: S is 0 and R the neutral point.
  static let universal: [UInt8] = [1] + .init(repeating: 0, count: 63)

  func certificate(
    _ key: [UInt8], of subject: String, by issuer: String, days: Double = 30
  ) throws -> [UInt8] {
    let signer = Curve25519.Signing.PrivateKey()
    let made = try Certificate(
      version: .v3, serialNumber: .init(), publicKey: .init(Curve25519.Signing.PublicKey(rawRepresentation: key)),
      notValidBefore: Self.start, notValidAfter: Self.start.addingTimeInterval(86_400 * days),
      issuer: DistinguishedName { CommonName(issuer) }, subject: DistinguishedName { CommonName(subject) },
      extensions: Certificate.Extensions {
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
        SubjectAlternativeNames([.dnsName("localhost")])
      }, issuerPrivateKey: .init(signer))
    var serializer = DER.Serializer()
    try serializer.serialize(made)
    // The signature is what a certificate ends in.
    return serializer.serializedBytes.dropLast(64) + Self.universal
  }

  func refusal(_ chain: [[UInt8]], anchor: TestAuthority) async throws -> TrustRefusal? {
    let trust = try TrustEvaluation(anchors: .certificates([anchor.certificateDER]), pinning: .insecureUnpinned)
    return await trust.evaluate(chain: chain, host: try ServerHost("localhost"), now: Self.now).refusal
  }

  func root() throws -> TestAuthority {
    try TestAuthority(name: "root", notBefore: Self.start, notAfter: Self.start.addingTimeInterval(86_400 * 90))
  }

  @Test("One signature fits several encodings of the neutral point, so such keys bound nothing")
  func premise() throws {
    let fitting = Self.smallOrder.filter {
      (try? Curve25519.Signing.PublicKey(rawRepresentation: $0))?
        .isValidSignature(Self.universal, for: [UInt8]("anything".utf8)) == true
    }
    #expect(Set(Self.smallOrder).count == 14)
    #expect(fitting.count >= 2)
  }

  @Test("A key of small order is refused as weak: in a leaf, an issuer and an anchor", arguments: smallOrder)
  func weakKey(key: [UInt8]) async throws {
    let hostile = try certificate(key, of: "S", by: "S")
    #expect(try await refusal([hostile], anchor: root()) == .weakKey)
    let leaf = try certificate(.init(Curve25519.Signing.PrivateKey().publicKey.rawRepresentation), of: "leaf", by: "S")
    #expect(try await refusal([leaf, hostile], anchor: root()) == .weakKey)
    #expect(throws: NetworkError.untrusted(.weakKey)) {
      try TrustEvaluation(anchors: .certificates([hostile]), pinning: .insecureUnpinned)
    }
  }

  @Test("Nine issuers that all issued each other are refused, in no time", .timeLimit(.minutes(15)))
  func everybodyIssuedEverybody() async throws {
    let leaf = try certificate(.init(Curve25519.Signing.PrivateKey().publicKey.rawRepresentation), of: "leaf", by: "S")
    let issuers = try Self.smallOrder.prefix(9).map { try certificate($0, of: "S", by: "S") }
    #expect(try await refusal([leaf] + issuers, anchor: root()) == .weakKey)
  }

  @Test("Of the issuers of one name the three that are valid longest are looked at, and no more", arguments: [2, 3, 8])
  func fewOfOneName(others: Int) async throws {
    let root = try root()
    func issuer(days: Double) throws -> TestAuthority {
      try root.issuer(
        name: "issuer", notBefore: Self.start, notAfter: Self.start.addingTimeInterval(86_400 * days))
    }
    let longer = try (0..<others).map { _ in try issuer(days: 60).certificateDER }
    for (days, isLookedAt) in [(30.0, others < 3), (61, true)] {
      let right = try issuer(days: days)
      let leaf = try right.issue(.init(notBefore: Self.start, notAfter: Self.start.addingTimeInterval(86_400 * 20)))
      let expected: TrustRefusal? = isLookedAt ? nil : .badSignature
      #expect(try await refusal([leaf.certificateDER] + longer + [right.certificateDER], anchor: root) == expected)
      #expect(try await refusal([leaf.certificateDER, right.certificateDER] + longer, anchor: root) == expected)
    }
  }
}
