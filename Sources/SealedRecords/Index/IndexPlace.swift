/// Where a node stands: level 0 are the leaves; the header stands above all.
struct IndexPlace: Hashable, Sendable {
  static let header = IndexPlace(level: 0xFF, index: 0)

  var level: UInt8
  var index: Int64

  static func leaf(_ index: Int64) -> IndexPlace { IndexPlace(level: 0, index: index) }

  var parent: IndexPlace { IndexPlace(level: level + 1, index: index >> IndexBranch.bits) }
  var slot: Int64 { index & (IndexBranch.span - 1) }
  func child(_ slot: Int64) -> IndexPlace {
    IndexPlace(level: level - 1, index: index << IndexBranch.bits | slot)
  }

  /// The row in the table of nodes.
  var key: Int64 { Int64(level) << 56 | index }

  var bytes: [UInt8] {
    var bytes: [UInt8] = [level]
    bytes.append(number: UInt64(bitPattern: index))
    return bytes
  }
}
