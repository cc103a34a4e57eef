import Redaction
import UntrustedInput

/// The MAC of a file: what shows that the password is right and nothing was altered.
/// Source: RFC 7292, section 4; RFC 9579.
struct PKCS12Integrity: Sendable {
  private enum Way: Sendable {
    case pkcs12(PKCS12Derivation)
    case pbmac1(PasswordKeySource, PasswordDigest, keyBytes: Int)
  }

  private let way: Way
  private let code: [UInt8]

  private static let pbmac1Name: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x05, 0x0E]

  init(_ element: DERElement) throws {
    let parts = try element.children(.sequence)
    guard (2...3).contains(parts.count) else { throw IdentityError.unsupported(.integrity) }
    let info = try parts[0].children(.sequence)
    guard info.count == 2, let name = try info[0].children(.sequence).first?.objectIdentifier() else {
      throw IdentityError.unsupported(.integrity)
    }
    code = try info[1].octets()
    if name == Self.pbmac1Name {
      // The salt and the rounds outside say nothing here.
      let scheme = try info[0].children(.sequence)
      guard scheme.count == 2 else { throw IdentityError.unsupported(.integrity) }
      let halves = try scheme[1].children(.sequence)
      guard halves.count == 2, let hmac = try halves[1].children(.sequence).first?.objectIdentifier() else {
        throw IdentityError.unsupported(.integrity)
      }
      let source = try PasswordKeySource(halves[0])
      // Before the MAC holds, the cost is a stranger's choice: only the derivation that its rounds bound.
      guard case .pbkdf2 = source else { throw IdentityError.unsupported(.integrity) }
      // RFC 9579, section 4: the length stands there, or a forger could choose it; and it is 20 bytes at least.
      guard let count = source.announcedBytes, count >= 20 else { throw IdentityError.unsupported(.integrity) }
      way = .pbmac1(source, try PasswordDigest(hmac: hmac), keyBytes: count)
    } else {
      let salt = try PasswordKeySource.salt(parts[1])
      let rounds = parts.count == 3 ? try parts[2].integer() : 1
      way = .pkcs12(PKCS12Derivation(digest: try PasswordDigest(digest: name), salt: salt, rounds: rounds))
    }
  }

  /// Whether a password of no length has two spellings here.
  var tellsNullFromEmpty: Bool { if case .pkcs12 = way { true } else { false } }

  /// - Throws: ``IdentityError/wrongPassword``, ``IdentityError/tooManyRounds(limit:)``, ``IdentityError/damaged``
  func check(
    _ content: [UInt8], password: borrowing PKCS12Password, within budget: inout RoundBudget
  ) throws(IdentityError) {
    let expected: Secret
    switch way {
    case .pkcs12(let derivation):
      let key = try derivation.bytes(
        derivation.digest.byteCount, for: .authentication, from: password, within: &budget)
      expected = PasswordPrimitives.hmac(content, key: key, derivation.digest)
    case .pbmac1(let source, let digest, let count):
      let key = try source.key(count, from: password.text, within: &budget)
      expected = PasswordPrimitives.hmac(content, key: key, digest)
    }
    // O.Cryp_1#560
    guard expected.isEqual(to: code) else { throw .wrongPassword }
  }
}
