/// Prompts that take less than a strong biometric.
struct BiometricFallback: Rule {
  let languages = AndroidRules.languages
  let manual = RuleManual(
    "biometric-fallback", "A prompt for secrets takes strong biometrics only",
    reason: "The code of the screen is seen over the shoulder, and weak biometrics are fooled by a picture.",
    fix: "Allow BIOMETRIC_STRONG only, and let the app's own login be the other way.",
    ids: ["O.Auth_5", "O.Auth_7", "MASVS-AUTH-2", "MASWE-0045", "CWE-287"],
    violating: [
      RuleExample(
        "the code of the screen", path: "A.kt", lines: [1],
        """
        fun f(b: BiometricPrompt.PromptInfo.Builder) = b.setAllowedAuthenticators(BIOMETRIC_STRONG or DEVICE_CREDENTIAL)
        """),
      RuleExample(
        "the old form", path: "A.java", lines: [1],
        """
        class A { Object f(BiometricPrompt.PromptInfo.Builder b) { return b.setDeviceCredentialAllowed(true); } }
        """),
    ],
    conforming: [
      RuleExample(
        "strong", path: "A.kt",
        """
        fun f(b: BiometricPrompt.PromptInfo.Builder) = b.setAllowedAuthenticators(BIOMETRIC_STRONG)
        """)
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    for write in code.writes("allowedAuthenticators") {
      let words = code.words(of: write.value)
      guard words.contains("BIOMETRIC_WEAK") || words.contains("DEVICE_CREDENTIAL") else { continue }
      record.flaw(
        manual, on: write.place, .warning,
        words.contains("BIOMETRIC_WEAK") ? "Weak biometrics open this." : "The code of the screen opens this.",
        confidence: .medium)
    }
    for write in code.writes("deviceCredentialAllowed") where code.isTrue(write.value) {
      record.flaw(manual, on: write.place, .warning, "The code of the screen opens this.", confidence: .medium)
    }
  }
}
