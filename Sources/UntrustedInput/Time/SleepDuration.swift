/// How long somebody slept: 0 to 24 hours, in whole minutes.
public struct SleepDuration: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// One day, the last value that is accepted.
  public static let longestMinutes = 24 * 60

  public let minutes: Int

  public var duration: Duration { .seconds(minutes * 60) }

  /// - Throws: ``InputRefusal/Reason/durationTooLong``; ``InputRefusal/Reason/notADuration`` below zero.
  public init(minutes: Int) throws(InputRefusal) {
    guard minutes >= 0 else { throw InputRefusal(.notADuration) }
    guard minutes <= Self.longestMinutes else { throw InputRefusal(.durationTooLong, limit: 24) }
    self.minutes = minutes
  }

  /// `7:30`, `7h30m`, `7h` or `450m`: no sign, no fraction, no blanks; beside hours, minutes end at 59.
  ///
  /// - Throws: as ``init(minutes:)``.
  public init(_ text: some StringProtocol) throws(InputRefusal) {  // O.Source_1#862
    let bytes = Array(text.utf8.prefix(8))
    guard bytes.count <= 7 else { throw InputRefusal(.notADuration) }
    if let colon = bytes.firstIndex(of: UInt8(ascii: ":")) {
      let minutes = bytes[(colon + 1)...]
      guard minutes.count == 2 else { throw InputRefusal(.notADuration) }
      try self.init(hours: bytes[..<colon], minutes: minutes)
    } else if let mark = bytes.firstIndex(of: UInt8(ascii: "h")) {
      let rest = bytes[(mark + 1)...]
      guard rest.isEmpty || rest.last == UInt8(ascii: "m") && rest.count > 1 else { throw InputRefusal(.notADuration) }
      try self.init(hours: bytes[..<mark], minutes: rest.isEmpty ? [48] : rest.dropLast())
    } else {
      guard bytes.last == UInt8(ascii: "m"), let minutes = ClockTime.number(bytes.dropLast()) else {
        throw InputRefusal(.notADuration)
      }
      try self.init(minutes: minutes)
    }
  }

  private init(hours: ArraySlice<UInt8>, minutes: ArraySlice<UInt8>) throws(InputRefusal) {
    guard let hours = ClockTime.number(hours), minutes.count <= 2, let minutes = ClockTime.number(minutes), minutes < 60
    else { throw InputRefusal(.notADuration) }
    try self.init(minutes: hours * 60 + minutes)
  }

  /// As in `7:30`, which ``init(_:)`` reads back.
  public var description: String { "\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)" }

  public static func < (one: SleepDuration, other: SleepDuration) -> Bool { one.minutes < other.minutes }
}
