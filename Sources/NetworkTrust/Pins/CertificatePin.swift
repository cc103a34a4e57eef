import Crypto
import Foundation

/// One certificate, known as a whole: SHA-256 over its DER.
///
/// It counts beside the pins of keys and ends with the certificate, so that every renewal needs an update of the policy
/// first; a decision that rests on one says so (``TrustNote/wholeCertificatePin``). Prefer ``ServerPin``.
public struct CertificatePin: Sendable, Hashable {
  /// 32 bytes.
  public let digest: [UInt8]

  /// - Throws: ``NetworkError/malformedPin`` unless there are 32 bytes.
  public init(digest: [UInt8]) throws(NetworkError) {
    guard digest.count == SHA256.byteCount else { throw .malformedPin }
    self.digest = digest
  }

  /// - Throws: ``NetworkError/malformedPin`` unless the text is the padded standard base64 of 32 bytes.
  public init(base64: String) throws(NetworkError) { digest = try ServerPin(base64: base64).digest }

  /// The pin of these bytes; they are not looked at.
  public init(certificateDER: [UInt8]) { digest = [UInt8](SHA256.hash(data: certificateDER)) }

  public var base64: String { Data(digest).base64EncodedString() }
}
