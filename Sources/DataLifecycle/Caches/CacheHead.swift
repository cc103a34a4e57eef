import Foundation

/// The first bytes of a cache entry's file; believed only after the seal over the whole file held.
///
/// Layout in bytes: version (1), time of storing (milliseconds since 1970, signed, big-endian, 8).
struct CacheHead: Hashable {
  static let count = 9
  private static let version: UInt8 = 1

  private let milliseconds: Int64

  init(stored date: Date) {
    let wanted = (date.timeIntervalSince1970 * 1000).rounded(.down)
    milliseconds = Int64(wanted.isFinite ? min(max(wanted, -9e15), 9e15) : 0)
  }

  /// Reads the first bytes of a file; nil for a version that is not ours.
  init?(parsing file: some Collection<UInt8>) {
    guard file.count >= Self.count, file.first == Self.version else { return nil }
    milliseconds = Int64(bitPattern: file.dropFirst().prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  /// The time of storing, as an entry keeps it.
  var stored: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

  var bytes: [UInt8] {
    [Self.version] + stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: milliseconds >> $0) }
  }
}
