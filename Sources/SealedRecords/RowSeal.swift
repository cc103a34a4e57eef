import Crypto
import Foundation
import Redaction

/// Seals one row: AES-256-GCM over times and payload, bound to store, kind, id, sequence, payload version, plain columns,
/// key version and format.
///
/// Layout: ``SealedEnvelope``. The ciphertext holds the creation time and the record's date (the bits of seconds since
/// 2001-01-01, big-endian, 8 each) and the payload.
struct RowSeal: Sendable {
  static let payloadLimit = 16 * 1024 * 1024
  /// The longest sealed row: times and payload in their envelope. Of a longer one nothing is read, its format neither:
  /// a repair takes it out. A format with longer rows has to raise the file's version.
  static let sealedLimit = payloadLimit + 16 + SealedEnvelope.overhead

  /// What stands in clear beside the ciphertext.
  struct Place {
    var store: [UInt8]
    var id: UUID
    var sequence: Int64
    var plain: String?
  }

  private let key: SymmetricKey
  private let kind: RecordKind
  private let kindBytes: [UInt8]
  private let version: UInt32

  init(_ root: borrowing Secret, kind: RecordKind, version: UInt32) throws(RecordError) {
    guard root.count == 32 else { throw .keySize(root.count) }
    let input = root.withExposedBytes { SymmetricKey(data: $0) }
    key = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: input, info: Array("record.2.row.\(kind.text)".utf8), outputByteCount: 32)  // O.Cryp_4#2
    self.kind = kind
    self.version = version
    kindBytes = [UInt8(truncatingIfNeeded: kind.text.utf8.count)] + Array(kind.text.utf8)
  }

  func seal(
    _ record: SealedRecord, at place: Place, payloadVersion: UInt16,
    using random: inout any RandomNumberGenerator & Sendable
  ) throws(RecordError) -> (bytes: Data, tag: SealTag) {
    guard record.payload.count <= Self.payloadLimit else {
      throw .tooLarge(limit: Self.payloadLimit)
    }
    var plain: [UInt8] = []
    plain.reserveCapacity(16 + record.payload.count)
    plain.append(number: record.createdAt.timeIntervalSinceReferenceDate.bitPattern)
    plain.append(number: record.date.timeIntervalSinceReferenceDate.bitPattern)
    plain += record.payload
    defer { plain.withUnsafeMutableBytes { $0.copyBytes(from: repeatElement(0, count: $0.count)) } }
    let prefix = SealedEnvelope.prefix(keyVersion: version, payloadVersion: payloadVersion)
    do {
      let box = try AES.GCM.seal(
        plain, using: key, nonce: .drawn(from: &random), authenticating: context(prefix, place))  // O.Data_2#2
      return try SealedEnvelope.joined(prefix, box)
    } catch {
      throw .sealingFailed
    }
  }

  /// The record, its plain columns left out.
  func open(_ sealed: Data, at place: Place) throws(RecordError) -> SealedRecord {
    let start = sealed.startIndex + SealedEnvelope.prefix
    guard sealed.count >= SealedEnvelope.overhead + 16 else { throw .altered(place.id) }
    var plain: Data
    do {
      let box = try AES.GCM.SealedBox(combined: sealed[start...])
      plain = try AES.GCM.open(
        box, using: key, authenticating: context(Array(sealed[sealed.startIndex..<start]), place))
    } catch {
      throw .altered(place.id)
    }
    defer { plain.resetBytes(in: plain.startIndex..<plain.endIndex) }  // O.Source_7#2
    return plain.withUnsafeBytes { bytes in
      func date(_ offset: Int) -> Date {
        let bits = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        return Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits))
      }
      return SealedRecord(
        id: place.id, kind: kind, createdAt: date(0), date: date(8), payload: Array(bytes[16...]))
    }
  }

  private func context(_ prefix: [UInt8], _ place: Place) -> [UInt8] {
    var context = prefix
    context.reserveCapacity(
      prefix.count + place.store.count + kindBytes.count + 24 + (place.plain?.utf8.count ?? 0))
    context += place.store
    context += kindBytes
    withUnsafeBytes(of: place.id.uuid) { context.append(contentsOf: $0) }
    context.append(number: UInt64(bitPattern: place.sequence))
    if let plain = place.plain { context += plain.utf8 }
    return context
  }
}
