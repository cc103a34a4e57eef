/// Why bytes from outside were refused. No case carries text from outside.
@nonexhaustive
public enum InputError: Error, Sendable, Hashable {
  /// More bytes than the reader was told to accept.
  case tooLarge(limit: Int)
  /// Nested deeper than the reader was told to accept.
  case tooDeep(limit: Int, at: TextPosition)
  case notUTF8
  /// The text breaks the grammar; `expected` is one of our own words.
  case malformed(expected: String, at: TextPosition)
  /// An object names a member twice, so two readers could disagree about it.
  case duplicateName(at: TextPosition)
  case notBase64URL
  /// Bytes that break the grammar of a binary format at this offset; `expected` is one of our own words.
  case malformedBinary(expected: String, offset: Int)
  /// Binary values nested deeper than the reader was told to accept.
  case tooDeepBinary(limit: Int, offset: Int)
  /// More binary values than the reader was told to accept.
  case tooManyValues(limit: Int)
  /// A map holds a key twice, so two readers could disagree about it.
  case duplicateKey(offset: Int)
}

extension InputError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooLarge(let limit): "input is larger than \(limit) bytes"
    case .tooDeep(let limit, let place): "\(place): nested deeper than \(limit) levels"
    case .notUTF8: "input is not valid UTF-8"
    case .malformed(let expected, let place): "\(place): expected \(expected)"
    case .duplicateName(let place): "\(place): this name stands twice in one object"
    case .notBase64URL: "not base64url without padding"
    case .malformedBinary(let expected, let offset): "byte \(offset): expected \(expected)"
    case .tooDeepBinary(let limit, let offset): "byte \(offset): nested deeper than \(limit) levels"
    case .tooManyValues(let limit): "more than \(limit) values"
    case .duplicateKey(let offset): "byte \(offset): this key stands twice in one map"
    }
  }
}
