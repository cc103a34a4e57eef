import Crypto
import Foundation
import Redaction

/// Opens rows of the first file format, to move them: AES-256-GCM over time and payload, bound to id, kind, sequence,
/// synced flag, key and format.
///
/// Layout of format 1, in bytes: format (1), key id (8), nonce (12), ciphertext, tag (16). The ciphertext holds the
/// creation time (the bits of its seconds since 2001-01-01, big-endian, 8) and the payload.
struct LegacyRowSeal: Sendable {
  static let format: UInt8 = 1
  private static let prefix = 1 + 8 + 12

  private let key: SymmetricKey
  private let keyID: [UInt8]
  private let kind: RecordKind

  init(_ root: borrowing Secret, kind: RecordKind) throws(RecordError) {
    guard root.count == 32 else { throw .keySize(root.count) }
    let input = root.withExposedBytes { SymmetricKey(data: $0) }
    key = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: input, info: Array("record.1.\(kind.text)".utf8), outputByteCount: 32)
    keyID = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: input, info: Array("record.key-id".utf8), outputByteCount: 8
    ).withUnsafeBytes { Array($0) }
    self.kind = kind
  }

  func open(_ sealed: Data, id: UUID, sequence: Int64, synced: Bool) throws(RecordError)
    -> SealedRecord
  {
    let bytes = Array(sealed)
    guard let format = bytes.first, format >= 1 else { throw .altered(id) }
    guard format == Self.format else { throw .newerRow(id) }
    guard bytes.count >= Self.prefix + 8 + 16 else { throw .altered(id) }
    guard bytes[1..<9].elementsEqual(keyID) else { throw .wrongKey(id) }
    var plain: Data
    do {
      let box = try AES.GCM.SealedBox(
        nonce: AES.GCM.Nonce(data: bytes[9..<21]), ciphertext: bytes[21..<(bytes.count - 16)],
        tag: bytes.suffix(16))
      plain = try AES.GCM.open(
        box, using: key, authenticating: context(id, sequence: sequence, synced: synced))
    } catch {
      throw .altered(id)
    }
    defer { plain.resetBytes(in: plain.startIndex..<plain.endIndex) }
    let bits = plain.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return SealedRecord(
      id: id, kind: kind, createdAt: Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits)),
      payload: Array(plain.dropFirst(8)))
  }

  private func context(_ id: UUID, sequence: Int64, synced: Bool) -> [UInt8] {
    let kindBytes = Array(kind.text.utf8)
    return [Self.format] + keyID + withUnsafeBytes(of: id.uuid) { Array($0) }
      + [UInt8(truncatingIfNeeded: kindBytes.count)] + kindBytes
      + Self.bigEndian(UInt64(bitPattern: sequence)) + [synced ? 1 : 0]
  }

  private static func bigEndian(_ number: UInt64) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }
}
