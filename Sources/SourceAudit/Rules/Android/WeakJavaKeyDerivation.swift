/// Keys from passwords that can be guessed quickly.
struct WeakJavaKeyDerivation: Rule {
  private static let fewest = 100_000

  let languages = AndroidRules.languages
  let manual = RuleManual(
    "weak-java-key-derivation", "Keys from passwords need many rounds",
    reason: "The rounds are what slows down somebody who tries passwords.",
    fix: "Use at least 600,000 rounds of PBKDF2 with HMAC-SHA256, or scrypt or Argon2.",
    ids: ["O.Pass_5", "O.Cryp_3", "MASVS-CRYPTO-1", "MASWE-0010", "CWE-916"],
    violating: [
      RuleExample(
        "a thousand", path: "A.java", lines: [2],
        """
        class A { static final int ROUNDS = 1000;
          Object f(char[] p, byte[] salt) { return new PBEKeySpec(p, salt, ROUNDS, 256); } }
        """),
      RuleExample(
        "a power of two", path: "A.kt", lines: [2],
        """
        const val ROUNDS = 1 shl 10
        fun f(p: CharArray, salt: ByteArray) = PBEKeySpec(p, salt, ROUNDS, 256)
        """),
    ],
    conforming: [
      RuleExample(
        "enough", path: "A.kt",
        """
        fun f(p: CharArray, salt: ByteArray) = PBEKeySpec(p, salt, 600_000, 256)
        """)
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    for (name, position) in [("PBEKeySpec", 2), ("PBEParameterSpec", 1)] {
      for call in code.calls(name) {
        guard let rounds = call.argument(at: position), let count = project.integers(of: rounds).min(), count > 0,
          count < Self.fewest
        else { continue }
        record.flaw(manual, on: call, .warning, "\(count) rounds are too few.")
      }
    }
  }
}
