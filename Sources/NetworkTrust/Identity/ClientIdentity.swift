public import Foundation

/// Who we are towards a server: a chain of certificates and the key of the first.
///
/// - Claim: the first certificate belongs to the key, and each further one is named as issuer of the one before.
/// - Not claimed: that any of it is valid today (``renewal(at:by:)`` says), or that a server
///   believes it.
///
/// Source: RFC 8446, section 4.4.2; MASVS-AUTH-1.
public struct ClientIdentity: Sendable, Equatable {
  /// Of one chain, and bytes of all its certificates together: what a secret store takes in one piece.
  public static let maximumCertificates = 8
  public static let maximumBytes = 24 * 1024

  /// DER, leaf first.
  public let certificates: [[UInt8]]
  public let key: ClientKey
  /// Of the leaf.
  public let notBefore: Date
  public let notAfter: Date

  /// - Parameter certificates: DER, leaf first; the last may be an anchor.
  /// - Throws: ``IdentityError/noCertificate``, ``IdentityError/tooManyCertificates(limit:)``,
  ///   ``IdentityError/malformedCertificate``, ``IdentityError/keyMismatch``, ``IdentityError/brokenChain``, and what
  ///   ``ClientKey/kind()`` throws.
  public init(certificates: [[UInt8]], key: ClientKey) throws(IdentityError) {
    guard certificates.count <= Self.maximumCertificates,
      certificates.reduce(0, { $0 + $1.count }) <= Self.maximumBytes
    else { throw .tooManyCertificates(limit: Self.maximumCertificates) }
    var outlines: [CertificateOutline] = []
    for certificate in certificates { outlines.append(try CertificateOutline(certificate)) }
    guard let leaf = outlines.first else { throw .noCertificate }
    _ = try key.kind()
    guard leaf.publicKey == key.publicKey else { throw .keyMismatch }
    for (one, next) in zip(outlines, outlines.dropFirst()) {
      guard one.issuer == next.subject else { throw .brokenChain }
    }
    self.certificates = certificates
    self.key = key
    notBefore = Date(timeIntervalSince1970: Double(leaf.notBefore))
    notAfter = Date(timeIntervalSince1970: Double(leaf.notAfter))
  }

  /// The same certificates, so the same key.
  public static func == (left: ClientIdentity, right: ClientIdentity) -> Bool {
    left.certificates == right.certificates
  }
}

extension ClientIdentity: ClientIdentitySource {
  /// Itself, always.
  public func identity() -> ClientIdentity? { self }
}
