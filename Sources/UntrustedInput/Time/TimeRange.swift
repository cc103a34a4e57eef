public import Foundation

/// From one time of the clock to the next, also over midnight: `22:30-06:45`.
///
/// How long that is depends on the day and the place: clocks change. ``interval(on:in:skipped:repeated:)`` gives the two
/// instants, whose distance is exact.
public struct TimeRange: Sendable, Hashable, CustomStringConvertible {
  /// What to do with a time that the clock leaves out when it goes forward.
  public enum SkippedTime: Sendable, Hashable {
    case refuse
    /// As if the clock had not been changed yet: 02:30 is then shown as 03:30.
    case shift
  }

  /// Which one is meant of a time that the clock shows twice when it goes back.
  public enum RepeatedTime: Sendable, Hashable { case first, second }

  public let start: ClockTime
  public let end: ClockTime

  /// Whether the end lies on the day after the start.
  public var crossesMidnight: Bool { end.minutes < start.minutes }

  /// - Throws: ``InputRefusal/Reason/emptyTimeRange``: nothing, or a whole day?
  public init(from start: ClockTime, to end: ClockTime) throws(InputRefusal) {
    guard start != end else { throw InputRefusal(.emptyTimeRange) }
    (self.start, self.end) = (start, end)
  }

  /// Two times with a hyphen or a dash between them, blanks around it allowed.
  ///
  /// - Throws: `notATimeRange`, `notATime`, `emptyTimeRange`.
  public init(_ text: some StringProtocol) throws(InputRefusal) {  // O.Source_1#863
    let scalars = Array(text.unicodeScalars.prefix(17))
    let parts = scalars.split(separator: "-", omittingEmptySubsequences: false).flatMap {
      $0.split(separator: "\u{2013}", omittingEmptySubsequences: false)
    }
    guard scalars.count <= 16, parts.count == 2 else { throw InputRefusal(.notATimeRange) }
    func time(_ part: ArraySlice<Unicode.Scalar>) throws(InputRefusal) -> ClockTime {
      let inner = part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
      return try ClockTime(String(String.UnicodeScalarView(inner)))
    }
    try self.init(from: try time(parts[0]), to: try time(parts[1]))
  }

  public var description: String { "\(start)-\(end)" }

  /// The instants of this range when it starts on `day` in `zone`.
  ///
  /// A start behind the end, which only a clock change makes (02:30 to 02:45, one of them twice), is refused as empty.
  /// Zones that change twice within two days are not understood.
  /// - Throws: `skippedTime` unless `skipped` says otherwise; `emptyTimeRange`.
  public func interval(
    on day: CalendarDay, in zone: TimeZone, skipped: SkippedTime = .refuse, repeated: RepeatedTime = .first
  ) throws(InputRefusal) -> DateInterval {
    let from = try Self.instant(day.number, start, zone, skipped, repeated)
    let to = try Self.instant(day.number + (crossesMidnight ? 1 : 0), end, zone, skipped, repeated)
    guard from < to else { throw InputRefusal(.emptyTimeRange) }
    return DateInterval(start: from, end: to)
  }

  private static func instant(
    _ day: Int, _ time: ClockTime, _ zone: TimeZone, _ skipped: SkippedTime, _ repeated: RepeatedTime
  ) throws(InputRefusal) -> Date {
    let local = Double(day * 86_400 + time.minutes * 60)
    func offset(at seconds: Double) -> Double {
      Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds)))
    }
    let (before, after) = (offset(at: local - 86_400), offset(at: local + 86_400))
    // The larger offset gives the earlier instant.
    let candidates = Set([before, after]).sorted(by: >).map { local - $0 }.filter { local - offset(at: $0) == $0 }
    if let instant = repeated == .first ? candidates.first : candidates.last {
      return Date(timeIntervalSince1970: instant)
    }
    guard skipped == .shift else { throw InputRefusal(.skippedTime) }
    return Date(timeIntervalSince1970: local - before)
  }
}
