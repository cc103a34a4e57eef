import UntrustedInput

/// Files with secrets that the code writes and the backup rules leave in.
/// Source: developer.android.com, Back up user data with Auto Backup, Control backup.
struct SecretsInBackup: ManifestRule {
  let manual = RuleManual(
    "secrets-in-backup", "Secrets stay out of backups",
    reason: "Backups leave the device: to the account, to the next device, to a computer on a cable.",
    fix: "Set android:allowBackup=\"false\", or exclude each such file in dataExtractionRules and fullBackupContent; "
      + "noBackupFilesDir is never backed up.",
    ids: ["O.Arch_4", "O.Data_2", "MASVS-STORAGE-2", "MASWE-0004", "MASTG-TEST-0262", "MASTG-TEST-0216", "CWE-530"],
    violating: [
      RuleExample(
        "rules that name another file", path: "AndroidManifest.xml", lines: [3],
        others: [
          SourceText(
            path: "rules.xml",
            text: "<full-backup-content><exclude domain=\"file\" path=\"other.txt\" /></full-backup-content>"),
          SourceText(path: "Notes.kt", text: writer),
        ],
        manifest("<application\n  android:allowBackup=\"true\"\n  android:fullBackupContent=\"@xml/rules\" />")),
      RuleExample(
        "no rules", path: "app/src/main/AndroidManifest.xml", lines: [2],
        others: [
          SourceText(
            path: "app/src/main/java/Keys.java",
            text:
              "class Keys { void f(Context c, byte[] v) { c.openFileOutput(\"session_token.bin\", 0).write(seal(v)); } }"
          )
        ],
        manifest("<application android:label=\"a\" />")),
      RuleExample(
        "one of two sets of rules", path: "AndroidManifest.xml", lines: [2],
        others: [
          SourceText(
            path: "old.xml", text: "<full-backup-content><exclude domain=\"file\" path=\".\" /></full-backup-content>"),
          SourceText(
            path: "new.xml",
            text: "<data-extraction-rules><cloud-backup><include domain=\"file\" path=\".\" /></cloud-backup>"
              + "</data-extraction-rules>"),
          SourceText(path: "Notes.kt", text: writer),
        ],
        manifest(
          "<application android:fullBackupContent=\"@xml/old\" android:dataExtractionRules=\"@xml/new\" />")),
    ],
    conforming: [
      RuleExample(
        "no backups", path: "AndroidManifest.xml", others: [SourceText(path: "Notes.kt", text: writer)],
        manifest("<application android:allowBackup=\"false\" />")),
      RuleExample(
        "excluded", path: "AndroidManifest.xml",
        others: [
          SourceText(
            path: "rules.xml",
            text: "<data-extraction-rules><cloud-backup><exclude domain=\"file\" path=\"secret.txt\" /></cloud-backup>"
              + "<device-transfer><exclude domain=\"file\" path=\"secret.txt\" /></device-transfer></data-extraction-rules>"
          ),
          SourceText(path: "Notes.kt", text: writer),
        ],
        manifest("<application android:allowBackup=\"true\" android:dataExtractionRules=\"@xml/rules\" />")),
      RuleExample(
        "nothing secret", path: "AndroidManifest.xml",
        others: [
          SourceText(path: "A.kt", text: "fun f(c: Context) { File(c.filesDir, \"notes.txt\").writeText(\"hello\") }")
        ],
        manifest("<application android:allowBackup=\"true\" />")),
      RuleExample(
        "a folder that is never backed up", path: "AndroidManifest.xml",
        others: [
          SourceText(
            path: "A.kt", text: "fun f(c: Context) { File(c.noBackupFilesDir, \"secret.txt\").writeText(seal()) }")
        ],
        manifest("<application android:allowBackup=\"true\" />")),
    ])

  private static let writer =
    "fun keep(context: Context, v: String) {\n  val f = File(context.filesDir, \"secret.txt\")\n  f.writeText(seal(v))\n}"

  func judge(_ manifest: AndroidManifest, in project: Project, into record: inout AuditRecord) {
    let android = project.documents.android
    guard manifest.place.isShipped, let application = manifest.application else { return }
    let allow = application.android("allowBackup")
    if let allow, android.isFalse(allow), !android.isTrue(allow) {
      // Source: developer.android.com, Behavior changes: apps targeting Android 12, Backup and restore.
      let isOld = android.targetSdk(near: manifest.file.path).map { $0 < 31 } ?? false
      let rules = android.values(of: application.android("dataExtractionRules"))
        .map { Self.rules($0, of: manifest, android) }
      let staysPut =
        isOld || !rules.isEmpty && rules.allSatisfy { $0.map { BackupRules($0.root).transfersNothing } ?? false }
      return record.control(
        staysPut
          ? "nothing is backed up" : "nothing is backed up; a transfer to another device may still take it along",
        manual, in: manifest.file, at: allow.position)
    }
    // Library modules say nothing; the app's manifest decides. An agent of the app's own chooses by itself.
    guard allow != nil || !manifest.components.isEmpty || !application.attributes.isEmpty,
      application.android("backupAgent") == nil
    else { return }
    let named = ["fullBackupContent", "dataExtractionRules"].flatMap { android.values(of: application.android($0)) }
    if named.contains("false") { return }
    let sets = named.map { Self.rules($0, of: manifest, android) }
    // Rules that are not in the project may say anything.
    if sets.contains(where: { $0 == nil }) { return }
    let rules = sets.compactMap { $0.map { BackupRules($0.root) } }
    let secrets = BackedUpSecret.all(in: project, seen: record.earlier.findings)
    let open = secrets.filter { secret in rules.isEmpty || rules.contains { !$0.excludes(secret) } }
    guard !open.isEmpty else {
      if !rules.isEmpty, !secrets.isEmpty {
        record.control("secrets are left out of backups", manual, in: manifest.file, at: application.position)
      }
      return
    }
    // O.Arch_4#670
    record.flaw(
      manual, android: manifest.file, at: allow?.position ?? application.position, .warning,
      open.count == 1
        ? "The code writes a file with a secret that goes into backups."
        : "The code writes \(open.count) files with secrets that go into backups.",
      edits: manifest.setting("allowBackup", of: application, to: "false"))
  }

  /// The file of rules that a manifest names: that of its module before others.
  private static func rules(
    _ name: String, of manifest: AndroidManifest, _ android: AndroidDocuments
  ) -> AndroidXML? {
    android.backupRules.first { "@xml/" + $0.name == name && $0.place.module == manifest.place.module }
      ?? android.backupRules.first { "@xml/" + $0.name == name }
  }
}
