import Crypto
import Foundation
import Redaction

/// What is derived from one mesh key, once.
final class MeshKeySchedule: Sendable {
  let root: Secret
  let id: MeshKeyID
  /// The pre-shared key of the handshake.
  let handshake: SymmetricKey
  /// Blinds the key's id in the first message of a handshake.
  let hint: SymmetricKey
  private let frames: SymmetricKey
  private let senders: SymmetricKey
  private let prints: SymmetricKey

  init(_ root: consuming Secret, epoch: UInt32) {
    // O.Cryp_4#881
    func derived(_ label: String, _ root: borrowing Secret) -> SymmetricKey {
      root.withExposedBytes { bytes in
        var info = Array("mantlet mesh 1 \(label)".utf8)
        info.append(bigEndian: epoch)
        return HKDF<SHA256>.deriveKey(inputKeyMaterial: SymmetricKey(data: bytes), info: info, outputByteCount: 32)
      }
    }
    id = MeshKeyID(derived("key id", root).withUnsafeBytes { $0.loadUnaligned(as: UInt64.self).bigEndian })
    handshake = derived("handshake", root)
    hint = derived("hint", root)
    frames = derived("frames", root)
    senders = derived("senders", root)
    prints = derived("fingerprint", root)
    self.root = root
  }

  /// The key under which one sender seals during one boot: no other sender and no other boot ever uses it, so a
  /// counter is a safe nonce.
  func frameKey(sender: SenderID, boot: UInt64) -> SymmetricKey {
    var salt: [UInt8] = []
    salt.reserveCapacity(16)
    salt.append(bigEndian: sender.number)
    salt.append(bigEndian: boot)
    return HKDF<SHA256>.deriveKey(
      inputKeyMaterial: frames, salt: salt, info: Array("sender".utf8), outputByteCount: 32)
  }

  /// What a device is called in headers under this key; another name under the next key.
  func senderID(of device: MeshDeviceKey) -> SenderID {
    let code = HMAC<SHA256>.authenticationCode(for: device.encoded, using: senders)
    return SenderID(code.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self).bigEndian })
  }

  /// Eight bytes that only holders of the key can match to it, different for every ephemeral key.
  func blindedID(ephemeral: [UInt8]) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: ephemeral, using: hint).prefix(8))
  }

  func fingerprint(of record: [UInt8]) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: record, using: prints).prefix(KeyFingerprint.byteCount))
  }
}
