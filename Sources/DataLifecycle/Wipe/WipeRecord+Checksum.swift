import Crypto
import Foundation

extension WipeRecord {
  /// SHA-256 of the text, in hexadecimal digits.
  static func checksum(of text: String) -> String {
    SHA256.hash(data: Data(text.utf8)).map { byte in
      String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }.joined()
  }
}
