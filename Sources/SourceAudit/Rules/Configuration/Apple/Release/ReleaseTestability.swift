import UntrustedInput

/// `ENABLE_TESTABILITY` in a release: everything internal is exported.
struct ReleaseTestability: ReleaseSettingRule {
  let names = ["ENABLE_TESTABILITY"]
  let manual = RuleManual(
    "release-testability", "A release exports no internals for tests",
    reason: "With testability every internal name is in the table of exported symbols, ready to be called and hooked.",
    fix: "Leave ENABLE_TESTABILITY to the debug configuration.",
    ids: ["O.Resi_1", "O.Source_9", "MASVS-RESILIENCE-3", "MASWE-0093", "CWE-489"],
    violating: [
      RuleExample(
        "on", path: "App.xcodeproj/project.pbxproj", lines: [9], xcodeProject(release: "ENABLE_TESTABILITY = YES;"))
    ],
    conforming: [
      RuleExample(
        "debug builds", path: "App.xcodeproj/project.pbxproj",
        xcodeProject(release: "ENABLE_TESTABILITY = NO;", debug: "ENABLE_TESTABILITY = YES;"))
    ])

  func flaw(in use: SettingUse) -> (severity: FindingSeverity, message: String)? {
    use.isOn ? (.warning, "Release builds export everything internal.") : nil
  }
}
