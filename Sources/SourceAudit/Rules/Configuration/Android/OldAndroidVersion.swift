import UntrustedInput

/// Versions of Android without protections that the app counts on.
/// Source: developer.android.com, Behavior changes per version; Network security configuration.
struct OldAndroidVersion: ProjectRule {
  let manual = RuleManual(
    "old-android-version", "The app runs on and is made for versions with today's protections",
    reason:
      "Before version 7 every app trusts certificates that the user adds; made for a version before 9 it may send "
      + "in the clear, before 10 other apps can get into its task.",
    fix: "Raise minSdk to 24 or more, and targetSdk to the newest.",
    ids: [
      "O.Resi_5", "O.Resi_9", "MASVS-CODE-1", "MASWE-0052", "MASWE-0077", "MASWE-0078", "MASTG-TEST-0285", "CWE-1104",
    ],
    violating: [
      RuleExample(
        "runs on version 5", path: "app/build.gradle", lines: [3],
        others: [
          SourceText(
            path: "app/src/main/AndroidManifest.xml",
            text: manifest("<uses-permission android:name=\"android.permission.INTERNET\" />"))
        ],
        "android {\n  defaultConfig {\n    minSdkVersion 21\n    targetSdkVersion 34\n  }\n}\n"),
      RuleExample(
        "made for version 8", path: "AndroidManifest.xml", lines: [3],
        manifest("<uses-sdk android:minSdkVersion=\"26\"\n  android:targetSdkVersion=\"27\" />")),
      RuleExample(
        "by reference to a catalogue", path: "app/build.gradle.kts", lines: [1],
        others: [
          SourceText(path: "gradle/libs.versions.toml", text: "[versions]\nmin-sdk = \"19\"\n"),
          SourceText(
            path: "app/src/main/AndroidManifest.xml",
            text: manifest("<uses-permission android:name=\"android.permission.INTERNET\" />")),
        ],
        "android { defaultConfig { minSdk = libs.versions.min.sdk.get().toInt() } }\n"),
    ],
    conforming: [
      RuleExample(
        "new", path: "app/build.gradle.kts", "android { defaultConfig { minSdk = 26\n targetSdk = 35 } }\n"),
      RuleExample(
        "old, and without the network", path: "app/build.gradle",
        others: [
          SourceText(path: "app/src/main/AndroidManifest.xml", text: manifest("<application />"))
        ],
        "android { defaultConfig { minSdk 26 } }\n"),
    ])

  func judge(_ project: Project, into record: inout AuditRecord) {
    let android = project.documents.android
    let usesNetwork = android.manifests.contains { $0.place.isShipped && $0.asks(for: "INTERNET") }
    // The oldest counts, once: a library says no more than the app.
    let levels = { (name: String) in
      (android.levels(name)
        + android.manifests.filter { $0.place.isShipped }.compactMap { android.level(name, near: $0.file.path) })
        .min { ($0.number, $0.file.path) < ($1.number, $1.file.path) }
    }
    if let oldest = levels("minSdk"), oldest.number < 24 {
      // O.Resi_9#670
      record.flaw(
        manual, android: oldest.file, at: oldest.position, usesNetwork ? .warning : .note,
        "On the oldest of these versions every certificate that the user has added is trusted.")
    }
    if let target = levels("targetSdk"), target.number < 31 {
      record.flaw(
        manual, android: target.file, at: target.position, target.number < 28 ? .warning : .note,
        "Made for this version, the app does without protections of later ones.")
    }
  }
}
