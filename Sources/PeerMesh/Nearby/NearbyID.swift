/// Names a device towards those who are near, for a while: eight random bytes, nothing of the device, its key or its user.
/// It proves nothing; anybody who hears it may say it.
package struct NearbyID: Sendable, Hashable, Comparable {
  package static let byteCount = 8
  package let number: UInt64

  package init(_ number: UInt64) { self.number = number }

  /// Nil for any other count.
  package init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    number = bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Reads ``text``; nil for anything else, capitals and blanks among it.
  package init?(text: String) {
    let digits = Array(text.utf8)
    guard digits.count == 2 * Self.byteCount else { return nil }
    var number: UInt64 = 0
    for digit in digits {
      switch digit {
      case 0x30...0x39: number = number << 4 | UInt64(digit - 0x30)
      case 0x61...0x66: number = number << 4 | UInt64(digit - 0x61 + 10)
      default: return nil
      }
    }
    self.number = number
  }

  package var bytes: [UInt8] {
    stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> UInt64($0)) }
  }

  /// Sixteen hexadecimal digits: the name of a service where the transport wants one.
  package var text: String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 2 * Self.byteCount - digits.count) + digits
  }

  /// What both ends of a link agree on, the one that speaks first in front.
  package static func binding(own: NearbyID, peer: NearbyID, role: LinkRole) -> [UInt8] {
    role == .initiator ? own.bytes + peer.bytes : peer.bytes + own.bytes
  }

  package static func < (left: NearbyID, right: NearbyID) -> Bool { left.number < right.number }
}
