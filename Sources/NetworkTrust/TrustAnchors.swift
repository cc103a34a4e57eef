import Foundation
import SwiftASN1
import X509

/// The certificates that every path must end in.
public enum TrustAnchors: Sendable, Hashable {
  /// The platform's own. A transport replaces it by what the platform holds; where nobody did, nothing is trusted.
  case system
  /// These DER certificates and no others.
  case certificates([[UInt8]])

  /// From the anchors of a policy's environment (standard base64 of DER); none means the platform's own.
  /// - Throws: ``NetworkError/malformedCertificate`` for text that is not base64. The certificates themselves are
  ///   read by ``TrustEvaluation``.
  public init(base64: [String]) throws(NetworkError) {
    var certificates: [[UInt8]] = []
    for text in base64 {
      guard let bytes = Data(base64Encoded: text) else { throw .malformedCertificate }
      certificates.append([UInt8](bytes))
    }
    self = certificates.isEmpty ? .system : .certificates(certificates)
  }

  /// Those of a platform's certificates that can be read: one odd certificate in a store must not cost all others.
  public static func readable(among certificates: [[UInt8]]) -> TrustAnchors {
    .certificates(certificates.filter { (try? Certificate(derEncoded: $0)) != nil })
  }
}
