import UntrustedInput

/// Libraries fetched without TLS.
struct InsecureRepository: GradleRule {
  let manual = RuleManual(
    "insecure-repository", "Libraries come over TLS",
    reason: "Whoever shares the network of the build machine puts code into the app.",
    fix: "Write https, and remove allowInsecureProtocol.",
    ids: ["O.TrdP_5", "MASVS-CODE-3", "MASWE-0076", "CWE-829", "CWE-494"],
    violating: [
      RuleExample(
        "Groovy", path: "build.gradle", lines: [3],
        "allprojects {\n  repositories {\n    maven { url 'http://repo.sleep.app/maven' }\n  }\n}\n"),
      RuleExample(
        "Kotlin", path: "settings.gradle.kts", lines: [3, 5],
        "dependencyResolutionManagement {\n  repositories {\n    maven(\"http://repo.sleep.app\")\n    maven {\n"
          + "      isAllowInsecureProtocol = true\n    }\n  }\n}\n"),
    ],
    conforming: [
      RuleExample(
        "with TLS, and this machine", path: "build.gradle",
        "repositories {\n  google()\n  maven { url = uri(\"https://jitpack.io\") }\n"
          + "  maven { url 'http://localhost:8081' }\n}\n"),
      RuleExample("elsewhere", path: "build.gradle", "ext { homepage = 'http://sleep.app' }\n"),
    ])

  func judge(_ build: GradleBuild, in project: Project, into record: inout AuditRecord) {
    for statement in build.statements where statement.path.contains("repositories") {
      if statement.setting == "allowInsecureProtocol", statement.first?.isTrue == true {
        record.flaw(manual, android: build.file, at: statement.position, .warning, "TLS is not asked for here.")
        continue
      }
      guard ["maven", "url", "setUrl", "ivy", "artifactUrls", "uri", "set"].contains(statement.name) else { continue }
      for token in statement.arguments.flatMap(\.texts) {
        guard let host = NearHost.clearHost(of: token.text), !NearHost.isPrivate(host) else { continue }
        record.flaw(manual, android: build.file, at: token.position, .warning, "Libraries are fetched without TLS.")
      }
    }
  }
}
