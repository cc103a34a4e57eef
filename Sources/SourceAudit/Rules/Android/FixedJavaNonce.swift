/// Initialization vectors and salts that are the same every time.
struct FixedJavaNonce: Rule {
  let languages = AndroidRules.languages
  let manual = RuleManual(
    "fixed-java-nonce", "A nonce must never come twice",
    reason:
      "With one nonce for two messages GCM gives away both and the key of its tag; CBC shows equal beginnings; one "
      + "salt for all lets one table break every password.",
    fix:
      "Let the cipher make the vector (init without one, then getIV), or fill it from SecureRandom for each message.",
    ids: ["O.Cryp_3", "MASVS-CRYPTO-1", "MASWE-0022", "CWE-329", "CWE-323", "CWE-760"],
    violating: [
      RuleExample(
        "zeros", path: "A.kt", lines: [2],
        """
        private val iv = ByteArray(16)
        fun spec() = IvParameterSpec(iv)
        """),
      RuleExample(
        "a text", path: "A.java", lines: [2],
        """
        class A { static final String IV = "0123456789ab";
          Object s = new GCMParameterSpec(128, IV.getBytes()); }
        """),
      RuleExample(
        "a salt", path: "A.kt", lines: [1], #"fun f(p: CharArray) = PBEKeySpec(p, "salt".toByteArray(), 100000, 256)"#),
    ],
    conforming: [
      RuleExample(
        "filled", path: "A.kt",
        """
        fun spec(): IvParameterSpec {
          val iv = ByteArray(16)
          SecureRandom().nextBytes(iv)
          return IvParameterSpec(iv)
        }
        """),
      RuleExample(
        "read back", path: "A.java",
        "class A { Object f(byte[] box) { return new GCMParameterSpec(128, Arrays.copyOf(box, 12)); } }"),
      RuleExample("of the cipher", path: "A.kt", "fun f(c: Cipher) = GCMParameterSpec(128, c.iv)"),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    for (name, position) in [
      ("IvParameterSpec", 0), ("GCMParameterSpec", 1), ("PBEKeySpec", 1), ("PBEParameterSpec", 0),
    ] {
      for call in code.calls(name) {
        guard let bytes = call.argument(at: position), ConstantBytes.isConstant(bytes, project)
        else { continue }
        record.flaw(manual, on: call, .error, "These bytes are the same for every message.")
      }
    }
  }
}
