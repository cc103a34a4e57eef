import UntrustedInput

/// What a certificate says about its use, read without judging its key or its signature: truststores hold certificates
/// with keys that no library of ours accepts.
/// Source: RFC 5280, section 4.1.
struct CertificateOutline: Sendable {
  static let maximumBytes = 1 << 15

  /// Names as encoded: compared byte for byte.
  let issuer: [UInt8]
  let subject: [UInt8]
  /// Seconds since 1970.
  let notBefore: Int64
  let notAfter: Int64
  /// The SubjectPublicKeyInfo, DER.
  let publicKey: [UInt8]
  let isAuthority: Bool
  /// Bit 0 highest; nil where the certificate says nothing.
  let keyUsage: UInt16?
  /// Encoded object identifiers; nil where the certificate says nothing.
  let extendedKeyUsage: [[UInt8]]?

  private static let keyUsageName: [UInt8] = [0x55, 0x1D, 0x0F]
  private static let basicConstraintsName: [UInt8] = [0x55, 0x1D, 0x13]
  private static let extendedKeyUsageName: [UInt8] = [0x55, 0x1D, 0x25]
  private static let clientName: [UInt8] = [0x2B, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x02]

  /// - Throws: ``IdentityError/malformedCertificate``
  init(_ certificate: [UInt8]) throws(IdentityError) {
    do {
      let parts = try DERReader(maximumBytes: Self.maximumBytes).read(certificate).children(.sequence)
      guard parts.count == 3 else { throw IdentityError.malformedCertificate }
      var fields = try parts[0].children(.sequence)[...]
      if fields.first?.tag == .context(0) { fields = fields.dropFirst() }
      let rest = Array(fields)
      // Serial number, signature algorithm, issuer, validity, subject, key; then unique identifiers and extensions.
      guard rest.count >= 6 else { throw IdentityError.malformedCertificate }
      _ = try rest[0].integerBytes()
      let dates = try rest[3].children(.sequence)
      guard dates.count == 2, rest[2].tag == .sequence, rest[4].tag == .sequence, rest[5].tag == .sequence else {
        throw IdentityError.malformedCertificate
      }
      issuer = Array(rest[2].encoded)
      subject = Array(rest[4].encoded)
      (notBefore, notAfter) = (try dates[0].time(), try dates[1].time())
      publicKey = Array(rest[5].encoded)
      let found = try Self.extensions(rest[6...].first { $0.tag == .context(3) })
      isAuthority = try found[Self.basicConstraintsName].map(Self.isAuthority) ?? false
      keyUsage = try found[Self.keyUsageName]?.namedBits()
      extendedKeyUsage = try found[Self.extendedKeyUsageName]?.children(.sequence).map { try $0.objectIdentifier() }
    } catch {
      throw .malformedCertificate
    }
  }

  /// Whether the certificate says itself that it is for TLS clients; one that says nothing is not.
  var isForClients: Bool {
    let maySign = keyUsage.map { $0 & 0x8000 != 0 } ?? true
    return maySign && extendedKeyUsage?.contains(Self.clientName) == true
  }

  private static func extensions(_ element: DERElement?) throws -> [[UInt8]: DERElement] {
    guard let element else { return [:] }
    var found: [[UInt8]: DERElement] = [:]
    for part in try element.inner().children(.sequence) {
      let fields = try part.children(.sequence)
      guard (2...3).contains(fields.count), let value = fields.last else { throw IdentityError.malformedCertificate }
      let name = try fields[0].objectIdentifier()
      // Two extensions of one name would let two readers disagree.
      guard found[name] == nil else { throw IdentityError.malformedCertificate }
      // Only what is looked at has to be readable.
      if [keyUsageName, basicConstraintsName, extendedKeyUsageName].contains(name) { found[name] = try value.inner() }
    }
    return found
  }

  private static func isAuthority(_ element: DERElement) throws -> Bool {
    guard let first = try element.children(.sequence).first, first.tag == .boolean else { return false }
    return try first.boolean()
  }
}
