/// The kinds of keys that a client may be known by.
/// Source: BSI TR-02102-2, section 3.4 (key lengths); RFC 8446, section 4.2.3.
@nonexhaustive
public enum ClientKeyKind: Sendable, Hashable {
  /// 2048 to 8192 bits.
  case rsa(bits: Int)
  case p256, p384, p521
  /// Not offered by Apple's TLS.
  case ed25519

  static let rsaBits = 2048...8192
}
