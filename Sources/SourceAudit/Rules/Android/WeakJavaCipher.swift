/// Ciphers and modes that are broken.
struct WeakJavaCipher: Rule {
  private static let broken: Set<String> = [
    "DES", "DESEDE", "TRIPLEDES", "RC2", "RC4", "ARCFOUR", "ARC4", "BLOWFISH", "3DES",
  ]

  let languages = AndroidRules.languages
  let manual = RuleManual(
    "weak-java-cipher", "Ciphers are AES in an authenticated mode",
    reason: "DES, 3DES, RC4 and Blowfish can be broken, ECB shows equal blocks, and AES without a mode is AES in ECB.",
    fix: "Use Cipher.getInstance(\"AES/GCM/NoPadding\"); for RSA OAEP.",
    ids: [
      "O.Cryp_3", "MASVS-CRYPTO-1", "MASWE-0020", "MASTG-TEST-0221", "MASTG-TEST-0232", "CWE-327", "CWE-780",
    ],
    violating: [
      RuleExample(
        "an algorithm put together from a constant", path: "A.kt", lines: [2],
        """
        const val ALGORITHM = "DES"
        fun f() = Cipher.getInstance("$ALGORITHM/CBC/PKCS5Padding")
        """),
      RuleExample(
        "ECB by default", path: "A.java", lines: [1], #"class A { Cipher c() { return Cipher.getInstance("AES"); } }"#),
      RuleExample(
        "a key for a broken cipher, in a helper", path: "A.kt", lines: [1],
        """
        fun maker(name: String) = KeyGenerator.getInstance(name)
        val k = maker("Blowfish")
        """),
      RuleExample(
        "ECB in the keystore", path: "A.kt", lines: [1],
        "fun f(b: KeyGenParameterSpec.Builder) = b.setBlockModes(KeyProperties.BLOCK_MODE_ECB).build()"),
      RuleExample(
        "RSA as in a book", path: "A.java", lines: [1],
        #"class A { Object c = Cipher.getInstance("RSA/ECB/NoPadding"); }"#),
    ],
    conforming: [
      RuleExample("GCM", path: "A.kt", #"fun f() = Cipher.getInstance("AES/GCM/NoPadding")"#),
      RuleExample(
        "OAEP", path: "A.java", #"class A { Object c = Cipher.getInstance("RSA/ECB/OAEPWithSHA-256AndMGF1Padding"); }"#),
      RuleExample("another class", path: "A.kt", #"fun f() = Registry.getInstance("DES")"#),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    for call in unit.calls("getInstance") {
      guard let type = call.receiver?.name, let name = call.argument(at: 0) else { continue }
      let maker = project.resolvedTypeName(type)
      guard ["Cipher", "KeyGenerator", "SecretKeyFactory"].contains(maker) else { continue }
      let texts = project.texts(of: name)
      if let flaw = texts.lazy.compactMap({ Self.flaw($0, isCipher: maker == "Cipher") }).first {
        record.flaw(manual, on: call, .error, flaw, edits: edits(name, project))
      } else if project.symbols(of: name).contains("KEY_ALGORITHM_3DES") {
        record.flaw(manual, on: call, .error, Self.asked)
      } else if maker == "Cipher", texts.contains(where: { $0.uppercased().contains("/GCM/") }) {
        record.control("encryption is authenticated", manual, at: call)
      }
    }
    for call in unit.calls("setBlockModes") where asks(call, ["ECB", "BLOCK_MODE_ECB"], project) {
      record.flaw(manual, on: call, .error, Self.asked)
    }
    let old: Set<String> = ["PKCS1Padding", "ENCRYPTION_PADDING_RSA_PKCS1"]
    for call in unit.calls("setEncryptionPaddings") where asks(call, old, project) {
      record.flaw(manual, on: call, .warning, "The keystore is asked for an old padding of RSA.")
    }
  }

  /// GCM in the place of ECB, where one text says ECB. The nonce has to be kept with what is encrypted.
  private func edits(_ name: Expression, _ project: Project) -> [SourceEdit] {
    let leaves = project.origins(of: name, keepsTexts: true).leaves
    guard leaves.count == 1, let text = leaves[0].plainText, text == "AES" || text.hasPrefix("AES/ECB/"),
      text != "AES" || leaves[0] == name
    else { return [] }
    return leaves[0].unit.edit(text, to: "AES/GCM/NoPadding", from: leaves[0].offset)
  }

  private static let asked = "The keystore is asked for a broken cipher or mode."

  /// Whether an argument is one of these, as a text or as a constant of the platform.
  private func asks(_ call: Expression, _ names: Set<String>, _ project: Project) -> Bool {
    call.arguments.contains { argument in
      let passed = project.origins(of: argument.value, reach: .influence).passed
      return passed.contains { names.contains($0.plainText ?? $0.name) }
    }
  }

  private static func flaw(_ text: String, isCipher: Bool) -> String? {
    let parts = text.uppercased().split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard let algorithm = parts.first else { return nil }
    if broken.contains(algorithm) || algorithm.hasPrefix("PBEWITHMD5") { return "This cipher is broken." }
    guard isCipher else { return nil }
    if algorithm == "RSA" {
      let padding = parts.count > 2 ? parts[2] : "PKCS1PADDING"
      return padding == "NOPADDING" || padding == "PKCS1PADDING" ? "RSA without OAEP can be broken." : nil
    }
    guard algorithm.hasPrefix("AES") else { return nil }
    return parts.count == 1 || parts[1] == "ECB" ? "ECB shows which blocks are equal." : nil
  }
}
