import Foundation
import UntrustedInput

/// A root that attestations may lead to.
public struct AttestationRoot: Sendable {
  let certificate: Certificate
  let key: SignatureKey

  /// - Parameter certificate: in DER.
  /// - Throws: ``AttestationError/rootUnusable``.
  public init(certificate: [UInt8]) throws(AttestationError) {
    guard let parsed = try? Certificate(certificate),
      // Software roots, which tests name, have 1024 bits; that a chain leads through such a key is refused elsewhere.
      let key = SignatureKey(parsed.publicKey, minimumRSABits: 1024)
    else { throw .rootUnusable }
    self.certificate = parsed
    self.key = key
  }

  /// The certificates of a text in PEM.
  ///
  /// - Throws: ``AttestationError/rootUnusable``, also for a text without a certificate.
  public static func roots(pem: String) throws(AttestationError) -> [AttestationRoot] {
    var roots: [AttestationRoot] = []
    for bytes in PEMCertificates.read(pem) ?? [] { roots.append(try AttestationRoot(certificate: bytes)) }
    guard !roots.isEmpty else { throw .rootUnusable }
    return roots
  }
}
