/// Keys that sign and encrypt.
struct KeyOfManyPurposes: Rule {
  let languages = AndroidRules.languages
  let manual = RuleManual(
    "key-of-many-purposes", "A key serves one purpose",
    reason: "With a key that both signs and decrypts, an answer of the one can be used to break the other.",
    fix: "Make one key for signing and one for encryption.",
    ids: ["O.Cryp_4", "MASVS-CRYPTO-2", "MASWE-0012", "CWE-323"],
    violating: [
      RuleExample(
        "both", path: "A.kt", lines: [1],
        """
        fun f(alias: String) = KeyGenParameterSpec.Builder(alias, KeyProperties.PURPOSE_SIGN or KeyProperties.PURPOSE_DECRYPT)
        """)
    ],
    conforming: [
      RuleExample(
        "a pair", path: "A.java",
        """
        class A { Object f(String a) { return new KeyGenParameterSpec.Builder(a, KeyProperties.PURPOSE_ENCRYPT | KeyProperties.PURPOSE_DECRYPT); } }
        """)
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    for call in unit.calls("Builder") {
      guard let type = call.receiver?.name ?? call.first?.first?.name,
        ["KeyGenParameterSpec", "KeyProtection"].contains(project.resolvedTypeName(type))
      else { continue }
      let purposes = call.arguments.reduce(into: Set<String>()) { $0.formUnion(code.words(of: $1.value)) }
      if !purposes.isDisjoint(with: ["PURPOSE_SIGN", "PURPOSE_VERIFY"]),
        !purposes.isDisjoint(with: ["PURPOSE_ENCRYPT", "PURPOSE_DECRYPT", "PURPOSE_WRAP_KEY", "PURPOSE_AGREE_KEY"])
      {
        record.flaw(manual, on: call, .warning, "One key both signs and encrypts.")
      }
    }
  }
}
