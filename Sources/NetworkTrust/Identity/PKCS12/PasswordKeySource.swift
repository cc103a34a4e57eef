import Redaction
import UntrustedInput

/// How a key follows from a password, outside of PKCS#12's own way: PBKDF2 or scrypt.
/// Source: RFC 8018, appendix A.2; RFC 7914, section 7.1.
enum PasswordKeySource: Sendable {
  case pbkdf2(PasswordDigest, salt: [UInt8], rounds: Int64, keyBytes: Int?)
  case scrypt(salt: [UInt8], cost: Int, block: Int, parallel: Int, keyBytes: Int?)

  static let maximumSalt = 1024
  /// Bytes that scrypt may fill, over its table and all its lanes. Source: RFC 7914, section 6.
  static let maximumMemory = 64 << 20

  private static let pbkdf2Name: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x05, 0x0C]
  private static let scryptName: [UInt8] = [0x2B, 0x06, 0x01, 0x04, 0x01, 0xDA, 0x47, 0x04, 0x0B]

  init(_ element: DERElement) throws {
    let parts = try element.children(.sequence)
    guard parts.count == 2 else { throw IdentityError.unsupported(.keyDerivation) }
    let name = try parts[0].objectIdentifier()
    let fields = try parts[1].children(.sequence)
    switch name {
    case Self.pbkdf2Name:
      guard (2...4).contains(fields.count) else { throw IdentityError.damaged }
      var rest = fields[2...]
      let keyBytes = try Self.keyBytes(&rest)
      var digest = PasswordDigest.sha1
      if let last = rest.popFirst() {
        guard let name = try last.children(.sequence).first else { throw IdentityError.damaged }
        digest = try PasswordDigest(hmac: name.objectIdentifier())
      }
      guard rest.isEmpty else { throw IdentityError.damaged }
      self = .pbkdf2(
        digest, salt: try Self.salt(fields[0]), rounds: try fields[1].integer(), keyBytes: keyBytes)
    case Self.scryptName:
      guard (4...5).contains(fields.count) else { throw IdentityError.damaged }
      let numbers = try fields[1...3].map { try $0.integer() }
      var rest = fields[4...]
      let keyBytes = try Self.keyBytes(&rest)
      guard rest.isEmpty else { throw IdentityError.damaged }
      guard numbers.allSatisfy({ $0 > 0 && $0 <= 1 << 20 }), numbers[0] >= 2, numbers[0].nonzeroBitCount == 1 else {
        throw numbers.allSatisfy { $0 > 0 }
          ? IdentityError.tooManyRounds(limit: PKCS12File.maximumRounds) : IdentityError.damaged
      }
      self = .scrypt(
        salt: try Self.salt(fields[0]), cost: Int(numbers[0]), block: Int(numbers[1]), parallel: Int(numbers[2]),
        keyBytes: keyBytes)
    default: throw IdentityError.unsupported(.keyDerivation)
    }
  }

  /// The digest of the PBKDF2 that this is, and how many bytes it says to make.
  var announcedBytes: Int? {
    switch self {
    case .pbkdf2(_, _, _, let keyBytes), .scrypt(_, _, _, _, let keyBytes): keyBytes
    }
  }

  static func salt(_ element: DERElement) throws -> [UInt8] {
    let salt = try element.octets()
    guard (1...maximumSalt).contains(salt.count) else { throw IdentityError.damaged }
    return salt
  }

  private static func keyBytes(_ rest: inout ArraySlice<DERElement>) throws -> Int? {
    guard let next = rest.first, next.tag == .integer else { return nil }
    rest = rest.dropFirst()
    let count = try next.integer()
    guard (1...64).contains(count) else { throw IdentityError.damaged }
    return Int(count)
  }

  /// - Throws: ``IdentityError/tooManyRounds(limit:)``, ``IdentityError/damaged`` also where the file announces
  ///   another length.
  func key(
    _ count: Int, from password: borrowing Secret, within budget: inout RoundBudget
  ) throws(IdentityError) -> Secret {
    guard announcedBytes == nil || announcedBytes == count else { throw .damaged }
    switch self {
    case .pbkdf2(let digest, let salt, let rounds, _):
      let blocks = (count + digest.byteCount - 1) / digest.byteCount
      try budget.spend(rounds, blocks: blocks, passwordBytes: password.count)
      guard let key = try? PasswordPrimitives.pbkdf2(password, salt: salt, rounds: Int(rounds), digest, count: count)
      else { throw .damaged }
      return key
    case .scrypt(let salt, let cost, let block, let parallel, _):
      // Each number is 2^20 at most, so this does not overflow; and what is let through keeps the product below small.
      let memory = 128 * Int64(block) * (Int64(cost) + Int64(parallel) + 1)
      guard memory <= Int64(Self.maximumMemory) else { throw .tooManyRounds(limit: PKCS12File.maximumRounds) }
      // Eight kilobytes of scrypt's memory take about as long as eight rounds.
      try budget.spend(Int64(cost), blocks: block * parallel, passwordBytes: password.count)
      guard
        let key = try? PasswordPrimitives.scrypt(
          password, salt: salt, cost: cost, block: block, parallel: parallel, count: count)
      else { throw .damaged }
      return key
    }
  }
}
