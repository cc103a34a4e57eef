/// A certificate made for a test, with the key that belongs to it.
public struct TestIdentity: Sendable {
  public let certificateDER: [UInt8]
  /// PKCS #8.
  public let privateKeyPEM: String

  init(certificateDER: [UInt8], privateKeyPEM: String) {
    self.certificateDER = certificateDER
    self.privateKeyPEM = privateKeyPEM
  }
}
