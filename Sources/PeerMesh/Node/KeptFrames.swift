/// Sealed frames of kinds that live longer, for neighbours that come later: unchanged, bounded, gone with their time. New
/// keys have a share of their own: nobody but the authority fills it.
struct KeptFrames {
  struct Item: SharedFrame {
    let header: FrameHeader
    var hops: UInt8
    let frame: [UInt8]
    let source: LinkSource?

    var sender: SenderID { header.sender }
    var isEmergency: Bool { header.kind == .emergency }
    var byteCount: Int { frame.count }
  }

  private struct Share {
    var items: [Item] = []
    private var byteCount = 0

    mutating func keep(_ item: Item, count: Int, bytes: Int, now: MeshTime) {
      guard item.frame.count <= bytes else { return }
      items.removeAll { now - $0.header.sentAt > $0.header.kind.lifetime }
      // Of a copy that came by a shorter way only that counts.
      if let place = items.firstIndex(where: { $0.header.id == item.header.id }) {
        items[place].hops = max(items[place].hops, item.hops)
        return
      }
      var step = EmergencyShare.step(for: item, among: items, count: count, bytes: bytes)
      while case .drop(let place) = step {
        items.remove(at: place)
        step = EmergencyShare.step(for: item, among: items, count: count, bytes: bytes)
      }
      if case .refuse = step { return }
      items.append(item)
      byteCount = items.reduce(0) { $0 + $1.frame.count }
      while items.count > count || byteCount > bytes {
        // The least urgent first, among them the oldest.
        guard let least = items.indices.max(by: { items[$0].header.kind.rank < items[$1].header.kind.rank }) else {
          return
        }
        byteCount -= items.remove(at: least).frame.count
      }
    }
  }

  private var keys = Share()
  private var messages = Share()

  /// New keys first.
  var items: [Item] { keys.items + messages.items }

  /// Whether this frame of the authority is kept.
  func holdsKey(_ id: FrameID) -> Bool { keys.items.contains { $0.header.id == id } }

  mutating func keep(
    _ frame: [UInt8], header: FrameHeader, hops: UInt8, from source: LinkSource?, limits: MeshLimits, now: MeshTime
  ) {
    guard header.kind.isKept else { return }
    let item = Item(header: header, hops: hops, frame: frame, source: source)
    if header.kind.isRekey {
      keys.keep(item, count: limits.keyFrames, bytes: limits.keyBytes, now: now)
    } else {
      messages.keep(item, count: limits.keptFrames, bytes: limits.keptBytes, now: now)
    }
  }

  /// Forgets what nobody accepts any more.
  mutating func removeAll(where isUseless: (FrameHeader) -> Bool) {
    keys.items.removeAll { isUseless($0.header) }
    messages.items.removeAll { isUseless($0.header) }
  }
}
