import SwiftASN1
import X509

/// Whether a certificate is for a host: by its subject alternative names only.
///
/// The common name is never looked at, and a wildcard is the whole first label and stands for exactly one. A name that
/// ends in a dot matches nothing: certificates have no such names, and the library's name constraints do not see them.
/// The library's own check falls back to the common name and takes `f*.example.org`. Source: RFC 6125, sections 6.4.3
/// and 6.4.4; RFC 9525, section 6.3; RFC 5280, section 4.2.1.6.
enum CertificateName {
  /// - Throws: what the library throws about names that cannot be read.
  static func matches(_ certificate: Certificate, _ host: ServerHost) throws -> Bool {
    guard let names = try certificate.extensions.subjectAlternativeNames else { return false }
    let address = host.addressBytes
    return names.contains { name in
      switch name {
      case .dnsName(let pattern): host.kind == .name && matches(Array(pattern.utf8), Array(host.description.utf8))
      case .ipAddress(let bytes): address.map { bytes.bytes.elementsEqual($0) } ?? false
      default: false
      }
    }
  }

  private static func matches(_ pattern: [UInt8], _ host: [UInt8]) -> Bool {
    let dot = UInt8(ascii: ".")
    let pattern = pattern.map { (65...90).contains($0) ? $0 | 0x20 : $0 }[...]
    guard pattern.first == UInt8(ascii: "*") else { return pattern.elementsEqual(host) }
    // `*.` and at least two labels: nobody may vouch for a whole top-level domain.
    let parent = pattern.dropFirst()
    guard parent.first == dot, parent.dropFirst().contains(dot), let end = host.firstIndex(of: dot) else {
      return false
    }
    return parent.elementsEqual(host[end...])
  }
}
