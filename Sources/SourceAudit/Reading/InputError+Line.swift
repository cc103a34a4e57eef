import UntrustedInput

extension InputError {
  /// Where a reader of text stopped; nil for what has no place in a text.
  var line: Int? {
    switch self {
    case .malformed(_, let place), .tooDeep(_, let place), .duplicateName(let place): place.line
    default: nil
    }
  }
}
