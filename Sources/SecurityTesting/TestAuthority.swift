import Crypto
import Foundation
import SwiftASN1
import X509

/// A certification authority for tests: makes anchors, issuers and leaves with keys of its own, at the times it is
/// told. What it issues is worth nothing outside of a test.
public struct TestAuthority: Sendable {
  /// The certificate could not be made; a name or date does not fit the format.
  public enum Failure: Error, Sendable, Hashable { case couldNotIssue }

  /// What may be wrong with a leaf on purpose.
  public struct Leaf: Sendable {
    public var names: [String] = ["localhost"]
    /// Four or sixteen bytes each.
    public var addresses: [[UInt8]] = []
    public var notBefore: Date
    public var notAfter: Date
    public var extendedKeyUsages: [ExtendedKeyUsage.Usage] = [.serverAuth]

    public init(notBefore: Date, notAfter: Date) {
      self.notBefore = notBefore
      self.notAfter = notAfter
    }
  }

  public let certificateDER: [UInt8]
  private let certificate: Certificate
  private let key: Certificate.PrivateKey

  /// A root that signs itself.
  /// - Parameter key: the private key, so that two authorities can share one; a new one by default.
  public init(
    name: String, notBefore: Date, notAfter: Date, key: P256.Signing.PrivateKey = .init()
  ) throws(Failure) {
    try self.init(
      name: name, notBefore: notBefore, notAfter: notAfter, key: .init(key), isAuthority: true, issuer: nil)
  }

  private init(
    name: String, notBefore: Date, notAfter: Date, key: Certificate.PrivateKey, isAuthority: Bool,
    issuer: TestAuthority?
  ) throws(Failure) {
    do {
      let subject = try DistinguishedName { CommonName(name) }
      let extensions = try Certificate.Extensions {
        if isAuthority {
          Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
          Critical(KeyUsage(keyCertSign: true, cRLSign: true))
        } else {
          Critical(BasicConstraints.notCertificateAuthority)
        }
      }
      certificate = try Certificate(
        version: .v3, serialNumber: .init(), publicKey: key.publicKey, notValidBefore: notBefore,
        notValidAfter: notAfter, issuer: issuer?.certificate.subject ?? subject, subject: subject,
        extensions: extensions, issuerPrivateKey: issuer?.key ?? key)
      certificateDER = try Self.encode(certificate)
      self.key = key
    } catch { throw .couldNotIssue }
  }

  /// An authority below this one.
  /// - Parameters:
  ///   - key: the private key, so that it can have certificates of two authorities; a new one by default.
  ///   - isAuthority: false makes one whose certificate does not allow it to sign others.
  public func issuer(
    name: String, notBefore: Date, notAfter: Date, key: P256.Signing.PrivateKey = .init(), isAuthority: Bool = true
  ) throws(Failure) -> TestAuthority {
    try TestAuthority(
      name: name, notBefore: notBefore, notAfter: notAfter, key: .init(key),
      isAuthority: isAuthority, issuer: self)
  }

  /// A server's certificate with its key.
  public func issue(_ leaf: Leaf) throws(Failure) -> TestIdentity {
    do {
      let key = P256.Signing.PrivateKey()
      let names = leaf.names.map { GeneralName.dnsName($0) }
      let addresses = leaf.addresses.map { GeneralName.ipAddress(ASN1OctetString(contentBytes: $0[...])) }
      let extensions = try Certificate.Extensions {
        Critical(BasicConstraints.notCertificateAuthority)
        Critical(KeyUsage(digitalSignature: true))
        SubjectAlternativeNames(names + addresses)
        try ExtendedKeyUsage(leaf.extendedKeyUsages)
      }
      let certificate = try Certificate(
        version: .v3, serialNumber: .init(), publicKey: .init(key.publicKey), notValidBefore: leaf.notBefore,
        notValidAfter: leaf.notAfter, issuer: self.certificate.subject,
        subject: DistinguishedName { CommonName("test leaf") }, extensions: extensions, issuerPrivateKey: self.key)
      return TestIdentity(certificateDER: try Self.encode(certificate), privateKeyPEM: key.pemRepresentation)
    } catch { throw .couldNotIssue }
  }

  private static func encode(_ certificate: Certificate) throws -> [UInt8] {
    var serializer = DER.Serializer()
    try serializer.serialize(certificate)
    return serializer.serializedBytes
  }
}
