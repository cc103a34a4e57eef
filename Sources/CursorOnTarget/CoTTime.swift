/// A moment in UTC, to the millisecond, between 1970 and the end of 9999.
///
/// Read in the forms that are seen in the field: `2024-05-01T12:00:00Z` with up to nine digits of a second (the
/// digits after the third are cut off), and with a difference such as `+00:00` in the place of the `Z`. Written with three
/// digits and `Z`. A day that does not exist is refused, and so is a leap second.
/// Source: RFC 3339, section 5.6.
public struct CoTTime: Sendable, Hashable, Comparable, CustomStringConvertible {
  private static let range: ClosedRange<Int64> = 0...253_402_300_799_999

  public let millisecondsSince1970: Int64

  /// - Throws: ``CoTError/invalid(_:)`` `time` for a moment before 1970 or after 9999.
  public init(millisecondsSince1970: Int64) throws(CoTError) {
    guard Self.range.contains(millisecondsSince1970) else { throw .invalid(.time) }
    self.millisecondsSince1970 = millisecondsSince1970
  }

  /// - Throws: ``CoTError/invalid(_:)`` `time`
  public init(_ text: String) throws(CoTError) {
    var text = text
    guard let time = text.withUTF8({ CoTTime(bytes: $0) }) else { throw .invalid(.time) }
    self = time
  }

  /// Nil for what ``init(_:)`` refuses.
  init?(bytes: UnsafeBufferPointer<UInt8>) {
    var form = TimeForm(bytes: bytes)
    guard let moment = form.milliseconds(), Self.range.contains(moment) else { return nil }
    millisecondsSince1970 = moment
  }

  /// This moment moved by so many milliseconds, kept within the range.
  public func advanced(milliseconds: Int64) -> CoTTime {
    let (sum, isTooFar) = millisecondsSince1970.addingReportingOverflow(milliseconds)
    let moment = isTooFar ? (milliseconds < 0 ? Self.range.lowerBound : Self.range.upperBound) : sum
    return CoTTime(clamping: moment)
  }

  private init(clamping moment: Int64) {
    millisecondsSince1970 = min(max(moment, Self.range.lowerBound), Self.range.upperBound)
  }

  public static func < (left: CoTTime, right: CoTTime) -> Bool {
    left.millisecondsSince1970 < right.millisecondsSince1970
  }

  public var description: String {
    let (days, rest) = millisecondsSince1970.quotientAndRemainder(dividingBy: 86_400_000)
    let date = CalendarDay(daysSince1970: Int(days))
    let seconds = Int(rest / 1000)
    var text: [UInt8] = []
    text.reserveCapacity(24)
    func write(_ number: Int, _ digits: Int, _ mark: UInt8) {
      var scale = 1
      for _ in 1..<digits { scale *= 10 }
      while scale > 0 {
        text.append(UInt8(ascii: "0") + UInt8(number / scale % 10))
        scale /= 10
      }
      text.append(mark)
    }
    write(date.year, 4, UInt8(ascii: "-"))
    write(date.month, 2, UInt8(ascii: "-"))
    write(date.day, 2, UInt8(ascii: "T"))
    write(seconds / 3600, 2, UInt8(ascii: ":"))
    write(seconds / 60 % 60, 2, UInt8(ascii: ":"))
    write(seconds % 60, 2, UInt8(ascii: "."))
    write(Int(rest % 1000), 3, UInt8(ascii: "Z"))
    return String(decoding: text, as: UTF8.self)
  }
}

/// The grammar of the moments above.
private struct TimeForm {
  let bytes: UnsafeBufferPointer<UInt8>
  var index = 0

  mutating func milliseconds() -> Int64? {
    guard bytes.count >= 20, bytes.count <= 40, let year = number(4), passes("-"), let month = number(2), passes("-"),
      let day = number(2), passes("T"), let hour = number(2), passes(":"), let minute = number(2), passes(":"),
      let second = number(2), let fraction = fraction(), let offset = offset(), index == bytes.count,
      let date = CalendarDay(year: year, month: month, day: day), hour < 24, minute < 60, second < 60
    else { return nil }
    let seconds = date.daysSince1970 * 86400 + hour * 3600 + (minute - offset) * 60 + second
    return Int64(seconds) * 1000 + Int64(fraction)
  }

  private mutating func number(_ digits: Int) -> Int? {
    guard bytes.count - index >= digits else { return nil }
    var value = 0
    for _ in 0..<digits {
      guard bytes[index] >= 48, bytes[index] <= 57 else { return nil }
      value = value * 10 + Int(bytes[index] - 48)
      index += 1
    }
    return value
  }

  private mutating func passes(_ mark: Unicode.Scalar) -> Bool {
    guard index < bytes.count, bytes[index] == UInt8(ascii: mark) else { return false }
    index += 1
    return true
  }

  /// Milliseconds; 0 without a fraction.
  private mutating func fraction() -> Int? {
    guard passes(".") else { return 0 }
    var value = 0
    var digits = 0
    while index < bytes.count, bytes[index] >= 48, bytes[index] <= 57 {
      if digits < 3 { value = value * 10 + Int(bytes[index] - 48) }
      digits += 1
      index += 1
    }
    guard (1...9).contains(digits) else { return nil }
    for _ in min(digits, 3)..<3 { value *= 10 }
    return value
  }

  /// Minutes east of UTC.
  private mutating func offset() -> Int? {
    if passes("Z") { return 0 }
    let isWest = passes("-")
    guard isWest || passes("+"), let hours = number(2), passes(":"), let minutes = number(2), hours < 24, minutes < 60
    else { return nil }
    return (isWest ? -1 : 1) * (hours * 60 + minutes)
  }
}
