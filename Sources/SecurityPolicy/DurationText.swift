/// Durations as people write them in a policy: an integer and one of `s`, `m`, `h`, `d`, such as `30m`.
///
/// A day is 86 400 seconds. One text has one meaning; no sign, no blanks, no leading zero, no fraction.
public enum DurationText {
  private static let units: [(letter: Character, seconds: Int64)] = [("d", 86400), ("h", 3600), ("m", 60), ("s", 1)]

  /// Nil when the text is not exactly an integer of at most nine digits and a unit.
  public static func parse(_ text: some StringProtocol) -> Duration? {
    guard let unit = units.first(where: { $0.letter == text.last }) else { return nil }
    let digits = text.dropLast()
    guard (1...9).contains(digits.utf8.count), digits.utf8.allSatisfy({ (48...57).contains($0) }),
      digits.utf8.count == 1 || digits.utf8.first != 48, let count = Int64(digits)
    else { return nil }
    return .seconds(count * unit.seconds)
  }

  /// The shortest text with the largest unit that divides the duration; fractions of a second are dropped.
  /// A negative duration has no such text and is written with a sign that ``parse(_:)`` refuses.
  public static func format(_ duration: Duration) -> String {
    let seconds = duration.components.seconds
    guard seconds != 0, let unit = units.first(where: { seconds % $0.seconds == 0 }) else { return "0s" }
    return "\(seconds / unit.seconds)\(unit.letter)"
  }
}
