import Redaction

/// The key derivation of PKCS#12. It is no good way to derive keys and stands here only to read files that used it.
/// Source: RFC 7292, appendix B.2.
struct PKCS12Derivation {
  /// What the bytes are for: the same password and salt give each of them something else.
  enum Purpose: UInt8 { case key = 1, vector, authentication }

  let digest: PasswordDigest
  let salt: [UInt8]
  let rounds: Int64

  /// - Throws: ``IdentityError/tooManyRounds(limit:)``, ``IdentityError/damaged``
  func bytes(
    _ count: Int, for purpose: Purpose, from password: borrowing PKCS12Password, within budget: inout RoundBudget
  ) throws(IdentityError) -> Secret {
    let size = digest.byteCount
    try budget.spend(rounds, blocks: (count + size - 1) / size, passwordBytes: password.wide.count)
    let block = digest.blockSize
    let saltRoom = (salt.count + block - 1) / block * block
    let passwordRoom = (password.wide.count + block - 1) / block * block
    return Secret(count: count) { output in
      // The purpose, the salt and the password, each repeated to fill whole blocks; then two rooms to work in.
      let start = block + saltRoom + passwordRoom
      _ = Secret(count: start + size + block) { room in
        for index in 0..<block { room[index] = purpose.rawValue }
        for index in 0..<saltRoom { room[block + index] = salt[index % salt.count] }
        password.wide.withExposedBytes { wide in
          for index in 0..<passwordRoom { room[block + saltRoom + index] = wide[index % wide.count] }
        }
        let seed = UnsafeMutableRawBufferPointer(rebasing: room[..<start])
        let hash = UnsafeMutableRawBufferPointer(rebasing: room[start..<start + size])
        let addend = UnsafeMutableRawBufferPointer(rebasing: room[(start + size)...])
        var filled = 0
        while true {
          PasswordPrimitives.hash(UnsafeRawBufferPointer(seed), rounds: Int(rounds), digest, into: hash)
          let taken = min(size, count - filled)
          for index in 0..<taken { output[filled + index] = hash[index] }
          filled += taken
          if filled == count { return }
          for index in 0..<block { addend[index] = hash[index % size] }
          for first in stride(from: block, to: start, by: block) { Self.add(addend, to: seed, at: first) }
        }
      }
    }
  }

  /// Adds `addend` and one to the big-endian number of the same length at `first`.
  private static func add(
    _ addend: UnsafeMutableRawBufferPointer, to seed: UnsafeMutableRawBufferPointer, at first: Int
  ) {
    var carry: UInt16 = 1
    for index in stride(from: addend.count - 1, through: 0, by: -1) {
      carry += UInt16(addend[index]) + UInt16(seed[first + index])
      seed[first + index] = UInt8(carry & 0xFF)
      carry >>= 8
    }
  }
}
