import UntrustedInput

/// The structure of a certificate, without any judgement on its signature: which key it holds, and the bytes of that key
/// as they stand.
///
/// It reads what the X.509 library refuses with one error for everything (a short RSA key, a small curve), so that the
/// refusal can be named. Source: RFC 5280, section 4.1; RFC 8017, appendix A.1.1; RFC 5480; RFC 8410.
struct CertificateShape {
  static let maximumSize = 65_536

  let issuer: ArraySlice<UInt8>
  let subject: ArraySlice<UInt8>
  /// The SubjectPublicKeyInfo, exactly as it stands.
  let publicKeyInfo: ArraySlice<UInt8>
  /// Why this certificate cannot be used, whatever its signature says; nil for a usable one.
  let flaw: TrustRefusal?

  init(_ encoded: [UInt8]) throws(InputError) {
    let outer = try DERReader(maximumBytes: Self.maximumSize).read(encoded).children(.sequence)
    guard outer.count == 3, let body = try outer.first?.children(.sequence), let first = body.first else {
      throw Self.expected("a certificate")
    }
    // The version is left out by certificates of version 1.
    let fields = first.tag == .context(0) ? body.dropFirst() : body[...]
    guard fields.count >= 6 else { throw Self.expected("a certificate") }
    let start = fields.startIndex
    let key = fields[start + 5]
    (issuer, subject, publicKeyInfo) = (fields[start + 2].encoded, fields[start + 4].encoded, key.encoded)
    _ = try key.children(.sequence)
    // One algorithm: else the unsigned copy could be chosen by whoever forwards the certificate.
    guard fields[start + 1].encoded == outer[1].encoded else { throw Self.expected("the same algorithm twice") }
    let signature = try outer[1].children(.sequence)
    guard let algorithm = try signature.first?.objectIdentifier() else { throw Self.expected("an algorithm") }
    flaw = try Self.flaw(ofKey: key) ?? Self.flaw(ofSignature: algorithm)
  }

  private static func flaw(ofKey info: DERElement) throws(InputError) -> TrustRefusal? {
    let parts = try info.children(.sequence)
    guard parts.count == 2, let name = try parts[0].children(.sequence).first else { throw expected("a key") }
    switch try name.objectIdentifier() {
    case KeyNames.rsa: return try flaw(ofRSA: parts[1].wholeBits())
    case KeyNames.ellipticCurve:
      let parameters = try parts[0].children(.sequence)
      guard parameters.count == 2 else { return .unsupportedKey }
      guard let curve = try? parameters[1].objectIdentifier() else { return .unsupportedKey }
      if KeyNames.curves.contains(curve) { return nil }
      return KeyNames.smallCurves.contains(curve) ? .weakKey : .unsupportedKey
    case KeyNames.ed25519: return SmallOrderPoint.isOne(try parts[1].wholeBits()) ? .weakKey : nil
    case KeyNames.dsa: return .weakKey
    default: return .unsupportedKey
    }
  }

  private static func flaw(ofRSA bytes: [UInt8]) throws(InputError) -> TrustRefusal? {
    let numbers = try DERReader().read(bytes).children(.sequence)
    guard numbers.count == 2 else { throw expected("an RSA key") }
    let modulus = try numbers[0].integerBytes().drop { $0 == 0 }
    let exponent = try numbers[1].integerBytes()
    guard let top = modulus.first, let low = exponent.last, exponent.first.map({ $0 < 0x80 }) == true else {
      throw expected("an RSA key")
    }
    let bits = modulus.count * 8 - top.leadingZeroBitCount
    if bits > 8192 || exponent.count > 9 { return .unsupportedKey }
    return bits < 2048 || low % 2 == 0 || exponent.count == 1 && low < 3 ? .weakKey : nil
  }

  private static func flaw(ofSignature algorithm: [UInt8]) -> TrustRefusal? {
    if KeyNames.signatures.contains(algorithm) { return nil }
    // O.Cryp_3#1
    return KeyNames.weakSignatures.contains(algorithm) ? .weakSignature : .unsupportedSignature
  }

  private static func expected(_ what: String) -> InputError { .malformedBinary(expected: what, offset: 0) }
}
