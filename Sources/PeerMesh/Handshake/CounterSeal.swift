import Crypto
import Foundation

/// AES-256-GCM with a counter as nonce: four zero bytes and the counter, big-endian. Safe only where one key counts once,
/// which the keys of a link and of a sender's boot do. Source: Noise rev. 34 section 12.4; NIST SP 800-38D section 8.2.1.
enum CounterSeal {
  static let tagByteCount = 16

  static func nonce(_ number: UInt64) throws -> AES.GCM.Nonce {
    try withUnsafeTemporaryAllocation(byteCount: 12, alignment: 8) { bytes in
      bytes.storeBytes(of: 0, as: UInt32.self)
      bytes.storeBytes(of: number.bigEndian, toByteOffset: 4, as: UInt64.self)
      return try AES.GCM.Nonce(data: UnsafeRawBufferPointer(bytes))
    }
  }

  /// Appends ciphertext and tag to `output`.
  static func seal(
    _ plain: [UInt8], number: UInt64, key: SymmetricKey, authenticating header: some ContiguousBytes,
    into output: inout [UInt8]
  ) throws(MeshError) {
    let box = try? plain.withUnsafeBytes { plain in
      try header.withUnsafeBytes { try AES.GCM.seal(plain, using: key, nonce: nonce(number), authenticating: $0) }
    }
    guard let combined = box?.combined else { throw .sealingFailed }
    combined.withUnsafeBytes { output.append(contentsOf: UnsafeRawBufferPointer(rebasing: $0[12...])) }
  }

  /// Nil unless the tag is right.
  static func open(
    _ sealed: ArraySlice<UInt8>, number: UInt64, key: SymmetricKey, authenticating header: some ContiguousBytes
  ) -> Data? {
    guard sealed.count >= tagByteCount else { return nil }
    // In one piece, which the library copies once: a box of three parts is put together in many steps.
    let box = try? withUnsafeTemporaryAllocation(byteCount: 12 + sealed.count, alignment: 8) { bytes in
      bytes.storeBytes(of: 0, as: UInt32.self)
      bytes.storeBytes(of: number.bigEndian, toByteOffset: 4, as: UInt64.self)
      UnsafeMutableRawBufferPointer(rebasing: bytes[12...]).copyBytes(from: sealed)
      return try AES.GCM.SealedBox(combined: UnsafeRawBufferPointer(bytes))
    }
    guard let box else { return nil }
    return try? header.withUnsafeBytes { try AES.GCM.open(box, using: key, authenticating: $0) }
  }
}
