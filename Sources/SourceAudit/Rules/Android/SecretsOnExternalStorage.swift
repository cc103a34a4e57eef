/// Files on storage that other apps and computers read.
struct SecretsOnExternalStorage: Rule {
  private static let shared: Set<String> = ["getExternalStorageDirectory", "getExternalStoragePublicDirectory"]
  private static let own: Set<String> = [
    "getExternalFilesDir", "getExternalFilesDirs", "getExternalCacheDir", "externalCacheDir", "externalCacheDirs",
    "getExternalMediaDirs",
  ]
  /// Calls that write their first argument to a file.
  static let writers: Set<String> = [
    "writeText", "writeBytes", "appendText", "appendBytes", "write", "println", "append", "print",
  ]

  let languages = AndroidRules.languages
  let manual = RuleManual(
    "external-storage", "Nothing sensitive is written to external storage",
    reason:
      "External storage may be a card that is taken out, is shown to a computer, and on older systems to every app.",
    fix: "Write to filesDir or noBackupFilesDir, sealed; hand files to others through a FileProvider.",
    ids: [
      "O.Data_3", "O.Data_4", "O.Data_14", "MASVS-STORAGE-1", "MASWE-0007", "MASTG-TEST-0200", "MASTG-TEST-0201",
      "MASTG-TEST-0202", "CWE-922",
    ],
    violating: [
      RuleExample(
        "a secret in the app's external folder", path: "A.kt", lines: [3],
        """
        fun keep(context: Context, password: String) {
          val file = File(context.getExternalFilesDir(null), "s.txt")
          FileOutputStream(file).use { it.write(password.toByteArray()) }
        }
        """),
      RuleExample(
        "shared storage", path: "A.java", lines: [2],
        """
        class A { void f(byte[] report) throws IOException {
          File f = new File(Environment.getExternalStorageDirectory(), "r.pdf");
          new FileOutputStream(f).write(report);
        } }
        """),
      RuleExample(
        "a row of the media store", path: "A.kt", lines: [2],
        """
        fun keep(resolver: ContentResolver, values: ContentValues) {
          val uri = resolver.insert(MediaStore.Downloads.EXTERNAL_CONTENT_URI, values)
        }
        """),
      RuleExample(
        "a secret on shared storage", path: "A.java", lines: [1, 4],
        """
        class A { File at(String n) { return new File(Environment.getExternalStorageDirectory(), n); }
          void f(String password) throws IOException {
            FileWriter w = new FileWriter(at("a.txt"));
            w.write("p: " + password);
          } }
        """),
    ],
    conforming: [
      RuleExample(
        "inside", path: "A.kt",
        "fun keep(context: Context, password: String) { File(context.filesDir, \"s\").writeText(seal(password)) }")
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    for call in unit.calls(Array(Self.shared).sorted()) {
      record.flaw(manual, on: call, .warning, "Every app with access to storage can read what is written here.")
    }
    for mention in unit.mentions("externalStorageDirectory") {
      record.flaw(manual, on: mention, .warning, "Every app with access to storage can read what is written here.")
    }
    for call in unit.calls("insert") {
      guard let path = call.argument(at: 0)?.path, path.first == "MediaStore" else { continue }
      record.flaw(
        manual, on: call, .warning, "A row of the media store is shared with other apps.", confidence: .medium)
    }
    for call in unit.calls(Array(Self.writers).sorted()) {
      guard let value = call.argument(at: 0), !code.isSealed(value), let file = code.receiver(of: call) else {
        continue
      }
      let words = code.words(of: file)
      let isOwn = !words.isDisjoint(with: Self.own)
      guard isOwn || !words.isDisjoint(with: Self.shared) else { continue }
      let isSecret =
        project.isSecret(value) || SecretLook.isSecret(value, project) || isOwn && isCalledSecret(file, project)
      // Shared storage was named where its folder is asked for.
      guard isOwn || isSecret else { continue }
      record.flaw(
        manual, on: call, isSecret ? .error : .note,
        isSecret
          ? "A secret is written to external storage."
          : "This file lies on external storage: a card reader or a computer can show it.")
    }
  }

  /// `File(dir, "secret.txt")`
  private func isCalledSecret(_ file: Expression, _ project: Project) -> Bool {
    project.origins(of: file, reach: .influence).leaves.contains { leaf in
      leaf.plainText.map { SecretWords.judge($0) == .secret } == true
    }
  }
}
