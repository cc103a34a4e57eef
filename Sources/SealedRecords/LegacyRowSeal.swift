import Crypto
import Foundation
import Redaction

/// Opens rows of the first file format, to move them: AES-256-GCM over time and payload, bound to id, kind, sequence,
/// synced flag, key and format.
///
/// Layout: ``LegacyRowEnvelope``; the ciphertext holds ``LegacyRowContent``.
struct LegacyRowSeal: Sendable {
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
    let row: LegacyRowEnvelope
    do {
      row = try LegacyRowEnvelope(parsing: Array(sealed))
    } catch {
      throw error == .newer ? .newerRow(id) : .altered(id)
    }
    guard row.keyID.elementsEqual(keyID) else { throw .wrongKey(id) }
    var plain: Data
    do {
      let box = try AES.GCM.SealedBox(
        nonce: AES.GCM.Nonce(data: row.nonce), ciphertext: row.ciphertext, tag: row.tag)
      plain = try AES.GCM.open(
        box, using: key, authenticating: context(id, sequence: sequence, synced: synced))
    } catch {
      throw .altered(id)
    }
    defer { plain.resetBytes(in: plain.startIndex..<plain.endIndex) }
    guard let content = LegacyRowContent(parsing: plain) else { throw .altered(id) }
    return SealedRecord(id: id, kind: kind, createdAt: content.createdAt, payload: content.payload)
  }

  private func context(_ id: UUID, sequence: Int64, synced: Bool) -> [UInt8] {
    let kindBytes = Array(kind.text.utf8)
    return [LegacyRowEnvelope.format] + keyID + withUnsafeBytes(of: id.uuid) { Array($0) }
      + [UInt8(truncatingIfNeeded: kindBytes.count)] + kindBytes
      + Self.bigEndian(UInt64(bitPattern: sequence)) + [synced ? 1 : 0]
  }

  private static func bigEndian(_ number: UInt64) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }
}
