import Crypto
import CryptoExtras
import Foundation
import PeerMesh

extension Adversary {
  /// A frame with the header and the tag of another one and other content: whoever holds the key of AES-GCM can choose one
  /// block so that the tag is right. Source: NIST SP 800-38D, sections 6.4 and 7.1.
  /// - Parameter content: a multiple of 16 bytes, all of which stand in the forgery but the last 16.
  func forged(like frame: [UInt8], content: [UInt8]) throws -> [UInt8] {
    precondition(content.count >= 16 && content.count.isMultiple(of: 16))
    let (header, tag) = (Array(frame.prefix(45)), Array(frame.suffix(16)))
    let key = frameKey(of: frame)
    let box = try AES.GCM.seal(content, using: key, nonce: Self.nonce(of: frame), authenticating: header)
    var subkey = [UInt8](repeating: 0, count: 16)
    try AES.permute(&subkey, key: key)
    // The last block of the content counts twice the subkey, the lengths behind it once.
    let squared = GaloisHash(subkey) * GaloisHash(subkey)
    let change = GaloisHash(zip(tag, box.tag).map(^)) * squared.inverse
    var sealed = Array(box.ciphertext)
    for (place, byte) in change.bytes.enumerated() { sealed[sealed.count - 16 + place] ^= byte }
    return header + sealed + tag
  }
}

/// An element of the field of GHASH.
private struct GaloisHash {
  var bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  static func * (first: Self, second: Self) -> Self {
    var (product, shifted) = ([UInt8](repeating: 0, count: 16), second.bytes)
    for bit in 0..<128 {
      if first.bytes[bit / 8] >> (7 - bit % 8) & 1 == 1 { for place in 0..<16 { product[place] ^= shifted[place] } }
      let isOdd = shifted[15] & 1 == 1
      for place in (1..<16).reversed() { shifted[place] = shifted[place] >> 1 | shifted[place - 1] << 7 }
      shifted[0] >>= 1
      if isOdd { shifted[0] ^= 0xE1 }
    }
    return GaloisHash(product)
  }

  /// To the power of 2^128 - 2.
  var inverse: Self {
    var (result, power) = (self * self, self * self)
    for _ in 2..<128 {
      power = power * power
      result = result * power
    }
    return result
  }
}
