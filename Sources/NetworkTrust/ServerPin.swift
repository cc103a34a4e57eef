import Crypto
import Foundation

/// A key that a server is known by: SHA-256 over the DER of the certificate's SubjectPublicKeyInfo.
///
/// It survives renewal of the certificate as long as the key stays. It is not a secret.
/// Source: RFC 7469, section 2.4; RFC 5280, section 4.1.2.7; MASVS-NETWORK-2.
public struct ServerPin: Sendable, Hashable, CustomStringConvertible {
  /// 32 bytes.
  public let digest: [UInt8]

  /// - Throws: ``NetworkError/malformedPin`` unless there are 32 bytes.
  public init(digest: [UInt8]) throws(NetworkError) {
    guard digest.count == SHA256.byteCount else { throw .malformedPin }
    self.digest = digest
  }

  /// Reads the standard base64 of 32 bytes as it stands in a policy, with its padding: one text for one pin.
  /// - Throws: ``NetworkError/malformedPin``
  public init(base64: String) throws(NetworkError) {
    guard base64.utf8.count == 44, let bytes = Data(base64Encoded: base64), bytes.base64EncodedString() == base64
    else { throw .malformedPin }
    try self.init(digest: [UInt8](bytes))
  }

  /// The pin of a certificate's key, whatever its algorithm: the bytes are taken as they stand and not re-encoded.
  ///
  /// It says nothing about whether the certificate is valid.
  /// - Throws: ``NetworkError/malformedCertificate``
  public init(certificateDER: [UInt8]) throws(NetworkError) {
    do { self.init(publicKeyInfo: try CertificateShape(certificateDER).publicKeyInfo) } catch {
      throw .malformedCertificate
    }
  }

  init(publicKeyInfo: ArraySlice<UInt8>) { digest = [UInt8](SHA256.hash(data: publicKeyInfo)) }

  public var base64: String { Data(digest).base64EncodedString() }

  public var description: String { base64 }
}
