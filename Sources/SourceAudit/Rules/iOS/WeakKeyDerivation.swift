/// PBKDF2 with so few rounds, or a fixed salt, that a list of passwords is tried in a moment.
struct WeakKeyDerivation: Rule {
  private static let fewest = 100_000

  let manual = RuleManual(
    "weak-key-derivation", "Keys from passwords need many rounds and a salt of their own",
    reason: "The rounds are what slows down somebody who tries passwords; with a fixed salt one table serves for all "
      + "users.",
    fix: "Use at least 600,000 rounds of PBKDF2 with HMAC-SHA256, or scrypt or Argon2, and 16 random bytes as salt.",
    ids: ["O.Pass_5", "O.Cryp_3", "MASVS-CRYPTO-1", "MASWE-0010", "CWE-916", "CWE-760"],
    violating: [
      RuleExample(
        "a thousand rounds", lines: [2],
        """
        let rounds: UInt32 = 1_000
        CCKeyDerivationPBKDF(kind, p, n, s, m, prf, rounds, &out, 32)
        """),
      RuleExample(
        "a function for keys, fed with a password", lines: [2],
        """
        func key(_ passphrase: String) -> SymmetricKey {
          HKDF<SHA256>.deriveKey(inputKeyMaterial: SymmetricKey(data: Data(passphrase.utf8)), outputByteCount: 32)
        }
        """),
      RuleExample(
        "a fixed salt", lines: [2],
        """
        import CryptoSwift
        let k = try PKCS5.PBKDF2(password: p, salt: Array("salt1234".utf8), iterations: 600_000).calculate()
        """),
    ],
    conforming: [
      RuleExample(
        "a key from a key", "let k = HKDF<SHA256>.deriveKey(inputKeyMaterial: shared, info: i, outputByteCount: 32)"),
      RuleExample(
        "enough of both", "CCKeyDerivationPBKDF(kind, p, n, salt, m, prf, 600_000, &out, 32)"),
    ])

  private static let remembered: Set<String> = ["password", "passphrase", "passcode", "pin", "passwd", "pwd"]

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    for call in unit.calls("deriveKey", "extract") where call.receiver?.path?.contains("HKDF") == true {
      guard let material = call.argument("inputKeyMaterial") else { continue }
      let names = project.origins(of: material, reach: .influence).names
      guard names.contains(where: { !Self.remembered.isDisjoint(with: SecretWords.words(of: $0)) }) else { continue }
      record.flaw(manual, at: call, .warning, "HKDF slows nobody down who tries passwords.", confidence: .medium)
    }
    for call in unit.calls("CCKeyDerivationPBKDF", "PBKDF2", "deriveKey") {
      // `rounds` of scrypt is something else.
      if call.calledName == "deriveKey", call.receiver?.path?.contains(where: { $0.contains("PBKDF2") }) != true {
        continue
      }
      let isNative = call.calledName == "CCKeyDerivationPBKDF"
      let rounds = isNative ? call.argument(at: 6) : call.argument("iterations") ?? call.argument("rounds")
      if let rounds, let count = project.integers(of: rounds).min(), count > 0, count < Self.fewest {
        record.flaw(manual, at: call, .warning, "\(count) rounds are too few.")
      }
      let salt = isNative ? call.argument(at: 3) : call.argument("salt")
      if let salt, project.isConstant(salt) {
        record.flaw(manual, at: call, .warning, "The salt is fixed in the source.")
      }
    }
  }
}
