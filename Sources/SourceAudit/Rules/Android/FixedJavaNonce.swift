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
    for (name, position) in [
      ("IvParameterSpec", 0), ("GCMParameterSpec", 1), ("PBEKeySpec", 1), ("PBEParameterSpec", 0),
    ] {
      for call in unit.calls(name) {
        guard let bytes = call.argument(at: position), ConstantBytes.isConstant(bytes, project),
          !isFilled(bytes, project)
        else { continue }
        record.flaw(manual, at: call, .error, "These bytes are the same for every message.")
      }
    }
  }

  /// Whether something writes into the array: `nextBytes(iv)`, `System.arraycopy(…, iv, …)`, `iv[0] = …`.
  private func isFilled(_ bytes: Expression, _ project: Project) -> Bool {
    for use in project.origins(of: bytes).passed where use.kind == .name || use.kind == .member {
      for declaration in project.declarations(of: use) {
        for mention in declaration.unit.mentions([declaration.name]) {
          guard let parent = mention.parent, project.declarations(of: mention).contains(declaration) else { continue }
          if parent.kind == .index, parent.parent?.kind == .assignment { return true }
          guard parent.kind == .call, parent.calleeID != mention.id else { continue }
          if ["nextBytes", "arraycopy", "read", "get", "readFully", "readNBytes"].contains(parent.calledName) {
            return true
          }
        }
      }
    }
    // `ByteArray(16).also { random.nextBytes(it) }`
    return project.origins(of: bytes, reach: .influence).passed.contains { passed in
      passed.kind == .call
        && passed.arguments.contains { argument in
          argument.value.declaration.map { closure in
            closure.unit.calls("nextBytes").contains { $0.owner == closure }
          } == true
        }
    }
  }
}
