/// A private key of a PKCS#12 file.
public struct PKCS12Key: Sendable {
  public let key: PrivateKeyDER
  /// What the file calls it: foreign text, at most 256 UTF-16 units, to show and never to decide by.
  public let friendlyName: String?
  /// The same for a key and its certificate.
  public let localKeyID: [UInt8]?
}
