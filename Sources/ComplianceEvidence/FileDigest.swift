import Crypto

/// SHA-256 of the exact bytes of a cited file. Says which text was looked at, not that the text is good.
/// Source: FIPS 180-4.
public struct FileDigest: Sendable, Hashable {
  public let file: String
  /// 64 lower-case hexadecimal digits.
  public let sha256: String

  /// Digests the bytes as they were read.
  public init(file: String, contents: some Sequence<UInt8>) {
    self.file = file
    var hash = SHA256()
    hash.update(data: Array(contents))
    sha256 = Self.hexadecimal(hash.finalize())
  }

  private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
