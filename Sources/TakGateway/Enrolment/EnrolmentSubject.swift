import NetworkTrust
import UntrustedInput

/// What the server wants in the name of a certificate (`/Marti/api/tls/config`): the entries O and OU, in its order. The
/// common name is the user's.
struct EnrolmentSubject: Sendable {
  let subject: CertificateSubject

  /// - Throws: ``GatewayError/unexpectedAnswer``
  init(_ bytes: [UInt8], username: String) throws(GatewayError) {
    guard let root = try? PackageMarkup.root(bytes), root.localName == "certificateConfig" else {
      throw .unexpectedAnswer
    }
    var parts: [CertificateSubject.Part] = [.commonName(username)]
    for entry in root.first("nameEntries")?.all("nameEntry") ?? [] {
      guard let name = entry.attribute("name")?.value, let value = entry.attribute("value")?.value else {
        throw .unexpectedAnswer
      }
      switch name {
      case "O": parts.append(.organization(value))
      case "OU": parts.append(.organizationalUnit(value))
      default: throw .unexpectedAnswer
      }
    }
    do throws(IdentityError) { subject = try CertificateSubject(parts) } catch { throw .unexpectedAnswer }
  }
}
