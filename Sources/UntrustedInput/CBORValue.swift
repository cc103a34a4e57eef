/// The kinds of CBOR value that a reader of attestations needs. Source: RFC 8949, section 3.
///
/// Tags, floating point numbers and other simple values are not among them: ``CBORReader`` refuses them.
public enum CBORValue: Sendable, Hashable {
  case unsigned(UInt64)
  /// The number −1 − n.
  case negative(UInt64)
  case bytes([UInt8])
  case text(String)
  case array([CBORNode])
  case map([CBORMember])
  case bool(Bool)
  case null
}
