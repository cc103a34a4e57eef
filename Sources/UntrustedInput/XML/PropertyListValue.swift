/// The kinds of value in a property list. Source: `man plist`.
public enum PropertyListValue: Sendable, Hashable {
  case dictionary([PropertyListMember])
  case array([PropertyListNode])
  case string(String)
  case integer(Int64)
  case real(Double)
  case boolean(Bool)
  /// ISO 8601 as written, not read.
  case date(String)
  case data([UInt8])
}
