import UntrustedInput

/// Release builds that compile the code between `#if DEBUG`, or options that are called insecure.
struct DebugCodeInRelease: ReleaseSettingRule {
  let names = [
    "SWIFT_ACTIVE_COMPILATION_CONDITIONS", "GCC_PREPROCESSOR_DEFINITIONS", "OTHER_SWIFT_FLAGS", "OTHER_CFLAGS",
  ]
  let manual = RuleManual(
    "debug-code-in-release", "A release build compiles no debug code",
    reason: "Between #if DEBUG stand test servers, logs and switched-off checks; with the condition set in a release "
      + "every user has them.",
    fix: "Remove DEBUG (and everything called insecure) from the release configuration.",
    ids: ["O.Source_9", "O.Purp_8", "MASVS-RESILIENCE-4", "MASWE-0067", "MASWE-0094", "CWE-489"],
    violating: [
      RuleExample(
        "a condition of Swift", path: "App.xcodeproj/project.pbxproj", lines: [9],
        xcodeProject(release: #"SWIFT_ACTIVE_COMPILATION_CONDITIONS = "$(inherited) DEBUG";"#)),
      RuleExample(
        "a definition of C, inherited from a settings file", path: "Release.xcconfig", lines: [2],
        "#include \"Shared.xcconfig\"\nGCC_PREPROCESSOR_DEFINITIONS = $(inherited) DEBUG=1 // all\n"),
      RuleExample(
        "Tuist", path: "Project.swift", lines: [4],
        """
        import ProjectDescription
        let settings = Settings.settings(configurations: [
          .debug(name: "Debug", settings: ["SWIFT_ACTIVE_COMPILATION_CONDITIONS": "DEBUG"]),
          .release(name: "Release", settings: ["SWIFT_ACTIVE_COMPILATION_CONDITIONS": "PROD ALLOW_INSECURE_HTTP"]),
        ])
        """),
    ],
    conforming: [
      RuleExample(
        "debug builds only", path: "App.xcodeproj/project.pbxproj",
        xcodeProject(
          release: "SWIFT_ACTIVE_COMPILATION_CONDITIONS = PROD;",
          debug: "SWIFT_ACTIVE_COMPILATION_CONDITIONS = DEBUG; GCC_PREPROCESSOR_DEFINITIONS = (\"DEBUG=1\");")),
      RuleExample(
        "a definition that is nought", path: "Release.xcconfig", "GCC_PREPROCESSOR_DEFINITIONS = NDEBUG=1 DEBUG=0\n"),
      RuleExample(
        "under a condition", path: "Config.xcconfig",
        "SWIFT_ACTIVE_COMPILATION_CONDITIONS[config=Debug] = DEBUG\n"),
    ])

  func flaw(in use: SettingUse) -> (severity: FindingSeverity, message: String)? {
    let isFlags = use.name.hasPrefix("OTHER_")
    for (index, word) in use.words.enumerated() {
      var word = word
      if isFlags {
        if word.hasPrefix("-D"), word.count > 2 {
          word = word.dropFirst(2)
        } else if index == 0 || use.words[index - 1] != "-D" {
          continue
        }
      }
      if word == "DEBUG" || word == "DEBUG=1" { return (.error, "Release builds compile the code for debugging.") }
      let isInsecure = word.uppercased().split { $0 == "_" || $0 == "=" }.contains("INSECURE") && !word.hasSuffix("=0")
      if isInsecure { return (.error, "Release builds compile what is called insecure.") }
    }
    return nil
  }
}
