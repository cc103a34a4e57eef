import Redaction
import UntrustedInput

/// How a part of a file is sealed with the password: an AlgorithmIdentifier, read.
/// Source: RFC 7292, appendix C; RFC 8018, section 6.2; RFC 7914, section 7.
enum PasswordScheme: Sendable {
  enum LegacyCipher: Sendable { case tripleDES, twoKeyTripleDES, rc2(bits: Int) }
  enum Cipher: Sendable { case aes(keyBytes: Int), tripleDES }

  case pkcs12(LegacyCipher, salt: [UInt8], rounds: Int64)
  case pbes2(PasswordKeySource, Cipher, vector: [UInt8])

  private static let pkcs12Name: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x0C, 0x01]
  private static let pbes2Name: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x05, 0x0D]
  private static let tripleDESName: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x03, 0x07]
  private static let aesName: [UInt8] = [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x01]

  /// - Throws: `IdentityError.unsupported`, `.damaged`, or what the reader of DER throws.
  init(_ element: DERElement) throws {
    let parts = try element.children(.sequence)
    guard parts.count == 2 else { throw IdentityError.unsupported(.encryption) }
    let name = try parts[0].objectIdentifier()
    if name == Self.pbes2Name {
      let halves = try parts[1].children(.sequence)
      guard halves.count == 2 else { throw IdentityError.damaged }
      let (cipher, vector) = try Self.cipher(halves[1])
      self = .pbes2(try PasswordKeySource(halves[0]), cipher, vector: vector)
      return
    }
    guard name.dropLast() == Self.pkcs12Name[...], let number = name.last else {
      throw IdentityError.unsupported(.encryption)
    }
    let fields = try parts[1].children(.sequence)
    guard fields.count == 2 else { throw IdentityError.damaged }
    let cipher: LegacyCipher
    switch number {
    case 3: cipher = .tripleDES
    case 4: cipher = .twoKeyTripleDES
    case 5: cipher = .rc2(bits: 128)
    case 6: cipher = .rc2(bits: 40)
    default: throw IdentityError.unsupported(.encryption)
    }
    let salt = try PasswordKeySource.salt(fields[0])
    self = .pkcs12(cipher, salt: salt, rounds: try fields[1].integer())
  }

  private static func cipher(_ element: DERElement) throws -> (Cipher, [UInt8]) {
    let parts = try element.children(.sequence)
    guard parts.count == 2 else { throw IdentityError.unsupported(.encryption) }
    let cipher: Cipher
    switch try parts[0].objectIdentifier() {
    case aesName + [0x02]: cipher = .aes(keyBytes: 16)
    case aesName + [0x16]: cipher = .aes(keyBytes: 24)
    case aesName + [0x2A]: cipher = .aes(keyBytes: 32)
    case tripleDESName: cipher = .tripleDES
    default: throw IdentityError.unsupported(.encryption)
    }
    let vector = try parts[1].octets()
    let size = if case .aes = cipher { 16 } else { 8 }
    guard vector.count == size else { throw IdentityError.damaged }
    return (cipher, vector)
  }

  /// Opens what was sealed. A wrong password is found by the MAC before; here it is `damaged`.
  func open(
    _ sealed: ArraySlice<UInt8>, password: borrowing PKCS12Password, within budget: inout RoundBudget
  ) throws(IdentityError) -> Secret {
    switch self {
    case .pkcs12(let cipher, let salt, let rounds):
      let derivation = PKCS12Derivation(digest: .sha1, salt: salt, rounds: rounds)
      let vector = try derivation.bytes(8, for: .vector, from: password, within: &budget)
        .withExposedBytes { Array($0) }
      let count =
        switch cipher {
        case .tripleDES: 24
        case .twoKeyTripleDES: 16
        case .rc2(let bits): bits / 8
        }
      let key = try derivation.bytes(count, for: .key, from: password, within: &budget)
      return switch cipher {
      case .tripleDES, .twoKeyTripleDES: try InsecureTripleDES(key: key).decrypt(sealed, vector: vector)
      case .rc2(let bits): try InsecureRC2(key: key, effectiveBits: bits).decrypt(sealed, vector: vector)
      }
    case .pbes2(let source, .aes(let count), let vector):
      let key = try source.key(count, from: password.text, within: &budget)
      guard !sealed.isEmpty, sealed.count % 16 == 0,
        let plain = try? PasswordPrimitives.aes(sealed, key: key, vector: vector)
      else { throw .damaged }
      return plain
    case .pbes2(let source, .tripleDES, let vector):
      let key = try source.key(24, from: password.text, within: &budget)
      return try InsecureTripleDES(key: key).decrypt(sealed, vector: vector)
    }
  }
}
