/// A sealed row of the first file format, taken apart; nothing in it is believed yet.
///
/// Layout of format 1, in bytes: format (1), key id (8), nonce (12), ciphertext, tag (16).
struct LegacyRowEnvelope {
  static let format: UInt8 = 1

  let keyID: ArraySlice<UInt8>
  let nonce: ArraySlice<UInt8>
  /// At least as long as what ``LegacyRowContent`` needs.
  let ciphertext: ArraySlice<UInt8>
  let tag: ArraySlice<UInt8>

  enum Refusal: Error { case malformed, newer }

  init(parsing bytes: [UInt8]) throws(Refusal) {
    guard let format = bytes.first, format >= Self.format else { throw .malformed }
    guard format == Self.format else { throw .newer }
    guard bytes.count >= 1 + 8 + 12 + LegacyRowContent.dateCount + 16 else { throw .malformed }
    keyID = bytes[1..<9]
    nonce = bytes[9..<21]
    ciphertext = bytes[21..<(bytes.count - 16)]
    tag = bytes.suffix(16)
  }
}
