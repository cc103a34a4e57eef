/// Datagrams on a byte stream: two bytes of length, big-endian, then so many bytes. Holds at most one of them.
package struct DatagramFraming: Sendable {
  /// The largest datagram of a stream.
  package static let limit = 16_384
  private var bytes: [UInt8] = []
  /// The stream broke the rules and is over.
  package private(set) var isBroken = false

  package init() {}

  /// What is kept of a datagram that is not whole.
  package var byteCount: Int { bytes.count }

  /// - Parameter datagram: of 1 to ``limit`` bytes.
  package static func framed(_ datagram: [UInt8]) -> [UInt8] {
    [UInt8(truncatingIfNeeded: datagram.count >> 8), UInt8(truncatingIfNeeded: datagram.count)] + datagram
  }

  /// The datagrams that these bytes complete, up to where the stream breaks the rules.
  package mutating func add(_ part: [UInt8]) -> [[UInt8]] {
    guard !isBroken else { return [] }
    bytes += part
    var (place, whole) = (0, [[UInt8]]())
    defer { bytes.removeFirst(place) }
    while bytes.count - place >= 2 {
      let count = Int(bytes[place]) << 8 | Int(bytes[place + 1])
      guard (1...Self.limit).contains(count) else {
        isBroken = true
        break
      }
      guard bytes.count - place - 2 >= count else { break }
      whole.append(Array(bytes[(place + 2)..<(place + 2 + count)]))
      place += 2 + count
    }
    return whole
  }
}
