/// Tells sealing keys apart without telling anything about them: 8 bytes derived one-way from the key.
public struct SealingKeyID: Sendable, Hashable, CustomStringConvertible {
  static let byteCount = 8
  public let bytes: [UInt8]

  init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  public var description: String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}
