import Foundation
import UntrustedInput

/// The answer to a request for a certificate, in JSON or XML: the certificate and those of its authorities.
struct EnrolmentAnswer: Sendable, Hashable {
  static let maximumAuthorities = 8

  /// DER.
  let certificate: [UInt8]
  let authorities: [[UInt8]]

  /// - Throws: ``GatewayError/unexpectedAnswer``
  init(_ bytes: [UInt8]) throws(GatewayError) {
    let signed: String?
    var issuers: [String] = []
    if bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") {
      guard let root = try? JSONReader(maximumBytes: 256 << 10, maximumDepth: 4).read(bytes) else {
        throw .unexpectedAnswer
      }
      signed = root["signedCert"]?.string
      while let next = root["ca\(issuers.count)"]?.string, issuers.count < Self.maximumAuthorities {
        issuers.append(next)
      }
    } else {
      guard let root = try? PackageMarkup.root(bytes), root.localName == "enrollment" else { throw .unexpectedAnswer }
      signed = root.first("signedCert")?.text
      issuers = root.all("ca").prefix(Self.maximumAuthorities).map(\.text)
    }
    guard let certificate = signed.flatMap(Self.der) else { throw .unexpectedAnswer }
    self.certificate = certificate
    var authorities: [[UInt8]] = []
    for text in issuers {
      guard let der = Self.der(text) else { throw .unexpectedAnswer }
      authorities.append(der)
    }
    self.authorities = authorities
  }

  /// Bare base64, with line breaks where a server puts them, or PEM.
  private static func der(_ text: String) -> [UInt8]? {
    let body = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("-----") }.joined()
      .filter { !$0.isWhitespace }
    guard !body.isEmpty, let data = Data(base64Encoded: body) else { return nil }
    return Array(data)
  }
}
