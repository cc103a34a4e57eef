/// Whom a certificate is asked for, in the order in which it shall stand there.
/// Source: RFC 5280, appendix A.1 (upper bounds); RFC 2986.
public struct CertificateSubject: Sendable, Hashable {
  /// One part of the name: 1 to 64 characters without control characters.
  @nonexhaustive
  public enum Part: Sendable, Hashable {
    case organization(String)
    case organizationalUnit(String)
    case commonName(String)

    var text: String {
      switch self {
      case .organization(let text), .organizationalUnit(let text), .commonName(let text): text
      }
    }
  }

  public static let maximumParts = 8

  public let parts: [Part]

  /// - Throws: ``IdentityError/malformedSubject``
  public init(_ parts: [Part]) throws(IdentityError) {
    guard (1...Self.maximumParts).contains(parts.count) else { throw .malformedSubject }
    for part in parts {
      let isControl = part.text.unicodeScalars.contains { $0.properties.generalCategory == .control }
      guard (1...64).contains(part.text.unicodeScalars.count), !isControl else { throw .malformedSubject }
    }
    self.parts = parts
  }
}
