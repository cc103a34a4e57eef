/// Datagrams on a byte stream: two bytes of length, big-endian, then so many bytes. Holds at most one of them.
struct StreamFraming {
  /// The largest datagram of a stream link.
  static let limit = 16_384
  private var bytes: [UInt8] = []

  static func framed(_ datagram: [UInt8]) -> [UInt8] {
    [UInt8(truncatingIfNeeded: datagram.count >> 8), UInt8(truncatingIfNeeded: datagram.count)] + datagram
  }

  /// Hands out the datagrams that these bytes complete. False when the stream breaks the rules: then it is over.
  mutating func add(_ part: ArraySlice<UInt8>, _ take: ([UInt8]) -> Void) -> Bool {
    bytes += part
    var place = 0
    defer { bytes.removeFirst(place) }
    while bytes.count - place >= 2 {
      let count = Int(bytes[place]) << 8 | Int(bytes[place + 1])
      guard (1...Self.limit).contains(count) else { return false }
      guard bytes.count - place - 2 >= count else { return true }
      take(Array(bytes[(place + 2)..<(place + 2 + count)]))
      place += 2 + count
    }
    return true
  }
}
