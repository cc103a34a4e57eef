import UntrustedInput

/// Activities into whose task another app can put its own, on versions of Android that allow it.
/// Source: developer.android.com, Tasks and the back stack; MASTG, Testing for Vulnerable Implementation of Tasks.
struct TaskHijacking: ManifestRule {
  let manual = RuleManual(
    "task-hijacking", "No other app gets into this app's task",
    reason: "A hostile app puts its window where the user expects this one, and asks for the password.",
    fix: "Set android:taskAffinity=\"\" on the application and raise targetSdk to 30 or more.",
    ids: ["O.Plat_6", "O.Resi_9", "MASVS-PLATFORM-3", "MASWE-0057", "CWE-1021"],
    violating: [
      RuleExample(
        "a single task in a build for an old version", path: "app/src/main/AndroidManifest.xml", lines: [4],
        others: [SourceText(path: "app/build.gradle.kts", text: "android { defaultConfig { targetSdk = 28 } }")],
        application("<activity android:name=\".Login\"\n  android:launchMode=\"singleTask\" />")),
      RuleExample(
        "asks to be moved", path: "AndroidManifest.xml", lines: [3],
        application("<activity android:name=\".Login\" android:allowTaskReparenting=\"true\" />")),
    ],
    conforming: [
      RuleExample(
        "a build for a new version", path: "app/src/main/AndroidManifest.xml",
        others: [SourceText(path: "app/build.gradle", text: "android { defaultConfig { targetSdk 34\n minSdk 26 } }")],
        application("<activity android:name=\".Login\" android:launchMode=\"singleTask\" />")),
      RuleExample(
        "no affinity", path: "app/src/main/AndroidManifest.xml",
        others: [SourceText(path: "app/build.gradle", text: "android { defaultConfig { targetSdk 28 } }")],
        application(
          "<activity android:name=\".Login\" android:launchMode=\"singleTask\" android:taskAffinity=\"\" />")),
    ])

  func judge(_ manifest: AndroidManifest, in project: Project, into record: inout AuditRecord) {
    guard manifest.place.isShipped else { return }
    let target = project.documents.android.targetSdk(near: manifest.file.path)
    let whole = manifest.application?.android("taskAffinity")?.value
    for component in manifest.components where component.kind == .activity {
      let affinity = component.element.android("taskAffinity")?.value ?? whole
      if let moves = component.element.android("allowTaskReparenting"), moves.value == "true", affinity != "" {
        record.flaw(
          manual, android: manifest.file, at: moves.position, .warning, "The activity moves into tasks of other apps.")
      } else if let mode = component.element.android("launchMode"), ["singleTask", "2"].contains(mode.value),
        affinity != "", let target, target < 29
      {
        record.flaw(
          manual, android: manifest.file, at: mode.position, .warning, "Another app can put its window into this task.")
      }
    }
  }
}
