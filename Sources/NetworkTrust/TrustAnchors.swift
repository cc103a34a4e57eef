import Foundation
import SecurityPolicy
import SwiftASN1
import X509

/// The certificates that every path must end in.
public enum TrustAnchors: Sendable, Hashable {
  /// The platform's own. A transport replaces it by what the platform holds; where nobody did, nothing is trusted.
  case system
  /// These DER certificates and no others.
  case certificates([[UInt8]])
  /// The platform's own and these DER certificates.
  case systemAnd([[UInt8]])
  /// The platform's certificates, read (``readable(among:)``), with those beside them that ``resolved(system:)`` adds.
  case platform([[UInt8]])

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

  /// What an environment of a policy asks for.
  /// - Throws: ``NetworkError/malformedCertificate``
  public init(_ connection: EnvironmentRequirement) throws(NetworkError) {
    self = try TrustAnchors(base64: connection.anchors)
    if connection.systemAnchors, case .certificates(let listed) = self { self = .systemAnd(listed) }
  }

  /// With the platform's certificates in place of their name.
  /// - Parameter system: reads them; asked only when they count.
  /// - Throws: what `system` throws: listed anchors do not stand in for a platform that cannot be read.
  public func resolved(
    system: () throws(NetworkError) -> TrustAnchors
  ) throws(NetworkError) -> TrustAnchors {
    let listed: [[UInt8]]
    switch self {
    case .certificates, .platform: return self
    case .system: listed = []
    case .systemAnd(let more): listed = more
    }
    switch try system() {
    case .certificates(let own) where !own.isEmpty, .platform(let own) where !own.isEmpty:
      return .platform(own + listed)
    default: throw .anchorsUnavailable(errno: 0)
    }
  }

  /// Those of a platform's certificates that can be read: one odd certificate in a store must not cost all others.
  public static func readable(among certificates: [[UInt8]]) -> TrustAnchors {
    .platform(
      certificates.filter { bytes in
        guard let shape = try? CertificateShape(bytes), shape.flaw != .weakKey, shape.flaw != .unsupportedKey
        else { return false }
        return (try? Certificate(derEncoded: bytes)) != nil
      })
  }
}
