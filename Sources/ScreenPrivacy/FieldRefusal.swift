/// Why a view must not be asked for something.
@nonexhaustive
public enum FieldRefusal: Error, Sendable, Hashable {
  /// The view shows what is typed, whatever its traits say: it has no secure entry.
  case noSecureEntry(SensitiveField)
}

extension FieldRefusal: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noSecureEntry: "a view of many lines shows what is typed into it: take a field of one line for a secret"
    }
  }
}
