/// A certificate of a PKCS#12 file, as it stood there: nothing about it is validated.
public struct PKCS12Certificate: Sendable, Hashable {
  /// The certificate, DER.
  public let der: [UInt8]
  /// What the file calls it: foreign text, at most 256 UTF-16 units, to show and never to decide by.
  public let friendlyName: String?
  /// The same for a key and its certificate.
  public let localKeyID: [UInt8]?
}
