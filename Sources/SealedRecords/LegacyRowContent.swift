import Foundation

/// What a row of the first file format holds once its seal is opened.
///
/// Layout in bytes: creation time (the bits of its seconds since 2001-01-01, big-endian, 8), payload.
struct LegacyRowContent {
  static let dateCount = 8

  let createdAt: Date
  let payload: [UInt8]

  /// Nil without a finite time: in the index it would make its whole leaf unreadable.
  init?(parsing plain: some Collection<UInt8>) {
    guard plain.count >= Self.dateCount else { return nil }
    let bits = plain.prefix(Self.dateCount).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let seconds = Double(bitPattern: bits)
    guard seconds.isFinite else { return nil }
    createdAt = Date(timeIntervalSinceReferenceDate: seconds)
    payload = Array(plain.dropFirst(Self.dateCount))
  }
}
