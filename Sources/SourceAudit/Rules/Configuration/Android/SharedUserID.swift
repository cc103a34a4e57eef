import UntrustedInput

/// `android:sharedUserId`.
struct SharedUserID: ManifestRule {
  let manual = RuleManual(
    "shared-user-id", "The app is a user of its own",
    reason: "Every app of the same signer with this user reads the files and permissions of all others.",
    fix: "Remove the attribute, or set android:sharedUserMaxSdkVersion=\"32\"; share through a provider with a "
      + "permission of level signature.",
    ids: ["O.Plat_6", "O.Data_3", "MASVS-PLATFORM-1", "MASWE-0062", "CWE-250"],
    violating: [
      RuleExample(
        "shared", path: "AndroidManifest.xml", lines: [2],
        "<manifest xmlns:android=\"http://schemas.android.com/apk/res/android\"\n  android:sharedUserId=\"a.b\" />")
    ],
    conforming: [
      RuleExample(
        "until version 12", path: "AndroidManifest.xml",
        "<manifest xmlns:android=\"http://schemas.android.com/apk/res/android\"\n  android:sharedUserId=\"a.b\" "
          + "android:sharedUserMaxSdkVersion=\"32\" />")
    ])

  func judge(_ manifest: AndroidManifest, in project: Project, into record: inout AuditRecord) {
    guard let attribute = manifest.root.android("sharedUserId"), manifest.root.android("sharedUserMaxSdkVersion") == nil
    else { return }
    record.flaw(manual, android: manifest.file, at: attribute.position, .warning, "Other apps share this app's files.")
  }
}
