import UntrustedInput

/// Permissions of one's own that every app gets.
/// Source: developer.android.com, permission element, android:protectionLevel.
struct WeakPermissionLevel: ManifestRule {
  let manual = RuleManual(
    "weak-permission-level", "A permission of one's own is for one's own apps",
    reason: "At the level normal every app that asks gets it; what it guards is open.",
    fix: "Set android:protectionLevel=\"signature\".",
    ids: ["O.Plat_6", "O.Data_4", "MASVS-PLATFORM-1", "MASWE-0062", "CWE-732"],
    violating: [
      RuleExample(
        "no level, and it guards a service", path: "AndroidManifest.xml", lines: [2],
        manifest(
          "<permission android:name=\"a.USE\" />\n<application><service android:name=\".S\" android:exported=\"true\" "
            + "android:permission=\"a.USE\" /></application>")),
      RuleExample(
        "everybody's", path: "AndroidManifest.xml", lines: [2],
        manifest("<permission android:name=\"a.USE\" android:protectionLevel=\"normal\" />")),
    ],
    conforming: [
      RuleExample(
        "one's own", path: "AndroidManifest.xml",
        manifest("<permission android:name=\"a.USE\" android:protectionLevel=\"signature|privileged\" />"))
    ])

  func judge(_ manifest: AndroidManifest, in project: Project, into record: inout AuditRecord) {
    for permission in manifest.root.all("permission") {
      let level = project.documents.android.values(of: permission.android("protectionLevel")).first ?? "normal"
      guard !level.contains("signature"), !["2", "3", "0x2", "0x3", "18", "0x12"].contains(level),
        !level.hasPrefix("@"), !level.contains("internal")
      else { continue }
      let guards = manifest.components.contains { component in
        ["permission", "readPermission", "writePermission"].contains {
          component.element.android($0)?.value == permission.android("name")?.value
        }
      }
      record.flaw(
        manual, android: manifest.file, at: permission.position, guards ? .warning : .note,
        guards ? "Every app gets the permission that guards a part of this one." : "Every app gets this permission.")
    }
  }
}
