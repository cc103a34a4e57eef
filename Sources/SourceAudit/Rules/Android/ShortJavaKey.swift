/// Keys that are too short, by the same measure as ``ShortKey``.
struct ShortJavaKey: Rule {
  /// TR-02102-1, 2024-01: RSA and DH from 3000 bits, elliptic curves from 250, symmetric from 128.
  private static let least = ["RSA": 3000, "DSA": 3000, "DH": 3000, "EC": 250, "AES": 128, "HMACSHA256": 128]

  let languages = AndroidRules.languages
  let manual = RuleManual(
    "short-java-key", "Keys are long enough",
    reason: "Short keys can be found by force or factored.",
    fix: "Use RSA with 3000 bits at least (3072 is usual), P-256 or P-384, AES with 128 bits at least, 256 "
      + "recommended.",
    ids: ["O.Cryp_5", "MASVS-CRYPTO-1", "MASWE-0009", "MASTG-TEST-0208", "CWE-326"],
    violating: [
      RuleExample(
        "a constant of the platform for the name", path: "A.kt", lines: [3],
        """
        fun f() {
          val g = KeyPairGenerator.getInstance(KeyProperties.KEY_ALGORITHM_RSA)
          g.initialize(1024)
        }
        """),
      RuleExample(
        "a block, a size elsewhere", path: "A.kt", lines: [2],
        """
        object Sizes { const val RSA = 512 * 2 }
        fun f() = KeyPairGenerator.getInstance("RSA").apply { initialize(Sizes.RSA, SecureRandom()) }
        """),
      RuleExample(
        "the keystore", path: "A.java", lines: [2],
        """
        class A { Object f(KeyGenParameterSpec.Builder b) {
          return b.setKeySize(1024).build(); } }
        """),
      RuleExample(
        "half an AES key", path: "A.java", lines: [2],
        """
        class A { void f() { KeyGenerator g = KeyGenerator.getInstance("AES");
          g.init(64); } }
        """),
      RuleExample(
        "what was long enough until 2023", path: "A.kt", lines: [1],
        #"fun f() = KeyPairGenerator.getInstance("RSA").apply { initialize(2048) }"#),
      RuleExample(
        "a curve by its name", path: "A.kt", lines: [3, 5],
        """
        private const val CURVE = "secp160r1"
        fun f() = KeyPairGenerator.getInstance("EC").apply {
          initialize(ECGenParameterSpec(CURVE))
        }
        fun g() = ECGenParameterSpec("prime192v1")
        """),
    ],
    conforming: [
      RuleExample("long", path: "A.kt", #"fun f() = KeyPairGenerator.getInstance("RSA").apply { initialize(4096) }"#),
      RuleExample("a curve", path: "A.kt", #"fun f() = KeyPairGenerator.getInstance("EC").apply { initialize(256) }"#),
      RuleExample(
        "curves by their names", path: "A.java",
        """
        class A { Object[] all = {new ECGenParameterSpec("secp256r1"), new ECGenParameterSpec("P-384"),
          new ECGenParameterSpec("brainpoolP256r1"), new ECGenParameterSpec("X25519"), new ECGenParameterSpec("ed448")}; }
        """),
      RuleExample(
        "AES", path: "A.java",
        #"class A { void f() { KeyGenerator g = KeyGenerator.getInstance("AES"); g.init(256); } }"#),
      RuleExample(
        "AES with the least that TR-02102 asks for", path: "A.kt",
        """
        fun f() = KeyGenerator.getInstance("AES").apply { init(128) }.generateKey()
        fun spec(alias: String) =
          KeyGenParameterSpec.Builder(alias, KeyProperties.PURPOSE_ENCRYPT).setKeySize(128).build()
        """),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    for call in unit.calls("initialize", "init") {
      guard let size = call.argument(at: 0).flatMap({ project.integers(of: $0).first }),
        let receiver = code.receiver(of: call),
        let least = least(for: receiver, project), size > 0
      else { continue }
      report(call, size, least, &record)
    }
    for write in code.writes("keySize") {
      guard let size = project.integers(of: write.value).first, size > 384, size < 3000 else { continue }
      report(write.place, size, 3000, &record)
    }
    for call in unit.calls("RSAKeyGenParameterSpec") {
      guard let size = call.argument(at: 0).flatMap({ project.integers(of: $0).first }) else { continue }
      report(call, size, 3000, &record)
    }
    for call in code.calls("ECGenParameterSpec") {
      guard let name = call.argument(at: 0) else { continue }
      let sizes = project.texts(of: name).compactMap(Self.bits)
      if let size = sizes.min() { report(call, size, 250, &record) }
    }
  }

  /// The bits in the name of a curve: 160 of `secp160r1`, 192 of `prime192v1`.
  private static func bits(ofCurve name: String) -> Int? {
    name.split { !$0.isNumber }.first { $0.count >= 3 }.flatMap { Int($0) }
  }

  private func report(_ place: Expression, _ size: Int, _ least: Int, _ record: inout AuditRecord) {
    guard size < least else { return }
    // RSA with 2048 bits is no longer recommended, but not broken.
    let isOld = least == 3000 && size >= 2048
    record.flaw(
      manual, on: place, isOld ? .note : .error,
      "A key of \(size) bits is too short; at least \(least) are asked for.")
  }

  private func least(for receiver: Expression, _ project: Project) -> Int? {
    for maker in project.origins(of: receiver).passed where maker.kind == .call && maker.calledName == "getInstance" {
      guard let name = maker.argument(at: 0) else { continue }
      for text in project.texts(of: name) + [name.name.replacing("KEY_ALGORITHM_", with: "")] {
        if let least = Self.least[text.uppercased()] { return least }
      }
    }
    return nil
  }
}
