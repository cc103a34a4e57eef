public import Redaction

/// A private key whose bytes this process holds: RSA of at least 2048 bits, P-256, P-384, P-521 or Ed25519.
///
/// - Claim: the parts belong together (the public half follows from the private one and agrees with what the file
///   says), and the bytes lie in ``Redaction/Secret``.
/// - Does not protect: what a TLS library keeps once it has taken the bytes.
///
/// Source: RFC 5958, RFC 5915, RFC 8017 appendix A.1, RFC 8410; MASVS-CRYPTO-2.
public final class PrivateKeyDER: Sendable {
  public let kind: ClientKeyKind
  /// The SubjectPublicKeyInfo, DER.
  public let publicKey: [UInt8]
  private let pkcs8: Secret
  /// The form of ``withExposedPlatformForm(_:)``.
  private let platform: Secret

  /// Reads PKCS#8, SEC1 or PKCS#1 in DER.
  ///
  /// - Throws: ``IdentityError/malformedKey``, ``IdentityError/unsupported(_:)``, ``IdentityError/weakKey(bits:)``.
  public convenience init(reading secret: borrowing Secret) throws(IdentityError) {
    try self.init(
      secret.withExposedArray { bytes throws(IdentityError) in try PrivateKeyStructure(reading: bytes) })
  }

  /// Makes a P-256 key.
  ///
  /// - Parameter generator: the system's outside of tests.
  /// - Throws: ``IdentityError/malformedKey`` when the generator gives no number below the curve's order.
  public static func makeP256(using generator: inout some RandomNumberGenerator) throws(IdentityError) -> PrivateKeyDER
  {
    // All but one of 2^32 numbers are keys.
    for _ in 0..<4 {
      let structure = PrivateKeyStructure(.p256, Secret(randomBytes: 32, using: &generator), nil)
      if let key = try? PrivateKeyDER(structure) { return key }
    }
    throw .malformedKey
  }

  init(_ structure: borrowing PrivateKeyStructure) throws(IdentityError) {
    kind = structure.kind
    if case .rsa = structure.kind {
      publicKey = try Self.rsaPublicKey(structure)
      pkcs8 = Self.pkcs8(KeyName.rsa, parameters: [0x05, 0x00], structure.secret)
      platform = structure.secret.duplicate()
    } else if structure.kind == .ed25519 {
      let open = try Self.ed25519PublicKey(structure)
      publicKey = Self.publicKey(KeyName.ed25519, parameters: [], open)
      pkcs8 = Self.pkcs8(KeyName.ed25519, parameters: [], structure.secret.wrapped(head: DERHead.bytes(0x04, 32)))
      platform = structure.secret.duplicate()
    } else {
      let (point, name) = try Self.curvePublicKey(structure)
      let parameters = DERHead.value(0x06, name)
      publicKey = Self.publicKey(KeyName.ellipticCurve, parameters: parameters, point)
      pkcs8 = Self.pkcs8(KeyName.ellipticCurve, parameters: parameters, Self.sec1(structure.secret, point))
      platform = structure.secret.wrapped(head: point)
    }
  }

  /// Lends the key as PKCS#8, DER.
  public func withExposedPKCS8<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try pkcs8.withExposedBytes(body)
  }

  /// Lends the key as Apple's `SecKeyCreateWithData` takes it: PKCS#1 for RSA, the point in X9.63 and the number for
  /// curves. For Ed25519, which Security does not know, the 32 bytes.
  public func withExposedPlatformForm<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try platform.withExposedBytes(body)
  }

  private static func sec1(_ number: borrowing Secret, _ point: [UInt8]) -> Secret {
    let tail = DERHead.value(0xA1, DERHead.value(0x03, [0] + point))
    let head = [0x02, 0x01, 0x01] + DERHead.bytes(0x04, number.count)
    return number.wrapped(
      head: DERHead.bytes(DERHead.sequence, head.count + number.count + tail.count) + head, tail: tail)
  }

  private static func pkcs8(_ name: [UInt8], parameters: [UInt8], _ key: borrowing Secret) -> Secret {
    let head =
      [0x02, 0x01, 0x00] + DERHead.value(DERHead.sequence, DERHead.value(0x06, name) + parameters)
      + DERHead.bytes(0x04, key.count)
    return key.wrapped(head: DERHead.bytes(DERHead.sequence, head.count + key.count) + head)
  }

  private static func publicKey(_ name: [UInt8], parameters: [UInt8], _ key: [UInt8]) -> [UInt8] {
    DERHead.value(
      DERHead.sequence,
      DERHead.value(DERHead.sequence, DERHead.value(0x06, name) + parameters) + DERHead.value(0x03, [0] + key))
  }

  static func rsaPublicKey(_ pkcs1: [UInt8]) -> [UInt8] { publicKey(KeyName.rsa, parameters: [0x05, 0x00], pkcs1) }
}
