/// What a clock on the wall shows: hours and minutes from 00:00 to 23:59, without day and time zone.
public struct ClockTime: Sendable, Hashable, CustomStringConvertible {
  /// Since 00:00 on the clock's face.
  public let minutes: Int

  public var hour: Int { minutes / 60 }
  public var minute: Int { minutes % 60 }

  /// Nil for a time that no clock of 24 hours shows.
  public init?(hour: Int, minute: Int) {
    guard (0...23).contains(hour), (0...59).contains(minute) else { return nil }
    minutes = hour * 60 + minute
  }

  /// As in `22:30` or `7:05`: minutes have two digits; `24:00` is not a time of this clock.
  ///
  /// - Throws: ``InputRefusal/Reason/notATime``
  public init(_ text: some StringProtocol) throws(InputRefusal) {
    let parts = Array(text.utf8.prefix(6)).split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2,
      let hour = Self.number(parts[0]), let minute = Self.number(parts[1]),
      let valid = ClockTime(hour: hour, minute: minute)
    else { throw InputRefusal(.notATime) }
    self = valid
  }

  public var description: String { "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)" }

  /// ASCII digits only, few enough for no overflow.
  static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard !digits.isEmpty, digits.count <= 4, digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 48) }
  }
}
