import Crypto
import Foundation

/// A chain as a device would send it, with every part open to change.
package struct TestAndroidKey {
  package static let now = Date(timeIntervalSince1970: 1_780_000_000)
  package static let challenge = Array("challenge".utf8)
  package let rootKey = TestAuthority.Key.p384(P384.Signing.PrivateKey())
  package let upperKey = TestAuthority.Key.p256(P256.Signing.PrivateKey())
  package let lowerKey = TestAuthority.Key.p256(P256.Signing.PrivateKey())
  package var leafKey = P256.Signing.PrivateKey()
  /// What the key was made for.
  package var challenge = Self.challenge
  package var app = "dev.example"
  package var signer = [UInt8](repeating: 5, count: 32)
  /// 0 verified, 1 self-signed, 2 unverified, 3 failed.
  package var bootState: Int64 = 0
  package var osVersion: Int64 = 160_000
  package var patch: Int64 = 202_605
  package var vendorPatch: Int64?
  package var bootPatch: Int64?
  package var hasApplication = true
  package var isFactory = false
  package var upperTo = "20270101000000Z"
  package var level: Int64 = 1
  package var origin: Int64 = 0
  package var locked: UInt8 = 0xFF
  package var extraTag: Int?
  package var hasRootOfTrust = true
  package var isExtended = false
  package var leafSPKI: [UInt8]?
  /// In the place of the lower authority's key, and of the root's as the one that signs the upper authority.
  package var lowerSPKI: [UInt8]?
  package var forger: TestAuthority.Key?
  package var lowerSerial: Int64 = 0x1234_5678_9ABC

  package func description() -> [UInt8] {
    let trust = DERWriter.sequence(
      DERWriter.octets([1]), DERWriter.boolean(locked), DERWriter.integer(bootState, tag: 0x0A), DERWriter.octets([2]))
    let application = DERWriter.octets(
      DERWriter.sequence(
        DERWriter.set(
          DERWriter.sequence(DERWriter.octets(Array(app.utf8)), DERWriter.integer(3))),
        DERWriter.set(DERWriter.octets(signer))))
    var hardware = DERWriter.context(702, DERWriter.integer(origin))
    if hasRootOfTrust { hardware += DERWriter.context(704, trust) }
    hardware += DERWriter.context(705, DERWriter.integer(osVersion)) + DERWriter.context(706, DERWriter.integer(patch))
    if let vendorPatch { hardware += DERWriter.context(718, DERWriter.integer(vendorPatch)) }
    if let bootPatch { hardware += DERWriter.context(719, DERWriter.integer(bootPatch)) }
    if let extraTag { hardware += DERWriter.context(extraTag, DERWriter.null) }
    let number = DERWriter.integer(level, tag: 0x0A)
    return DERWriter.sequence(
      DERWriter.integer(300), number, DERWriter.integer(300), number, DERWriter.octets(challenge),
      DERWriter.octets([]), DERWriter.value([0x30], hasApplication ? DERWriter.context(709, application) : []),
      DERWriter.value([0x30], hardware))
  }

  package func chain() throws -> [[UInt8]] {
    let authority = TestAuthority.constraint(isAuthority: true)
    let described = TestAuthority.plain(TestAuthority.keyDescription, description())
    let rootName = TestAuthority.name("root", serial: "f92009e853b6b045")
    let upperName = TestAuthority.name(isFactory ? "TEE" : "Droid CA2", serial: isFactory ? "1" : nil)
    let lowerName = TestAuthority.name("attestation key")
    return [
      try TestAuthority.certificate(
        subject: TestAuthority.name("Android Keystore Key"),
        key: leafSPKI ?? Array(leafKey.publicKey.derRepresentation),
        issuer: lowerName, issuerKey: lowerKey, serial: 1, extensions: [described], from: "19700101000000Z",
        to: "19710101000000Z"),
      try TestAuthority.certificate(
        subject: lowerName, key: lowerSPKI ?? lowerKey.publicKey, issuer: upperName, issuerKey: upperKey,
        serial: lowerSerial, extensions: isExtended ? [authority, described] : [authority], digest: 3, hasNull: true),
      try TestAuthority.certificate(
        subject: upperName, key: upperKey.publicKey, issuer: rootName, issuerKey: forger ?? rootKey,
        extensions: [authority], digest: 3, to: upperTo),
      try TestAuthority.certificate(
        subject: rootName, key: rootKey.publicKey, issuer: rootName, issuerKey: rootKey, extensions: [authority],
        digest: 3, from: "20160101000000Z", to: "20260102000000Z"),
    ]
  }

  package init() {}

  /// The chain in PEM, leaf first.
  package func pem() throws -> String {
    try chain().map {
      "-----BEGIN CERTIFICATE-----\n\(Data($0).base64EncodedString())\n-----END CERTIFICATE-----\n"
    }.joined()
  }
}
