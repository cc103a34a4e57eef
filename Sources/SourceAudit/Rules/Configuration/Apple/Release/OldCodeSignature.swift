import UntrustedInput

/// Flags that ask for an old form of code signature.
struct OldCodeSignature: ReleaseSettingRule {
  let names = ["OTHER_CODE_SIGN_FLAGS"]
  let manual = RuleManual(
    "old-code-signature", "The code signature has the current form",
    reason: "Signatures over SHA-1 digests can be forged; current systems want those over SHA-256.",
    fix: "Remove the flag: codesign picks the current form.",
    ids: ["O.Resi_1", "MASVS-RESILIENCE-2", "MASWE-0104", "MASTG-TEST-0220", "CWE-327"],
    violating: [
      RuleExample(
        "SHA-1", path: "Release.xcconfig", lines: [1], "OTHER_CODE_SIGN_FLAGS = --digest-algorithm=sha1 --timestamp\n")
    ],
    conforming: [
      RuleExample("a keychain", path: "Release.xcconfig", "OTHER_CODE_SIGN_FLAGS = --keychain build.keychain\n")
    ])

  func flaw(in use: SettingUse) -> (severity: FindingSeverity, message: String)? {
    let isOld = use.words.contains { $0.hasPrefix("--digest-algorithm=") && $0.contains("sha1") }
    return isOld ? (.warning, "This asks for a signature over SHA-1.") : nil
  }
}
