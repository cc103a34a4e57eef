/// A biometric prompt whose answer is only a Bool: nothing that it guards is locked by it.
struct BiometricsWithoutKey: Rule {
  let manual = RuleManual(
    "biometrics-without-key", "A biometric prompt has to open a key, not answer a question",
    reason: "evaluatePolicy answers with a Bool in the app's own memory. Whoever changes that answer, with a debugger "
      + "or a hook, is in: no key was needed.",
    fix: "Keep what the prompt guards in a keychain item with access control biometryCurrentSet, and let reading that "
      + "item ask the prompt.",
    ids: [
      "O.Auth_3", "O.Resi_9", "MASVS-AUTH-2", "MASWE-0044", "MASTG-TEST-0266", "MASTG-TEST-0267", "CWE-287", "CWE-603",
    ],
    violating: [
      RuleExample(
        "a login that trusts the answer", lines: [3],
        """
        func login() {
          let context = LAContext()
          context.evaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, localizedReason: "Log in") { ok, _ in
            if ok { self.showHome() }
          }
        }
        """),
      RuleExample(
        "the same, awaited, behind a helper", lines: [1],
        """
        func ask(_ c: LAContext) async throws -> Bool { try await c.evaluatePolicy(kind, localizedReason: "x") }
        func open() async { if (try? await ask(LAContext())) == true { unlock() } }
        """),
    ],
    conforming: [
      RuleExample(
        "a prompt whose context reads a guarded item",
        """
        func read() {
          let context = LAContext()
          context.evaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, localizedReason: "Log in") { _, _ in
            let query = [kSecClass: kSecClassGenericPassword, kSecUseAuthenticationContext: context] as CFDictionary
            SecItemCopyMatching(query, nil)
          }
        }
        """),
      RuleExample("another evaluatePolicy", "engine.evaluatePolicy(rules)"),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let named = unit.mentions("evaluatePolicy").filter { place in
      place.parent.map { $0.kind != .call || $0.calleeID != place.id } ?? true
        && place.first.flatMap { project.type(of: $0) } == "LAContext"
    }
    for call in unit.calls("evaluatePolicy").filter({ $0.argument("localizedReason") != nil }) + named {
      let around = call.owner.enclosingType ?? Declaration(unit: unit, id: .file)
      let binding = unit.mentions("kSecUseAuthenticationContext", "evaluateAccessControl", "LASecret", "LARight")
      if binding.contains(where: { around.id == .file || $0.owner.enclosingType == around }) {
        record.control("a biometric prompt is bound to a keychain item", manual, at: call)
        continue
      }
      record.flaw(
        manual, at: call, .warning, "Nothing is locked by this prompt: its answer is a Bool that can be changed.")
    }
  }
}
