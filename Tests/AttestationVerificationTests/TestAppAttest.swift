import AttestationVerification
import Crypto
import Foundation

/// An App Attest attestation by an authority of this run, with every part open to change.
struct TestAppAttest {
  static let now = Date(timeIntervalSince1970: 1_780_000_000)
  let rootKey: TestAuthority.Key
  /// Its certificate, signed once.
  let root: [UInt8]
  let intermediateKey = TestAuthority.Key.p384(P384.Signing.PrivateKey())
  let key = P256.Signing.PrivateKey()
  var claimedKey: P256.Signing.PublicKey?
  var appID = "ABCDE12345.dev.example"
  var counter: UInt8 = 0
  var aaguid = Array("appattest".utf8) + [UInt8](repeating: 0, count: 7)
  var credentialID: [UInt8]?
  var extensions: [UInt8] = []
  var intermediateIsAuthority = true
  var leafTo = "20270101000000Z"
  var digest: UInt8 = 3
  var hasNull = false
  var receipt: [UInt8] = []

  var keyID: [UInt8] { Array(SHA256.hash(data: key.publicKey.x963Representation)) }
  let clientDataHash = Array(SHA256.hash(data: Data("challenge".utf8)))

  init() throws {
    rootKey = .p384(P384.Signing.PrivateKey())
    let name = TestAuthority.name("root")
    root = try TestAuthority.certificate(
      subject: name, key: rootKey.publicKey, issuer: name, issuerKey: rootKey,
      extensions: [TestAuthority.constraint(isAuthority: true)], digest: 3)
  }

  func leaf(_ authenticatorData: [UInt8]) throws -> [UInt8] {
    let nonce = Array(SHA256.hash(data: authenticatorData + clientDataHash))
    let system = DERWriter.sequence(
      DERWriter.context(1400, DERWriter.octets(Array("27.0".utf8))),
      DERWriter.context(1403, DERWriter.octets(Array("24A1".utf8))))
    return try TestAuthority.certificate(
      subject: TestAuthority.name("leaf"), key: Array(key.publicKey.derRepresentation),
      issuer: TestAuthority.name("intermediate"), issuerKey: intermediateKey,
      extensions: [
        TestAuthority.constraint(isAuthority: false),
        TestAuthority.plain(
          TestAuthority.apple + [2], DERWriter.sequence(DERWriter.context(1, DERWriter.octets(nonce)))),
        TestAuthority.plain(TestAuthority.apple + [7], system),
      ], digest: digest, hasNull: hasNull, to: leafTo)
  }

  var authenticatorData: [UInt8] {
    let point = (claimedKey ?? key.publicKey).x963Representation
    let id = credentialID ?? keyID
    return Array(SHA256.hash(data: Data(appID.utf8))) + [0x40, 0, 0, 0, counter] + aaguid + [0, UInt8(id.count)] + id
      + [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20] + point[1..<33] + [0x22, 0x58, 0x20]
      + point[33..<65] + extensions
  }

  func object(format: String = "apple-appattest") throws -> [UInt8] {
    let intermediate = try TestAuthority.certificate(
      subject: TestAuthority.name("intermediate"), key: intermediateKey.publicKey, issuer: TestAuthority.name("root"),
      issuerKey: rootKey, extensions: [TestAuthority.constraint(isAuthority: intermediateIsAuthority)], digest: 3)
    let data = authenticatorData
    return [0xA3] + Self.text("fmt") + Self.text(format) + Self.text("attStmt") + [0xA2] + Self.text("x5c") + [0x82]
      + Self.bytes(try leaf(data)) + Self.bytes(intermediate) + Self.text("receipt") + Self.bytes(receipt)
      + Self.text("authData") + Self.bytes(data)
  }

  func verifier(roots: [AttestationRoot]? = nil, receiptRoots: [AttestationRoot] = []) throws -> AppAttestVerifier {
    AppAttestVerifier(
      appIDs: ["ABCDE12345.dev.example"], roots: try roots ?? [AttestationRoot(certificate: root)],
      receiptRoots: receiptRoots)
  }

  /// The step that refuses; nil when all pass.
  func refusal(_ object: [UInt8]? = nil, hash: [UInt8]? = nil, keyID: [UInt8]? = nil) throws -> String? {
    let (verifier, bytes) = (try verifier(), try object ?? self.object())
    let result = outcome { () throws(AttestationError) in
      try verifier.verify(
        attestation: bytes, keyID: keyID ?? self.keyID, clientDataHash: hash ?? clientDataHash, now: Self.now)
    }
    return result.verified == nil ? result.refusedAt ?? "no step" : nil
  }

  static func text(_ text: String) -> [UInt8] { [0x60 | UInt8(text.utf8.count)] + text.utf8 }

  static func bytes(_ bytes: [UInt8]) -> [UInt8] {
    let count = bytes.count
    if count < 24 { return [0x40 | UInt8(count)] + bytes }
    if count < 256 { return [0x58, UInt8(count)] + bytes }
    return [0x59, UInt8(count >> 8), UInt8(count & 0xFF)] + bytes
  }
}
