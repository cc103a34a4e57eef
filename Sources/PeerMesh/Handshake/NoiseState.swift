import Crypto
import Foundation

/// The symmetric half of a Noise handshake with AESGCM and SHA256: chaining key, hash, and one cipher.
/// Source: The Noise Protocol Framework, revision 34, sections 5.1 and 5.2.
struct NoiseState {
  private var chaining: SymmetricKey
  private(set) var hash: [UInt8]
  private var key: SymmetricKey?
  private var number: UInt64 = 0

  /// - Parameter protocolName: at most 32 bytes.
  init(protocolName: String, prologue: [UInt8]) {
    hash = Array(protocolName.utf8)
    hash += [UInt8](repeating: 0, count: 32 - hash.count)
    chaining = SymmetricKey(data: hash)
    mixHash(prologue)
  }

  mutating func mixHash(_ bytes: [UInt8]) { hash = Array(SHA256.hash(data: hash + bytes)) }

  mutating func mixKey(_ material: SymmetricKey) {
    let parts = derive(material, count: 2)
    (chaining, key, number) = (parts[0], parts[1], 0)
  }

  /// With a pre-shared key in the pattern, ephemeral keys enter the chain as well.
  mutating func mixEphemeral(_ key: [UInt8]) {
    mixHash(key)
    mixKey(SymmetricKey(data: key))
  }

  mutating func mixKeyAndHash(_ material: SymmetricKey) {
    let parts = derive(material, count: 3)
    chaining = parts[0]
    mixHash(parts[1].withUnsafeBytes { Array($0) })
    (key, number) = (parts[2], 0)
  }

  mutating func encryptAndHash(_ plain: [UInt8]) throws(MeshError) -> [UInt8] {
    guard let key else { throw .sealingFailed }
    var sealed: [UInt8] = []
    try CounterSeal.seal(plain, number: number, key: key, authenticating: hash, into: &sealed)
    number += 1
    mixHash(sealed)
    return sealed
  }

  /// Nil unless the tag is right.
  mutating func decryptAndHash(_ sealed: [UInt8]) -> [UInt8]? {
    guard let key, let plain = CounterSeal.open(sealed[...], number: number, key: key, authenticating: hash) else {
      return nil
    }
    number += 1
    mixHash(sealed)
    return Array(plain)
  }

  /// The keys of the two directions, the initiator's first.
  func split() -> (SymmetricKey, SymmetricKey) {
    let parts = derive(SymmetricKey(data: [UInt8]()), count: 2)
    return (parts[0], parts[1])
  }

  private func derive(_ material: SymmetricKey, count: Int) -> [SymmetricKey] {
    let all = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: material, salt: chaining.withUnsafeBytes { Data($0) }, outputByteCount: 32 * count)
    return all.withUnsafeBytes { bytes in
      (0..<count).map { SymmetricKey(data: UnsafeRawBufferPointer(rebasing: bytes[32 * $0..<32 * $0 + 32])) }
    }
  }
}
