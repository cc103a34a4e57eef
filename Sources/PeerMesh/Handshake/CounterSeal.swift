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
    _ plain: some DataProtocol, number: UInt64, key: SymmetricKey, authenticating header: some DataProtocol,
    into output: inout [UInt8]
  ) throws(MeshError) {
    guard let nonce = try? nonce(number),
      let box = try? AES.GCM.seal(plain, using: key, nonce: nonce, authenticating: header),
      let combined = box.combined
    else { throw .sealingFailed }
    combined.withUnsafeBytes { output.append(contentsOf: $0.dropFirst(12)) }
  }

  /// Nil unless the tag is right.
  static func open(
    _ sealed: ArraySlice<UInt8>, number: UInt64, key: SymmetricKey, authenticating header: some DataProtocol
  ) -> Data? {
    guard sealed.count >= tagByteCount else { return nil }
    // In one piece: a box of three parts is put together in many steps.
    var combined = Data(count: 12 + sealed.count)
    combined.withUnsafeMutableBytes { bytes in
      bytes.storeBytes(of: number.bigEndian, toByteOffset: 4, as: UInt64.self)
      UnsafeMutableRawBufferPointer(rebasing: bytes[12...]).copyBytes(from: sealed)
    }
    guard let box = try? AES.GCM.SealedBox(combined: combined) else { return nil }
    return try? AES.GCM.open(box, using: key, authenticating: header)
  }
}
