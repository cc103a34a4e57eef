import UntrustedInput

/// Objective-C without automatic reference counting.
struct ManualReferenceCounting: ReleaseSettingRule {
  let names = ["CLANG_ENABLE_OBJC_ARC", "OTHER_CFLAGS"]
  let manual = RuleManual(
    "manual-reference-counting", "Objective-C counts its references by itself",
    reason: "Objects that are released by hand are used after they are gone; attacks on memory are made of that.",
    fix: "Set CLANG_ENABLE_OBJC_ARC to YES and convert the files that need it.",
    ids: ["O.Source_6", "MASVS-CODE-4", "MASWE-0116", "MASTG-TEST-0230", "CWE-416"],
    violating: [
      RuleExample(
        "off", path: "App.xcodeproj/project.pbxproj", lines: [9], xcodeProject(release: "CLANG_ENABLE_OBJC_ARC = NO;"))
    ],
    conforming: [
      RuleExample("on", path: "App.xcodeproj/project.pbxproj", xcodeProject(release: "CLANG_ENABLE_OBJC_ARC = YES;"))
    ])

  func flaw(in use: SettingUse) -> (severity: FindingSeverity, message: String)? {
    let isOff = use.name == "OTHER_CFLAGS" ? use.words.contains("-fno-objc-arc") : use.isOff
    return isOff ? (.warning, "Objects are released by hand.") : nil
  }
}
