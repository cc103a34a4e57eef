import UntrustedInput

/// A release build that is signed with the key of debug builds.
/// Source: developer.android.com, Sign your app, Sign your debug build.
struct DebugSigningKey: GradleRule {
  let manual = RuleManual(
    "debug-signing-key", "The release is signed with a key of its own",
    reason: "The key of debug builds lies on every developer's machine under a password that everybody knows: who has "
      + "it signs updates of the app.",
    fix: "Give the release a signing configuration of its own, with a key that only the release process reaches.",
    ids: ["O.Arch_6", "MASVS-RESILIENCE-2", "MASWE-0104", "CWE-321"],
    violating: [
      RuleExample(
        "Groovy", path: "app/build.gradle", lines: [2],
        "android { buildTypes { release {\n  signingConfig signingConfigs.debug\n} } }\n"),
      RuleExample(
        "Kotlin, through a variable", path: "app/build.gradle.kts", lines: [3],
        "android {\n  val shared = signingConfigs.getByName(\"debug\")\n"
          + "  buildTypes { getByName(\"release\") { signingConfig = shared } }\n}\n"),
    ],
    conforming: [
      RuleExample(
        "a configuration of its own", path: "app/build.gradle.kts",
        "android {\n  val own = signingConfigs.getByName(\"release\")\n  buildTypes {\n"
          + "    release { signingConfig = own }\n    debug { signingConfig = signingConfigs.getByName(\"debug\") }\n"
          + "    create(\"benchmark\") { signingConfig = signingConfigs.getByName(\"debug\") }\n  }\n}\n")
    ])

  func judge(_ build: GradleBuild, in project: Project, into record: inout AuditRecord) {
    for setting in build.settings("signingConfig")
    where setting.entry(of: "buildTypes") == "release" && project.documents.android.signsForDebug(setting, in: build) {
      record.flaw(
        manual, android: build.file, at: setting.position, .warning, "The release is signed with the debug key.")
    }
  }
}
