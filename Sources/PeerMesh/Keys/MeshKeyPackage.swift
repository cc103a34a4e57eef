import Crypto
import Foundation
import Redaction
import UntrustedInput

/// A mission's key sealed to one device (HPKE): whoever else gets the file learns nothing but the id of that device.
///
/// As text `mantlet-mesh-package:` and base64url of: version 1, recipient's id 16, encapsulated key 32, sealed key record.
/// Nothing in it says who made it: anybody who knows the device's card can make one, so the fingerprint is compared as with
/// every key. The package can be opened as long as the device's keys are there: remove it after use.
/// Source: RFC 9180, base mode; BSI TR-03161-1 O.Cryp_4, O.Data_2.
public enum MeshKeyPackage {
  public static let prefix = "mantlet-mesh-package:"
  private static let suite = HPKE.Ciphersuite(kem: .Curve25519_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_256)

  /// The key for this device alone.
  ///
  /// - Throws: ``MeshError/sealingFailed``.
  public static func text(of key: MeshKey, for card: MeshDeviceCard) throws(MeshError) -> String {
    guard let recipient = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: card.agreementKey),
      var sender = try? HPKE.Sender(recipientKey: recipient, ciphersuite: suite, info: info(card.device.id))
    else { throw .sealingFailed }
    let record = MeshKeyRecord.bytes(of: key)
    guard let sealed = record.withExposedBytes({ try? sender.seal(Data($0)) }) else { throw .sealingFailed }
    return prefix + Base64URL.encode([MeshKeyPackageParts.version] + card.device.id + sender.encapsulatedKey + sealed)
  }

  /// The key for this device, not yet usable: a person must confirm its fingerprint.
  ///
  /// - Throws: ``MeshError/keyText(expected:)``, ``MeshError/newerKeyVersion(_:)``; ``MeshError/sealedForAnother`` for the
  ///   package of another device, ``MeshError/keyChecksum`` for one that was altered; ``MeshError/keyExpired`` and
  ///   ``MeshError/keyNotYetValid`` outside of the key's time.
  public static func read(_ text: String, by device: MeshDevice, now: MeshTime) throws(MeshError) -> PendingMeshKey {
    let parts = try MeshKeyPackageParts(text, prefix: prefix)
    let own = device.signer.publicKey.id
    guard parts.recipient == own else { throw .sealedForAnother }
    guard let key = device.agreementPrivateKey,
      var recipient = try? HPKE.Recipient(
        privateKey: key, ciphersuite: suite, info: info(own), encapsulatedKey: Data(parts.encapsulatedKey)),
      let record = try? recipient.open(Data(parts.sealed))
    else { throw .keyChecksum }
    let found = try MeshKeyRecord.key(reading: Secret(copying: record))
    guard found.suite == .noise else { throw .suiteMismatch }
    try found.checkTime(at: now)
    return PendingMeshKey(found)
  }

  private static func info(_ recipient: [UInt8]) -> Data { Data(Array("mantlet mesh 1 package".utf8) + recipient) }
}
