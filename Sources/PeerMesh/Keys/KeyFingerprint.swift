/// Eight bytes that two people compare before a key is used: over the key and everything that came with it.
///
/// Whoever lacks the key cannot find another one with the same fingerprint for less than about 2^64 trials; it says
/// nothing about the key.
public struct KeyFingerprint: Sendable, Hashable, CustomStringConvertible {
  static let byteCount = 8
  let bytes: [UInt8]

  /// Four groups of four hexadecimal digits.
  public var description: String {
    stride(from: 0, to: bytes.count, by: 2).map { place in
      String(UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1]), radix: 16).leftPadded(to: 4)
    }.joined(separator: " ")
  }

  /// Eight short words, one per byte, to be read aloud.
  public var words: String {
    bytes.map { FingerprintWords.list[Int($0)] }.joined(separator: " ")
  }

  /// Whether a person entered this fingerprint, as digits or words; case and spaces do not matter.
  func matches(_ entered: String) -> Bool {
    func plain(_ text: String) -> String { text.lowercased().filter { !$0.isWhitespace && $0 != "-" } }
    return plain(entered) == plain(description) || plain(entered) == plain(words)
  }
}
