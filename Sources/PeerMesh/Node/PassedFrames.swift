/// How far the last frames were passed on. A copy that comes later by a shorter way may go further than the first, so it is
/// passed on again: at most once for each number of hops.
struct PassedFrames {
  private static let limit = 128
  private var hops: [FrameID: UInt8] = [:]
  private var order: [FrameID] = []

  /// Whether a copy with so many hops left goes further than all before; remembers it.
  mutating func isFurther(_ id: FrameID, hops new: UInt8) -> Bool {
    guard let old = hops[id] else { return false }
    guard new > old else { return false }
    hops[id] = new
    return true
  }

  func contains(_ id: FrameID) -> Bool { hops[id] != nil }

  /// A frame that came for the first time.
  mutating func note(_ id: FrameID, hops new: UInt8) {
    if order.count >= Self.limit { hops[order.removeFirst()] = nil }
    order.append(id)
    hops[id] = new
  }
}
