import UntrustedInput

/// Packages signed by the first scheme alone.
/// Source: source.android.com, APK signature scheme v2; CVE-2017-13156.
struct OldSignatureScheme: GradleRule {
  let manual = RuleManual(
    "old-signature-scheme", "The whole package is signed",
    reason: "The first scheme signs files one by one: code in front of them is not covered, and is run.",
    fix: "Remove the switch, or set enableV2Signing and enableV3Signing to true.",
    ids: ["O.Arch_6", "MASVS-RESILIENCE-2", "MASWE-0104", "MASTG-TEST-0224", "CWE-347"],
    violating: [
      RuleExample(
        "switched off, Groovy", path: "app/build.gradle", lines: [4],
        "android {\n  signingConfigs {\n    release {\n      v2SigningEnabled false\n    }\n  }\n}\n"),
      RuleExample(
        "switched off, Kotlin", path: "app/build.gradle.kts", lines: [2],
        "android.signingConfigs.create(\"release\") {\n  enableV2Signing = false\n}\n"),
    ],
    conforming: [
      RuleExample(
        "on", path: "app/build.gradle",
        "android { signingConfigs { release { v1SigningEnabled false\n v2SigningEnabled true } } }\n")
    ])

  func judge(_ build: GradleBuild, in project: Project, into record: inout AuditRecord) {
    for setting in build.settings("v2SigningEnabled", "enableV2Signing", "V2SigningEnabled")
    where setting.first?.isFalse == true && setting.entry(of: "signingConfigs") != "debug" {
      // A third scheme covers the whole package as well.
      let covered = build.settings("enableV3Signing", "v3SigningEnabled").contains { $0.first?.isTrue == true }
      guard !covered else { continue }
      record.flaw(manual, android: build.file, at: setting.position, .warning, "Only the old signature is made.")
    }
  }
}
