import UntrustedInput

/// Libraries in versions with a published flaw.
///
/// Knows a short list of widespread libraries, no more: a project that it leaves alone still needs a full check
/// against an advisory database.
struct VulnerableDependency: ProjectRule {
  /// The bounds were written down without the databases of GitHub and NVD at hand and were not compared with them yet.
  private static let advisories = [
    LibraryAdvisory("com.squareup.okhttp3:okhttp", before: "4.9.2", "CVE-2021-0341"),
    LibraryAdvisory("com.squareup.okhttp:okhttp", before: "2.7.4", "CVE-2016-2402"),
    LibraryAdvisory("com.squareup.okio:okio", "2.0.0", before: "3.4.0", "CVE-2023-3635"),
    LibraryAdvisory("com.squareup.okio:okio", before: "1.17.6", "CVE-2023-3635"),
    LibraryAdvisory("com.squareup.retrofit2:retrofit", before: "2.5.0", "CVE-2018-1000850"),
    LibraryAdvisory("com.google.code.gson:gson", before: "2.8.9", "CVE-2022-25647"),
    LibraryAdvisory("com.google.guava:guava", before: "32.0.0", "CVE-2023-2976"),
    LibraryAdvisory("com.google.protobuf:protobuf-java", before: "3.25.5", "CVE-2024-7254"),
    LibraryAdvisory("com.google.protobuf:protobuf-java", "4.0.0", before: "4.27.5", "CVE-2024-7254"),
    LibraryAdvisory("com.google.protobuf:protobuf-javalite", before: "3.25.5", "CVE-2024-7254"),
    LibraryAdvisory("com.google.protobuf:protobuf-javalite", "4.0.0", before: "4.27.5", "CVE-2024-7254"),
    LibraryAdvisory("org.apache.logging.log4j:log4j-core", "2.0", before: "2.17.1", "CVE-2021-44832"),
    LibraryAdvisory("org.yaml:snakeyaml", before: "2.0", "CVE-2022-1471"),
    LibraryAdvisory("org.apache.commons:commons-text", "1.5", before: "1.10.0", "CVE-2022-42889"),
    LibraryAdvisory("commons-io:commons-io", before: "2.14.0", "CVE-2024-47554"),
    LibraryAdvisory("org.bouncycastle:bcprov-jdk18on", before: "1.78", "CVE-2024-29857"),
    LibraryAdvisory("org.bouncycastle:bcprov-jdk15to18", before: "1.78", "CVE-2024-29857"),
    LibraryAdvisory("org.bouncycastle:bcprov-jdk15on", before: "1.78", "CVE-2024-29857"),
    LibraryAdvisory("net.lingala.zip4j:zip4j", before: "2.11.3", "CVE-2023-22899"),
  ]

  let manual = RuleManual(
    "vulnerable-dependency", "No library has a known flaw",
    reason: "How to use the flaw is published, and the version can be read from the package.",
    fix: "Raise the version.",
    ids: ["O.TrdP_2", "O.TrdP_3", "MASVS-CODE-3", "MASWE-0076", "MASTG-TEST-0272", "MASTG-TEST-0274", "CWE-1395"],
    violating: [
      RuleExample(
        "in a build file", path: "app/build.gradle", lines: [2],
        "dependencies {\n  implementation 'com.squareup.okhttp3:okhttp:3.14.9'\n}\n"),
      RuleExample(
        "in a catalogue, by reference", path: "gradle/libs.versions.toml", lines: [2],
        "[versions]\ngson = \"2.8.5\"\n[libraries]\ngson = { module = \"com.google.code.gson:gson\", "
          + "version.ref = \"gson\" }\n"),
      RuleExample(
        "by a name of the build", path: "app/build.gradle", lines: [3],
        "ext.okio_version = '1.14.0'\ndependencies {\n  api \"com.squareup.okio:okio:$okio_version\"\n}\n"),
    ],
    conforming: [
      RuleExample(
        "mended versions, one that is not written", path: "app/build.gradle",
        "dependencies {\n  implementation 'com.squareup.okhttp3:okhttp:4.12.0'\n"
          + "  implementation 'com.squareup.okio:okio:1.17.6'\n  implementation 'com.google.code.gson:gson'\n}\n")
    ])

  func judge(_ project: Project, into record: inout AuditRecord) {
    for library in project.documents.android.dependencies {
      let name = library.group + ":" + library.name
      guard let advisory = Self.advisories.first(where: { $0.library == name && $0.concerns(library.version) }) else {
        continue
      }
      record.flaw(manual, android: library.file, at: library.position, .warning, advisory.message)
    }
  }
}
