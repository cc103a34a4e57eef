import Redaction

/// A block cipher of eight bytes that is too weak to seal anything, and is needed to open what others sealed with it.
/// There is no way to encrypt.
package protocol InsecureBlockCipher {
  func decrypt(_ block: UInt64) -> UInt64
}

extension InsecureBlockCipher {
  /// CBC mode with its padding taken off.
  /// - Throws: ``IdentityError/damaged`` for a length or a padding that no writer makes.
  func decrypt(_ bytes: ArraySlice<UInt8>, vector: [UInt8]) throws(IdentityError) -> Secret {
    guard !bytes.isEmpty, bytes.count % 8 == 0, vector.count == 8 else { throw .damaged }
    var previous = Self.word(vector[...])
    let padded = Secret(count: bytes.count) { room in
      for start in stride(from: 0, to: bytes.count, by: 8) {
        let first = bytes.startIndex + start
        let block = Self.word(bytes[first..<first + 8])
        room.storeBytes(of: (decrypt(block) ^ previous).bigEndian, toByteOffset: start, as: UInt64.self)
        previous = block
      }
    }
    return try padded.withExposedBytes { plain throws(IdentityError) in
      let padding = Int(plain[plain.count - 1])
      guard (1...8).contains(padding), plain.suffix(padding).allSatisfy({ $0 == UInt8(padding) }) else {
        throw .damaged
      }
      return Secret(copying: plain.dropLast(padding))
    }
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
