import UntrustedInput

/// Libraries whose version changes by itself.
struct UnpinnedDependency: ProjectRule {
  let manual = RuleManual(
    "unpinned-dependency", "Each build takes the same libraries",
    reason: "A version that floats brings code into the app that nobody has looked at.",
    fix: "Write the version, and lock it: dependencyLocking, or gradle/verification-metadata.xml with digests.",
    ids: ["O.TrdP_1", "MASVS-CODE-3", "MASWE-0076", "CWE-1357"],
    violating: [
      RuleExample(
        "the newest", path: "app/build.gradle", lines: [2, 3],
        "dependencies {\n  implementation 'a.b:c:1.+'\n  implementation(\"a.b:d:latest.release\")\n}\n"),
      RuleExample(
        "in a catalogue", path: "gradle/libs.versions.toml", lines: [2],
        "[versions]\nc = \"+\"\n[libraries]\nc = { module = \"a.b:c\", version.ref = \"c\" }\n"),
    ],
    conforming: [
      RuleExample(
        "written", path: "app/build.gradle",
        "dependencies {\n  implementation 'a.b:c:1.2.3'\n  testImplementation 'a.b:t:1.+'\n}\n")
    ])

  func judge(_ project: Project, into record: inout AuditRecord) {
    let android = project.documents.android
    let isLocked = android.builds.contains { $0.statements.contains { $0.name == "lockAllConfigurations" } }
    for library in android.dependencies where !isLocked {
      guard library.version.hasSuffix("+") || library.version.hasPrefix("latest.") else { continue }
      record.flaw(manual, android: library.file, at: library.position, .warning, "The version of this library floats.")
    }
  }
}
