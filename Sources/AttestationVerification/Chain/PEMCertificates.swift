import Foundation

/// Certificates in PEM, one after the other; text around them is skipped.
///
/// It reads the outer form only and does not judge the certificates. Source: RFC 7468.
public enum PEMCertificates {
  /// The certificates in DER, in order; nil when a block has no end or is not base64.
  public static func read(_ text: String) -> [[UInt8]]? {
    var found: [[UInt8]] = []
    var body: String?
    for line in text.split(whereSeparator: \.isNewline).map({ $0.trimmingCharacters(in: .whitespaces) }) {
      switch (line, body) {
      case ("-----BEGIN CERTIFICATE-----", nil): body = ""
      case ("-----BEGIN CERTIFICATE-----", .some): return nil
      case ("-----END CERTIFICATE-----", let text):
        guard let text, let bytes = Data(base64Encoded: text), !bytes.isEmpty else { return nil }
        found.append(Array(bytes))
        body = nil
      case (_, .some(let text)): body = text + line
      default: break
      }
    }
    return body == nil ? found : nil
  }
}
