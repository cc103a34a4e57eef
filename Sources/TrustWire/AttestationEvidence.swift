import SecurityPolicy

/// Hardware evidence as it travels: opaque bytes and their kind. Nothing about it is believed before it was verified.
public struct AttestationEvidence: Sendable, Hashable {
  /// Bytes of the longest evidence that is read: certificate chains are the longest, some kilobytes.
  public static let byteLimit = 48 << 10

  public let kind: AttestationKind
  /// App Attest: the CBOR object. Android: the chain in PEM, leaf first. Play Integrity: the token's text in UTF-8.
  public let bytes: [UInt8]

  public init(kind: AttestationKind, bytes: [UInt8]) {
    self.kind = kind
    self.bytes = bytes
  }
}
