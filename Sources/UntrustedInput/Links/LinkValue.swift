/// A typed part of a link that a rule accepted.
public enum LinkValue: Sendable, Hashable {
  case integer(Int64)
  /// In lower case.
  case uuid(String)
  /// A slug, a code or one of the words that the rule listed.
  case text(String)
  case day(CalendarDay)
}
