/// The six kinds of JSON value. Source: RFC 8259, section 3.
public enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  /// The digits as written, in the number grammar of RFC 8259.
  case number(String)
  case string(String)
  case array([JSONNode])
  case object([JSONMember])
}
