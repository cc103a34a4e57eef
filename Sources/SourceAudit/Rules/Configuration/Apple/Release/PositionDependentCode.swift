import UntrustedInput

/// Releases that always load to the same address.
struct PositionDependentCode: ReleaseSettingRule {
  let names = ["LD_NO_PIE", "GCC_DYNAMIC_NO_PIC", "OTHER_LDFLAGS", "OTHER_CFLAGS"]
  let manual = RuleManual(
    "position-dependent-code", "Code loads to an address that nobody can guess",
    reason: "Code at a known address is what an attack on memory jumps to.",
    fix: "Remove the flag: position-independent code is the default.",
    ids: ["O.Source_6", "MASVS-CODE-4", "MASWE-0116", "MASTG-TEST-0228", "CWE-119", "CWE-693"],
    violating: [
      RuleExample(
        "a flag of the linker", path: "App.xcodeproj/project.pbxproj", lines: [9],
        xcodeProject(release: #"OTHER_LDFLAGS = ("-ObjC", "-Wl,-no_pie");"#)),
      RuleExample("a setting", path: "Release.xcconfig", lines: [1], "LD_NO_PIE = YES\n"),
    ],
    conforming: [
      RuleExample("the default", path: "Release.xcconfig", "LD_NO_PIE = NO\nOTHER_LDFLAGS = -ObjC -Wl,-pie\n")
    ])

  func flaw(in use: SettingUse) -> (severity: FindingSeverity, message: String)? {
    let isOff =
      use.name.hasPrefix("OTHER_")
      ? use.words.contains { $0 == "-no_pie" || $0 == "-fno-pie" || $0 == "-Wl,-no_pie" || $0 == "-mdynamic-no-pic" }
      : use.isOn
    return isOff ? (.warning, "This makes code that always loads to the same address.") : nil
  }
}
