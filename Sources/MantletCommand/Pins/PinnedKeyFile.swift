import Crypto
import NetworkTrust
import SwiftASN1
import UntrustedInput

/// Reads the pins of a file's certificates and public keys, in their order.
enum PinnedKeyFile {
  /// Why a file gives no pins.
  enum Refusal: Error, CustomStringConvertible {
    case notPEM, malformedCertificate, malformedKey, noKey

    var description: String {
      switch self {
      case .notPEM: "neither PEM nor one certificate in DER"
      case .malformedCertificate: "a certificate is not valid DER"
      case .malformedKey: "a public key is not valid DER"
      case .noKey: "no certificate and no public key"
      }
    }
  }

  static func pins(in bytes: [UInt8]) throws(Refusal) -> [ServerPin] {
    if bytes.first == 0x30, let pin = try? ServerPin(certificateDER: bytes) { return [pin] }
    guard let text = String(validating: bytes, as: UTF8.self),
      let documents = try? PEMDocument.parseMultiple(pemString: text)
    else { throw .notPEM }
    var pins: [ServerPin] = []
    for document in documents {
      switch document.discriminator {
      case "CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE":
        let isTrusted = document.discriminator == "TRUSTED CERTIFICATE"
        let certificate = isTrusted ? withoutTrust(document.derBytes) : document.derBytes
        guard let pin = try? ServerPin(certificateDER: certificate) else { throw .malformedCertificate }
        pins.append(pin)
      case "PUBLIC KEY":
        guard (try? isPublicKeyInfo(document.derBytes)) == true,
          let pin = try? ServerPin(digest: Array(SHA256.hash(data: document.derBytes)))
        else { throw .malformedKey }
        pins.append(pin)
      default: continue
      }
    }
    guard !pins.isEmpty else { throw .noKey }
    return pins
  }

  /// Whether this is an algorithm and a key, whatever the algorithm. Source: RFC 5280, section 4.1.
  private static func isPublicKeyInfo(_ bytes: [UInt8]) throws(InputError) -> Bool {
    let parts = try DERReader().read(bytes).children(.sequence)
    guard parts.count == 2, let name = try parts[0].children(.sequence).first else { return false }
    _ = try name.objectIdentifier()
    return try !parts[1].wholeBits().isEmpty
  }

  /// A certificate without what OpenSSL's `-trustout` writes behind it: the first DER value of the two.
  static func withoutTrust(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.count > 1 else { return bytes }
    let sizeCount = bytes[1] < 0x80 ? 0 : Int(bytes[1] & 0x7F)
    guard sizeCount <= 4, bytes.count >= 2 + sizeCount else { return bytes }
    let size = sizeCount == 0 ? Int(bytes[1]) : bytes[2..<2 + sizeCount].reduce(0) { $0 << 8 | Int($1) }
    return Array(bytes.prefix(2 + sizeCount + size))
  }
}
