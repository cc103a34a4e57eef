/// Why an event, a stream or a datagram was refused. No case carries text from outside.
@nonexhaustive
public enum CoTError: Error, Sendable, Hashable {
  // What the bytes are
  /// More bytes than the reader was told to accept, or the writer would write.
  case tooLarge(limit: Int)
  /// Elements nested deeper than allowed.
  case tooDeep(limit: Int)
  /// More elements, or more attributes of one element, than allowed.
  case tooMany(limit: Int)
  case notUTF8
  /// The text breaks the grammar; `expected` is one of our own words.
  case malformed(expected: String, offset: Int)
  /// Something that XML allows and an event must not hold.
  case forbidden(CoTForbiddenMarkup, offset: Int)
  /// A control character, or one that turns the direction of writing.
  case unsafeCharacter(offset: Int)
  case duplicateAttribute(offset: Int)

  // What they say
  case missing(CoTField)
  /// Outside its range, in no known form, or too long.
  case invalid(CoTField)
  /// An element that may stand once stands twice, so two readers could disagree about it.
  case duplicate(CoTField)
  /// A text or a name that no event may hold.
  case invalidText

  // What carries them
  /// A version of the TAK protocol that this code does not speak.
  case unsupportedVersion(UInt64)
  /// The stream was closed by an earlier refusal.
  case closed
  /// The other side breaks the negotiation of the protocol version.
  case unexpectedControl
}

extension CoTError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooLarge(let limit): "larger than \(limit) bytes"
    case .tooDeep(let limit): "nested deeper than \(limit) levels"
    case .tooMany(let limit): "more than \(limit) elements or attributes"
    case .notUTF8: "not valid UTF-8"
    case .malformed(let expected, let offset): "byte \(offset): expected \(expected)"
    case .forbidden(let what, let offset): "byte \(offset): \(what) is not allowed in an event"
    case .unsafeCharacter(let offset): "byte \(offset): a control character, or one that turns the direction of writing"
    case .duplicateAttribute(let offset): "byte \(offset): this attribute stands twice"
    case .missing(let field): "\(field) is missing"
    case .invalid(let field): "\(field) is out of range or in no known form"
    case .duplicate(let field): "\(field) stands twice"
    case .invalidText: "a text or name that no event may hold"
    case .unsupportedVersion(let version): "version \(version) of the TAK protocol is not supported"
    case .closed: "the stream was closed by an earlier refusal"
    case .unexpectedControl: "the other side breaks the negotiation of the protocol version"
    }
  }
}
