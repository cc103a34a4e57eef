import Crypto
import Foundation

/// An App Attest attestation by an authority of this run, with every part open to change.
package struct TestAppAttest {
  package static let now = Date(timeIntervalSince1970: 1_780_000_000)
  package let rootKey: TestAuthority.Key
  /// Its certificate, signed once.
  package let root: [UInt8]
  package let intermediateKey = TestAuthority.Key.p384(P384.Signing.PrivateKey())
  package var key = P256.Signing.PrivateKey()
  package var claimedKey: P256.Signing.PublicKey?
  package var appID = "ABCDE12345.dev.example"
  package var counter: UInt8 = 0
  package var aaguid = Array("appattest".utf8) + [UInt8](repeating: 0, count: 7)
  package var credentialID: [UInt8]?
  package var extensions: [UInt8] = []
  package var intermediateIsAuthority = true
  package var leafTo = "20270101000000Z"
  package var digest: UInt8 = 3
  package var hasNull = false
  package var receipt: [UInt8] = []
  package var osVersion = "27.0"

  package var keyID: [UInt8] { Array(SHA256.hash(data: key.publicKey.x963Representation)) }
  package var clientDataHash = Array(SHA256.hash(data: Data("challenge".utf8)))

  package init() throws {
    rootKey = .p384(P384.Signing.PrivateKey())
    let name = TestAuthority.name("root")
    root = try TestAuthority.certificate(
      subject: name, key: rootKey.publicKey, issuer: name, issuerKey: rootKey,
      extensions: [TestAuthority.constraint(isAuthority: true)], digest: 3)
  }

  package func leaf(_ authenticatorData: [UInt8]) throws -> [UInt8] {
    let nonce = Array(SHA256.hash(data: authenticatorData + clientDataHash))
    let system = DERWriter.sequence(
      DERWriter.context(1400, DERWriter.octets(Array(osVersion.utf8))),
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

  package var authenticatorData: [UInt8] {
    let point = (claimedKey ?? key.publicKey).x963Representation
    let id = credentialID ?? keyID
    return Array(SHA256.hash(data: Data(appID.utf8))) + [0x40, 0, 0, 0, counter] + aaguid + [0, UInt8(id.count)] + id
      + [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20] + point[1..<33] + [0x22, 0x58, 0x20]
      + point[33..<65] + extensions
  }

  package func object(format: String = "apple-appattest") throws -> [UInt8] {
    let intermediate = try TestAuthority.certificate(
      subject: TestAuthority.name("intermediate"), key: intermediateKey.publicKey, issuer: TestAuthority.name("root"),
      issuerKey: rootKey, extensions: [TestAuthority.constraint(isAuthority: intermediateIsAuthority)], digest: 3)
    let data = authenticatorData
    return [0xA3] + Self.text("fmt") + Self.text(format) + Self.text("attStmt") + [0xA2] + Self.text("x5c") + [0x82]
      + Self.bytes(try leaf(data)) + Self.bytes(intermediate) + Self.text("receipt") + Self.bytes(receipt)
      + Self.text("authData") + Self.bytes(data)
  }

  package static func text(_ text: String) -> [UInt8] { [0x60 | UInt8(text.utf8.count)] + text.utf8 }

  package static func bytes(_ bytes: [UInt8]) -> [UInt8] {
    let count = bytes.count
    if count < 24 { return [0x40 | UInt8(count)] + bytes }
    if count < 256 { return [0x58, UInt8(count)] + bytes }
    return [0x59, UInt8(count >> 8), UInt8(count & 0xFF)] + bytes
  }

  /// The map that systems from iOS 27 on append: a signing category and a bundle version.
  package static func categories(_ number: UInt8) -> [UInt8] {
    [0xA2] + [0x78, 28] + Array("apple_validation_category_01".utf8) + [0x44, number, 0, 0, 0]
      + [0x77] + Array("apple_bundle_version_01".utf8) + [0x61, 0x31]
  }

  /// An assertion with the key over other client data.
  package func assertion(over hash: [UInt8], counter: UInt8, appID: String? = nil) throws -> [UInt8] {
    let data =
      Array(SHA256.hash(data: Data((appID ?? self.appID).utf8))) + [0x40, 0, 0, 0, counter] + extensions
    let nonce = Data(SHA256.hash(data: data + hash))
    return [0xA2] + Self.text("signature") + Self.bytes(Array(try key.signature(for: nonce).derRepresentation))
      + Self.text("authenticatorData") + Self.bytes(data)
  }
}
