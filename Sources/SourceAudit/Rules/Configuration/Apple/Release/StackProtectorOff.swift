import UntrustedInput

/// C code without the guard value on the stack.
struct StackProtectorOff: ReleaseSettingRule {
  let names = ["OTHER_CFLAGS", "OTHER_CPLUSPLUSFLAGS", "CLANG_STACK_PROTECTOR"]
  let manual = RuleManual(
    "stack-protector-off", "C code keeps the guard on its stack",
    reason: "The guard value is what notices an overflowing buffer before the function returns into it.",
    fix: "Remove the flag, or write -fstack-protector-strong.",
    ids: ["O.Source_6", "MASVS-CODE-4", "MASWE-0116", "MASTG-TEST-0229", "CWE-121", "CWE-693"],
    violating: [
      RuleExample(
        "a flag", path: "App.xcodeproj/project.pbxproj", lines: [9],
        xcodeProject(release: #"OTHER_CFLAGS = "$(inherited) -fno-stack-protector";"#))
    ],
    conforming: [
      RuleExample("on", path: "Release.xcconfig", "OTHER_CFLAGS = -fstack-protector-all\n")
    ])

  func flaw(in use: SettingUse) -> (severity: FindingSeverity, message: String)? {
    use.words.contains("-fno-stack-protector") ? (.warning, "C code is compiled without the guard on its stack.") : nil
  }
}
