import Foundation
public import Redaction

/// A PIN hash as older apps kept it: SHA-256 of the digits, without salt and without key.
///
/// It protects nothing: a table of all PINs gives the PIN at once. It is read to be replaced: ``PINVault`` writes a
/// ``PINHash`` in its place when the PIN is next entered correctly.
/// Read as 32 raw bytes, 64 hexadecimal digits, or 44 characters of padded base64 (RFC 4648 section 4).
public struct LegacyPINHash: SensitiveValue, Sendable, ~Copyable {
  static let digestCount = 32
  let digest: Secret

  /// Nil for everything but the three forms.
  public init?(_ stored: consuming Secret) {
    switch stored.count {
    case Self.digestCount:
      digest = stored
    case 64:
      guard let digest = Self.decodeHex(stored) else { return nil }
      self.digest = digest
    case 44:
      guard let digest = Self.decodeBase64(stored) else { return nil }
      self.digest = digest
    default:
      return nil
    }
  }

  /// The raw digest.
  borrowing func secretForm() -> Secret { digest.duplicate() }

  private static func decodeHex(_ text: borrowing Secret) -> Secret? {
    var isHex = true
    let digest = Secret(count: digestCount) { bytes in
      text.withExposedBytes { text in
        for index in bytes.indices {
          guard let high = hexDigit(text[2 * index]), let low = hexDigit(text[2 * index + 1]) else {
            isHex = false
            return
          }
          bytes[index] = high << 4 | low
        }
      }
    }
    guard isHex else { return nil }
    return digest
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private static func decodeBase64(_ text: borrowing Secret) -> Secret? {
    text.withExposedBytes { text in
      guard var decoded = Data(base64Encoded: Data(text)) else { return nil }
      defer { decoded.resetBytes(in: 0..<decoded.count) }
      // Written again it must be the same text: no other spelling of the last digits.
      guard decoded.count == digestCount, decoded.base64EncodedData().elementsEqual(text) else { return nil }
      return Secret(count: digestCount) { $0.copyBytes(from: decoded) }
    }
  }
}
