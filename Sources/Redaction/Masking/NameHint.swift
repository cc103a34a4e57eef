/// What the names that a value stands under tell of it; the more, the greater.
enum NameHint: Int, Comparable {
  case nothing
  /// A telephone number where it has enough digits.
  case phone
  /// A secret, whatever it looks like.
  case secret

  static func < (one: NameHint, other: NameHint) -> Bool { one.rawValue < other.rawValue }
}
