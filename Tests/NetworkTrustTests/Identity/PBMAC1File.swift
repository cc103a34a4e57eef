import Crypto
import CryptoExtras
import Foundation

/// A PKCS#12 file with a MAC of RFC 9579, which the OpenSSL of this system does not write.
struct PBMAC1File {
  /// The AuthenticatedSafe.
  var content: [UInt8]
  var password = "1234"
  var rounds = 2048
  /// What PBKDF2 announces and makes; nil announces nothing and makes 32.
  var keyBytes: Int? = 32
  /// Stands in the file in place of PBKDF2; the code is still PBKDF2's.
  var announcedDerivation: [UInt8]?

  static func der(_ tag: UInt8, _ parts: [UInt8]...) -> [UInt8] {
    let content = parts.flatMap(\.self)
    let count = content.count
    let length: [UInt8] = count < 128 ? [UInt8(count)] : [0x82, UInt8(count >> 8), UInt8(count & 0xFF)]
    // 128 to 255 have a form of their own.
    return [tag] + (128...255 ~= count ? [0x81, UInt8(count)] : length) + content
  }

  static func name(_ last: UInt8...) -> [UInt8] { der(0x06, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D] + last) }

  static func integer(_ value: Int) -> [UInt8] {
    var bytes = withUnsafeBytes(of: Int64(value).bigEndian) { Array($0) }
    while bytes.count > 1, bytes[0] == 0, bytes[1] < 0x80 { bytes.removeFirst() }
    return der(0x02, bytes)
  }

  static func data(_ content: [UInt8]) -> [UInt8] {
    der(0x30, name(1, 7, 1), der(0xA0, der(0x04, content)))
  }

  /// A bag whose key is sealed with so many rounds; nobody can open it.
  static func sealedKey(rounds: Int) -> [UInt8] {
    sealedKey(der(0x30, name(1, 5, 12), der(0x30, der(0x04, [1, 2, 3, 4]), integer(rounds))))
  }

  static func scrypt(cost: Int, block: Int, parallel: Int) -> [UInt8] {
    let numbers = [cost, block, parallel, 32].flatMap(integer)
    return der(
      0x30, der(0x06, [0x2B, 0x06, 0x01, 0x04, 0x01, 0xDA, 0x47, 0x04, 0x0B]),
      der(0x30, der(0x04, [1, 2, 3, 4]), numbers))
  }

  /// The same for any way from the password to the key.
  static func sealedKey(_ derivation: [UInt8]) -> [UInt8] {
    let cipher = der(
      0x30, der(0x06, [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x01, 0x2A]),
      der(0x04, [UInt8](repeating: 0, count: 16)))
    let scheme = der(0x30, name(1, 5, 13), der(0x30, derivation, cipher))
    let bag = der(
      0x30, name(1, 12, 10, 1, 2), der(0xA0, der(0x30, scheme, der(0x04, [UInt8](repeating: 0, count: 32)))))
    return der(0x30, data(der(0x30, bag)))
  }

  func bytes() throws -> [UInt8] {
    let salt: [UInt8] = [8, 7, 6, 5, 4, 3, 2, 1]
    let key = try KDF.Insecure.PBKDF2.deriveKey(
      from: Array(password.utf8), salt: salt, using: .sha512, outputByteCount: keyBytes ?? 32,
      unsafeUncheckedRounds: min(rounds, 10_000))
    let code = Array(HMAC<SHA256>.authenticationCode(for: content, using: key))
    let announced = keyBytes.map(Self.integer) ?? []
    let derivation = Self.der(
      0x30, Self.name(1, 5, 12),
      Self.der(
        0x30, Self.der(0x04, salt), Self.integer(rounds), announced, Self.der(0x30, Self.name(2, 11), [0x05, 0x00])))
    let scheme = Self.der(0x30, announcedDerivation ?? derivation, Self.der(0x30, Self.name(2, 9), [0x05, 0x00]))
    let info = Self.der(0x30, Self.der(0x30, Self.name(1, 5, 14), scheme), Self.der(0x04, code))
    return Self.der(
      0x30, Self.integer(3), Self.data(content), Self.der(0x30, info, Self.der(0x04, [0]), Self.integer(1)))
  }
}
