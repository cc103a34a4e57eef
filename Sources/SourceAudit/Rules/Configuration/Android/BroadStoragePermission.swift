import UntrustedInput

/// Permissions for the storage that all apps share.
/// Source: developer.android.com, Data and file storage overview, Scoped storage.
struct BroadStoragePermission: ManifestRule {
  let manual = RuleManual(
    "broad-storage-permission", "Files stay in the app's own folder",
    reason: "With these permissions the app works on the storage that all apps and every computer on a cable share.",
    fix: "Write into filesDir, share with the storage access framework; restrict old ones by maxSdkVersion.",
    ids: ["O.Data_4", "O.Plat_2", "MASVS-STORAGE-1", "MASWE-0007", "MASTG-TEST-0202", "CWE-921"],
    violating: [
      RuleExample(
        "all files", path: "AndroidManifest.xml", lines: [2],
        manifest("<uses-permission android:name=\"android.permission.MANAGE_EXTERNAL_STORAGE\" />")),
      RuleExample(
        "writing, on every version", path: "AndroidManifest.xml", lines: [2],
        manifest("<uses-permission android:name=\"android.permission.WRITE_EXTERNAL_STORAGE\" />")),
      RuleExample(
        "the old way", path: "AndroidManifest.xml", lines: [2],
        manifest("<application android:requestLegacyExternalStorage=\"true\" />")),
    ],
    conforming: [
      RuleExample(
        "on old versions only", path: "AndroidManifest.xml",
        manifest(
          "<uses-permission android:name=\"android.permission.WRITE_EXTERNAL_STORAGE\" android:maxSdkVersion=\"28\" />")
      )
    ])

  func judge(_ manifest: AndroidManifest, in project: Project, into record: inout AuditRecord) {
    guard manifest.place.isShipped else { return }
    for element in manifest.permissions where !element.isRemoved {
      switch element.android("name")?.value {
      case "android.permission.MANAGE_EXTERNAL_STORAGE":
        record.flaw(
          manual, android: manifest.file, at: element.position, .warning, "The app reaches the files of all apps.")
      case "android.permission.WRITE_EXTERNAL_STORAGE", "android.permission.READ_EXTERNAL_STORAGE":
        guard element.android("maxSdkVersion") == nil else { continue }
        record.flaw(
          manual, android: manifest.file, at: element.position, .note,
          "The app reaches the storage that all apps share.")
      default: break
      }
    }
    if let legacy = manifest.application?.android("requestLegacyExternalStorage"), legacy.value == "true" {
      record.flaw(
        manual, android: manifest.file, at: legacy.position, .note, "Files of the storage are not kept apart by app.")
    }
  }
}
