/// Tells sealing keys apart without telling anything about them: 8 bytes derived one-way from the key.
public struct SealingKeyID: Sendable, Hashable, CustomStringConvertible {
  static let byteCount = 8
  /// The bytes, most significant first: one word costs no memory of its own.
  let word: UInt64

  init(word: UInt64) { self.word = word }

  /// The first 8 of `bytes`.
  init(_ bytes: some Sequence<UInt8>) { word = bytes.prefix(Self.byteCount).reduce(0) { $0 << 8 | UInt64($1) } }

  public var bytes: [UInt8] { (0..<Self.byteCount).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) } }

  public var description: String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}
