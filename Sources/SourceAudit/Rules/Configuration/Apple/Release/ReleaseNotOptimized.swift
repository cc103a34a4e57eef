import UntrustedInput

/// Releases built without optimisation, or with the checks of the language taken out.
struct ReleaseNotOptimized: ReleaseSettingRule {
  let names = [
    "SWIFT_OPTIMIZATION_LEVEL", "GCC_OPTIMIZATION_LEVEL", "SWIFT_DISABLE_SAFETY_CHECKS", "OTHER_SWIFT_FLAGS",
  ]
  let manual = RuleManual(
    "release-not-optimized", "A release is optimised and keeps the checks of the language",
    reason: "Code that is not optimised reads like its source. Code without checks goes on where an overflow or an "
      + "index beyond the end should have stopped it.",
    fix: "Set SWIFT_OPTIMIZATION_LEVEL to -O and SWIFT_DISABLE_SAFETY_CHECKS to NO.",
    ids: ["O.Source_6", "O.Resi_1", "MASVS-CODE-4", "MASVS-RESILIENCE-3", "MASWE-0116", "CWE-693", "CWE-190"],
    violating: [
      RuleExample(
        "not optimised", path: "App.xcodeproj/project.pbxproj", lines: [9],
        xcodeProject(release: #"SWIFT_OPTIMIZATION_LEVEL = "-Onone";"#)),
      RuleExample("no checks", path: "Release.xcconfig", lines: [1], "SWIFT_OPTIMIZATION_LEVEL = -Ounchecked\n"),
    ],
    conforming: [
      RuleExample(
        "debug builds", path: "App.xcodeproj/project.pbxproj",
        xcodeProject(
          release: #"SWIFT_OPTIMIZATION_LEVEL = "-O";"#, debug: #"SWIFT_OPTIMIZATION_LEVEL = "-Onone";"#))
    ])

  func flaw(in use: SettingUse) -> (severity: FindingSeverity, message: String)? {
    if use.name == "SWIFT_DISABLE_SAFETY_CHECKS" {
      return use.isOn ? (.warning, "Release builds leave out the checks of the language.") : nil
    }
    if use.words.contains("-Ounchecked") { return (.warning, "Release builds leave out the checks of the language.") }
    let isPlain = use.name == "SWIFT_OPTIMIZATION_LEVEL" && use.words.contains("-Onone")
    return isPlain || (use.name == "GCC_OPTIMIZATION_LEVEL" && use.text == "0")
      ? (.warning, "Release builds are not optimised.") : nil
  }
}
