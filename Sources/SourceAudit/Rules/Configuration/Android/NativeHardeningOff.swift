import UntrustedInput

/// Flags of the build that take protections out of native code.
struct NativeHardeningOff: GradleRule {
  private static let flags: Set<String> = [
    "-fno-stack-protector", "-no-pie", "-fno-pie", "-fno-PIE", "-Wl,-z,execstack", "-z,execstack", "-Wl,-z,norelro",
    "-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=0", "-fno-sanitize=cfi",
  ]

  let manual = RuleManual(
    "native-hardening-off", "Native code keeps the compiler's protections",
    reason: "Without canaries, position independence and read-only tables one fault in memory becomes control.",
    fix: "Remove the flag: the NDK protects by default.",
    ids: ["O.Source_9", "MASVS-CODE-4", "MASWE-0116", "MASTG-TEST-0222", "MASTG-TEST-0223", "CWE-693"],
    violating: [
      RuleExample(
        "in the flags of the build", path: "app/build.gradle", lines: [3],
        "android { defaultConfig { externalNativeBuild { cmake {\n  abiFilters 'arm64-v8a'\n"
          + "  cppFlags '-O2 -fno-stack-protector'\n} } } }\n")
    ],
    conforming: [
      RuleExample(
        "the defaults", path: "app/build.gradle.kts",
        "android { defaultConfig { externalNativeBuild { cmake { cppFlags += \"-fstack-protector-strong\" } } } }\n")
    ])

  func judge(_ build: GradleBuild, in project: Project, into record: inout AuditRecord) {
    for statement in build.statements where statement.path.contains("externalNativeBuild") {
      guard statement.entry(of: "buildTypes") != "debug" else { continue }
      for text in statement.arguments.flatMap(\.texts)
      where text.text.split(whereSeparator: { $0 == " " || $0 == "=" && !text.text.hasPrefix("-D") }).contains(where: {
        Self.flags.contains(String($0))
      }) {
        record.flaw(
          manual, android: build.file, at: text.position, .warning, "This flag takes a protection out of native code.")
      }
    }
  }
}
