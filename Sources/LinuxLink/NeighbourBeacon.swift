/// What a node says to its group so that others find it: label 4, version 1, token 8. No name, no key, nothing that is
/// the same after a restart; it is not sealed, so whoever listens learns that a mesh is here, and from which address.
struct NeighbourBeacon: Equatable {
  static let byteCount = 13
  private static let head: [UInt8] = Array("mntl".utf8) + [1]
  /// Random for each start: tells one's own voice from others'.
  let token: UInt64

  init(token: UInt64) { self.token = token }

  /// Nil for anything else.
  init?(reading bytes: [UInt8]) {
    guard bytes.count == Self.byteCount, bytes.starts(with: Self.head) else { return nil }
    token = bytes[5...].reduce(0) { $0 << 8 | UInt64($1) }
  }

  var bytes: [UInt8] {
    Self.head + stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: token >> UInt64($0)) }
  }
}
