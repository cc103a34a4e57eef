/// Sealed frames of kinds that live longer, for neighbours that come later: unchanged, bounded, gone with their time.
struct KeptFrames {
  struct Item {
    let header: FrameHeader
    let hops: UInt8
    let frame: [UInt8]
  }

  private(set) var items: [Item] = []
  private var byteCount = 0

  mutating func keep(_ frame: [UInt8], header: FrameHeader, hops: UInt8, limits: MeshLimits, now: MeshTime) {
    guard header.kind.isKept, frame.count <= limits.keptBytes else { return }
    items.removeAll { now - $0.header.sentAt > $0.header.kind.lifetime }
    items.append(Item(header: header, hops: hops, frame: frame))
    byteCount = items.reduce(0) { $0 + $1.frame.count }
    while items.count > limits.keptFrames || byteCount > limits.keptBytes {
      // The least urgent first, among them the oldest.
      guard let least = items.indices.max(by: { items[$0].header.kind.rank < items[$1].header.kind.rank }) else {
        return
      }
      byteCount -= items.remove(at: least).frame.count
    }
  }

  mutating func removeAll() { self = KeptFrames() }
}
