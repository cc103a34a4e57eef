/// Where the lines of a segment lie: after the head, each as length (big-endian, 4) and so many sealed bytes.
///
/// It believes a length only as far as the bytes reach; what is inside is for ``LogSeal`` to judge.
struct LogFrames {
  /// What a line may take; longer ones are cut before they are sealed.
  static let lineLimit = 16 << 10
  /// Time (8), nonce (12) and tag (16).
  static let overhead = 36

  let ranges: [Range<Int>]
  /// Where the last whole line ends: a write that was interrupted left the bytes behind it.
  let end: Int

  init(in file: [UInt8]) {
    var ranges: [Range<Int>] = []
    var place = LogHead.count
    while file.count - place >= 4 {
      let length = file[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
      guard length >= Self.overhead, length <= Self.lineLimit + Self.overhead, length <= file.count - place - 4 else {
        break
      }
      ranges.append((place + 4)..<(place + 4 + length))
      place += 4 + length
    }
    self.ranges = ranges
    end = min(place, file.count)
  }

  static func frame(_ sealed: [UInt8]) -> [UInt8] {
    stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: sealed.count >> $0) } + sealed
  }
}
