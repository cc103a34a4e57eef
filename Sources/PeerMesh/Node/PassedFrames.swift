/// How far the last frames were passed on. A copy that comes later by a shorter way may go further than the first, so it is
/// passed on again: at most once for each number of hops.
///
/// A copy has the same size and ends with the same half of a tag. Not protected: whoever holds the mission's key can make
/// another frame of which that is true. An unsigned one gets as far as any that is sent in another's name; what must be signed
/// is to be judged before it goes on.
struct PassedFrames {
  private struct Passed {
    let id: FrameID
    let count: Int
    let tag: UInt64
    var hops: UInt8
  }

  private static let limit = 128
  /// A ring. It is searched only after a tag was right: for copies, and for new keys of the authority.
  private var frames: [Passed] = []
  private var oldest = 0

  /// Whether this is a copy that has more hops left than all before.
  func isFurther(_ id: FrameID, _ frame: [UInt8], hops: UInt8) -> Bool {
    guard let known = place(of: id).map({ frames[$0] }) else { return false }
    return frame.count == known.count && Self.tag(of: frame) == known.tag && hops > known.hops
  }

  mutating func raise(_ id: FrameID, hops: UInt8) {
    if let place = place(of: id) { frames[place].hops = hops }
  }

  func contains(_ id: FrameID) -> Bool { place(of: id) != nil }

  /// A frame that came for the first time.
  mutating func note(_ id: FrameID, _ frame: [UInt8], hops: UInt8) {
    let passed = Passed(id: id, count: frame.count, tag: Self.tag(of: frame), hops: hops)
    guard frames.count == Self.limit else { return frames.append(passed) }
    frames[oldest] = passed
    oldest = (oldest + 1) % Self.limit
  }

  /// Of the last one: a stream that was forgotten may be heard again.
  private func place(of id: FrameID) -> Int? {
    for age in 1..<frames.count + 1 {
      let place = (oldest + frames.count - age) % frames.count
      if frames[place].id == id { return place }
    }
    return nil
  }

  /// Half of it.
  private static func tag(of frame: [UInt8]) -> UInt64 {
    frame.withUnsafeBytes { $0.count < 8 ? 0 : $0.loadUnaligned(fromByteOffset: $0.count - 8, as: UInt64.self) }
  }
}
