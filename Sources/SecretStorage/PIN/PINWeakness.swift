/// Why ``PINRules`` refuse a PIN that somebody chose. Names the kind and never a digit.
@nonexhaustive
public enum PINWeakness: Sendable, Hashable {
  case tooShort(minimum: Int)
  case tooLong(maximum: Int)
  /// One digit over and over (`0000`), or with one other digit among five or more (`000001`).
  case repetition
  /// Steps of one or two, up or down (`1234`, `8642`), also past the zero (`8901`).
  case row
  /// A part that comes again, doubled or mirrored (`1212`, `112233`, `1221`).
  case pairs
  /// A figure on the keypad (`2580`, `1397`, `147258`).
  case keypad
  /// A day, a month with its year, or a year (`2412`, `0785`, `1987`, `24987`, `240987`).
  case date
  /// On the lists of those that most people choose.
  case mostUsed
}

extension PINWeakness: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooShort(let minimum): "a PIN has at least \(minimum) digits"
    case .tooLong(let maximum): "a PIN has at most \(maximum) digits"
    case .repetition: "one digit over and over is guessed first; choose another PIN"
    case .row: "digits in a row are guessed first; choose another PIN"
    case .pairs: "digits that come again are guessed early; choose another PIN"
    case .keypad: "a figure on the keypad is guessed early; choose another PIN"
    case .date: "a date or a year is guessed early; choose another PIN"
    case .mostUsed: "many people have this PIN; choose another one"
    }
  }
}
