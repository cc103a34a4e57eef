/// How a client signs: in the TLS handshake, and in its request for a certificate.
/// Source: RFC 8446, section 4.2.3.
@nonexhaustive
public enum ClientSignatureAlgorithm: Sendable, Hashable, CaseIterable {
  case ecdsaSHA256, ecdsaSHA384, ecdsaSHA512
  /// With a salt as long as the digest.
  case rsaPSSSHA256, rsaPSSSHA384, rsaPSSSHA512
  /// PKCS#1 v1.5: for certificates and TLS 1.2 only.
  case rsaPKCS1SHA256, rsaPKCS1SHA384, rsaPKCS1SHA512
  case ed25519

  /// Whether a key of this kind signs so. A curve goes with one digest, as TLS 1.3 has it.
  public func suits(_ kind: ClientKeyKind) -> Bool {
    switch (kind, self) {
    case (.p256, .ecdsaSHA256), (.p384, .ecdsaSHA384), (.p521, .ecdsaSHA512), (.ed25519, .ed25519): true
    case (.rsa, .rsaPSSSHA256), (.rsa, .rsaPSSSHA384), (.rsa, .rsaPSSSHA512): true
    case (.rsa, .rsaPKCS1SHA256), (.rsa, .rsaPKCS1SHA384), (.rsa, .rsaPKCS1SHA512): true
    default: false
    }
  }
}
