/// The first bytes of a segment of a sealed log: magic (4), version (1), the segment's number (16), the time it began
/// (milliseconds since 1970, big-endian, 8). All of it is authenticated with every line.
///
/// The number is random (12) and tells by the rest (4) under which key the segment is, before there is a line.
struct LogHead: Hashable {
  static let count = 29
  private static let magic: [UInt8] = [0x4D, 0x4C, 0x4F, 0x47]
  private static let version: UInt8 = 1

  let identifier: [UInt8]
  let began: Int64

  init(identifier: [UInt8], began: Int64) {
    self.identifier = identifier
    self.began = began
  }

  /// Nil for a file that is not ours, or of a version that is not known here.
  init?(parsing bytes: some Collection<UInt8>) {
    guard bytes.count >= Self.count else { return nil }
    let head = Array(bytes.prefix(Self.count))
    guard Array(head.prefix(4)) == Self.magic, head[4] == Self.version else { return nil }
    identifier = Array(head[5..<21])
    began = Int64(bitPattern: head[21..<29].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    // It is believed before a seal says so: no time that could not be reckoned with.
    guard began.magnitude <= 9_000_000_000_000_000 else { return nil }
  }

  var bytes: [UInt8] { Self.magic + [Self.version] + identifier + Self.bigEndian(began) }

  static func bigEndian(_ value: Int64) -> [UInt8] {
    stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
