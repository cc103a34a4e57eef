/// What two devices say to each other before a link is there: label 4, version 1, id 8. No name, no key. It is not sealed:
/// whoever listens or asks learns that a mesh is here. What follows is proven by the mesh.
package struct NearbyGreeting: Sendable, Hashable {
  package static let byteCount = 13
  private static let head: [UInt8] = Array("mntl".utf8) + [1]
  package let id: NearbyID

  package init(id: NearbyID) { self.id = id }

  /// Nil for anything else, a newer version among it.
  package init?(reading bytes: [UInt8]) {
    guard bytes.count == Self.byteCount, bytes.starts(with: Self.head), let id = NearbyID(bytes: Array(bytes[5...]))
    else { return nil }
    self.id = id
  }

  package var bytes: [UInt8] { Self.head + id.bytes }
}
