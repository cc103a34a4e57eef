import Crypto
import Foundation
import Redaction

/// Seals the index: AES-256-GCM over a node or the header, bound to the store and to the place in the tree.
struct IndexSeal: Sendable {
  let version: UInt32
  private let key: SymmetricKey
  private let ownerKey: SymmetricKey

  init(_ root: borrowing Secret, version: UInt32) throws(RecordError) {
    guard root.count == 32 else { throw .keySize(root.count) }
    let input = root.withExposedBytes { SymmetricKey(data: $0) }
    // O.Cryp_4#60
    key = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: input, info: Array("record.2.index".utf8), outputByteCount: 32)
    ownerKey = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: input, info: Array("record.2.owner".utf8), outputByteCount: 32)
    self.version = version
  }

  /// A hash that tells owners apart and names none of them to a reader of the file.
  func hash(of owner: RecordOwner, store: [UInt8]) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: store + owner.bytes, using: ownerKey))
  }

  /// Proof that whoever holds the key asked for the wipe.
  func wipeMark(store: [UInt8]) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: Array("wipe".utf8) + store, using: ownerKey))
  }

  func isWipeMark(_ mark: [UInt8], store: [UInt8]) -> Bool {
    HMAC<SHA256>.isValidAuthenticationCode(
      mark, authenticating: Array("wipe".utf8) + store, using: ownerKey)
  }

  func seal(
    _ plain: [UInt8], store: [UInt8], place: IndexPlace,
    using random: inout any RandomNumberGenerator & Sendable
  ) throws(RecordError) -> (bytes: Data, tag: SealTag) {
    let prefix = SealedEnvelope.prefix(keyVersion: version, payloadVersion: 0)
    do {
      let box = try AES.GCM.seal(
        plain, using: key, nonce: .drawn(from: &random),
        authenticating: prefix + store + place.bytes)
      return try SealedEnvelope.joined(prefix, box)
    } catch {
      throw .sealingFailed
    }
  }

  /// Nil when the bytes were not sealed for this place of this store.
  func open(_ sealed: Data, store: [UInt8], place: IndexPlace) -> [UInt8]? {
    guard sealed.count >= SealedEnvelope.overhead else { return nil }
    let context = Array(sealed.prefix(SealedEnvelope.prefix)) + store + place.bytes
    guard
      let box = try? AES.GCM.SealedBox(combined: sealed.dropFirst(SealedEnvelope.prefix)),
      let plain = try? AES.GCM.open(box, using: key, authenticating: context)
    else { return nil }
    return Array(plain)
  }
}

extension AES.GCM.Nonce {
  static func drawn(from random: inout any RandomNumberGenerator & Sendable) throws -> AES.GCM.Nonce {
    let (high, low) = (random.next(), random.next())
    return try Swift.withUnsafeBytes(of: (high, low)) { try AES.GCM.Nonce(data: $0.prefix(12)) }
  }
}

extension SealedEnvelope {
  /// What is stored: the prefix and what was sealed under it, which has its nonce first and its tag last.
  static func joined(_ prefix: [UInt8], _ box: AES.GCM.SealedBox) throws(RecordError) -> (bytes: Data, tag: SealTag) {
    guard let combined = box.combined else { throw .sealingFailed }
    var bytes = Data(capacity: prefix.count + combined.count)
    bytes.append(contentsOf: prefix)
    bytes.append(combined)
    return (bytes, combined.withUnsafeBytes { SealTag(endOf: $0) })
  }
}
