import UntrustedInput

/// Words of a notification that cannot carry what somebody typed or a server sent.
///
/// It is written in the source and nowhere else: as a literal, with times, weekdays and small numbers put in. A `String`
/// does not fit:
///
/// ```swift
/// let fine: NotificationText = "Noch \(count) Tage"
/// let name: String = …
/// let wrong: NotificationText = "Hallo \(name)"   // does not compile
/// ```
///
/// Does not protect against words that are themselves sensitive ("Take your lithium"), nor against a number that is: who
/// writes them answers for them. Source: BSI TR-03161-1 O.Plat_4.
public struct NotificationText: Sendable, Hashable, ExpressibleByStringInterpolation {
  enum Piece: Sendable, Hashable {
    case words(String)
    case time(ReminderTime)
    case weekday(ReminderWeekday)
    case count(ReminderCount)
  }

  /// Collects the pieces of an interpolated literal. It has no way in for a `String`.
  public struct StringInterpolation: StringInterpolationProtocol, Sendable {
    var pieces: [Piece] = []

    /// What the compiler calls before the first piece.
    public init(literalCapacity: Int, interpolationCount: Int) {
      pieces.reserveCapacity(2 * interpolationCount + 1)
    }

    /// Words that stand in the source: a `StaticString` cannot be made while the program runs.
    public mutating func appendLiteral(_ literal: StaticString) { pieces.append(.words("\(literal)")) }
    /// A time, as in `23:05`.
    public mutating func appendInterpolation(_ time: ReminderTime) { pieces.append(.time(time)) }
    /// A day, by its name in the language of the text.
    public mutating func appendInterpolation(_ weekday: ReminderWeekday) { pieces.append(.weekday(weekday)) }
    /// A number in digits.
    public mutating func appendInterpolation(_ count: ReminderCount) { pieces.append(.count(count)) }
  }

  // O.Plat_4#847
  private let pieces: [Piece]

  public init(stringLiteral value: StaticString) { pieces = [.words("\(value)")] }
  /// What the compiler makes of an interpolated literal.
  public init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }

  func text(in language: DisplayLanguage) -> String {
    pieces.map { piece in
      switch piece {
      case .words(let words): words
      case .time(let time): time.text
      case .weekday(let weekday): weekday.text(in: language)
      case .count(let count): "\(count.number)"
      }
    }.joined()
  }
}
