/// A sealed row, node or header as it lies in the file, taken apart; nothing in it is believed yet.
///
/// Layout in bytes: format (1), key version (4), payload version (2), nonce (12), ciphertext, tag (16).
struct SealedEnvelope {
  static let format: UInt8 = 2
  static let prefix = 1 + 4 + 2
  static let overhead = prefix + 12 + 16

  let keyVersion: UInt32
  let payloadVersion: UInt16
  let tag: SealTag

  enum Refusal: Error { case malformed, newer }

  init(parsing bytes: UnsafeRawBufferPointer) throws(Refusal) {
    guard let format = bytes.first, format >= Self.format else { throw .malformed }
    guard format == Self.format else { throw .newer }
    guard bytes.count >= Self.overhead else { throw .malformed }
    keyVersion = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 1, as: UInt32.self))
    payloadVersion = UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: 5, as: UInt16.self))
    tag = SealTag(endOf: bytes)
  }

  static func prefix(keyVersion: UInt32, payloadVersion: UInt16) -> [UInt8] {
    var bytes = [format]
    bytes.append(number: keyVersion)
    bytes.append(number: payloadVersion)
    return bytes
  }
}
