public import Foundation
import SwiftASN1
import X509

extension ClientIdentity {
  /// Takes a certificate that an authority issued for our request.
  ///
  /// - Claim: it belongs to our key, is for TLS clients by its own word (`clientAuth` among its extended usages), is no
  ///   authority's, is valid now, and each further certificate is an authority's that signed the one before.
  /// - Not claimed: that the authority is the right one. The server decides whom it believes, and the answer came over a
  ///   channel that was judged before.
  /// - Parameter certificates: DER, leaf first.
  /// - Throws: ``IdentityError``: `isAuthority`, `notForClients`, `expired`, `notYetValid`, `brokenChain`, and as
  ///   ``init(certificates:key:)``.
  public init(issued certificates: [[UInt8]], for key: ClientKey, now: Date) throws(IdentityError) {
    try self.init(certificates: certificates, key: key)
    var outlines: [CertificateOutline] = []
    for certificate in certificates { outlines.append(try CertificateOutline(certificate)) }
    // `init` above has refused an empty chain.
    guard let leaf = outlines.first else { throw .noCertificate }
    // O.Auth_12#560
    guard !leaf.isAuthority else { throw .isAuthority }
    guard leaf.isForClients else { throw .notForClients }
    guard now >= notBefore else { throw .notYetValid }
    guard now <= notAfter else { throw .expired }
    guard outlines.dropFirst().allSatisfy(\.isAuthority) else { throw .brokenChain }
    let read: [Certificate]
    do { read = try certificates.map { try Certificate(derEncoded: $0) } } catch { throw .malformedCertificate }
    for (one, issuer) in zip(read, read.dropFirst()) {
      guard issuer.publicKey.isValidSignature(one.signature, for: one) else { throw .brokenChain }
    }
  }
}
