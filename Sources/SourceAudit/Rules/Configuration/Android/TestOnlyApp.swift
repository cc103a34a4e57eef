import UntrustedInput

/// `android:testOnly`.
struct TestOnlyApp: ManifestRule {
  let manual = RuleManual(
    "test-only-app", "A released app is not marked as one for tests",
    reason: "Such an app shows functions or data for its own tests, and with it others may be granted more.",
    fix: "Remove the attribute.",
    ids: ["O.Source_8", "MASVS-RESILIENCE-4", "MASWE-0067", "CWE-489"],
    violating: [
      RuleExample(
        "marked", path: "AndroidManifest.xml", lines: [2], manifest("<application android:testOnly=\"true\" />"))
    ],
    conforming: [
      RuleExample("not marked", path: "AndroidManifest.xml", manifest("<application android:testOnly=\"false\" />"))
    ])

  func judge(_ manifest: AndroidManifest, in project: Project, into record: inout AuditRecord) {
    guard manifest.place.isShipped, let attribute = manifest.application?.android("testOnly"),
      project.documents.android.isTrue(attribute)
    else { return }
    record.flaw(manual, android: manifest.file, at: attribute.position, .warning, "The app is marked as one for tests.")
  }
}
