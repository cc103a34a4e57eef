/// Files on storage that other apps and computers read.
struct SecretsOnExternalStorage: Rule {
  private static let shared: Set<String> = ["getExternalStorageDirectory", "getExternalStoragePublicDirectory"]
  private static let own: Set<String> = [
    "getExternalFilesDir", "getExternalFilesDirs", "getExternalCacheDir", "externalCacheDir", "externalCacheDirs",
    "getExternalMediaDirs",
  ]
  private static let mediaStore: Set<String> = ["MediaStore", "EXTERNAL_CONTENT_URI"]
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
        "a secret in a row of the media store", path: "A.kt", lines: [4],
        """
        fun keep(resolver: ContentResolver, row: ContentValues, apiKey: String) {
          val place = resolver.insert(MediaStore.Downloads.EXTERNAL_CONTENT_URI, row)
          place?.let { uri ->
            resolver.openOutputStream(uri)?.use { out -> out.write("key=$apiKey".toByteArray()) }
          }
        }
        """),
      RuleExample(
        "a secret in the media store, in steps", path: "A.java", lines: [5],
        """
        class A { void keep(ContentResolver resolver, ContentValues row, String pin) throws IOException {
          Uri files = MediaStore.Files.getContentUri("external");
          Uri place = resolver.insert(files, row);
          OutputStream out = resolver.openOutputStream(place);
          out.write(("pin " + pin).getBytes());
        } }
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
        "fun keep(context: Context, password: String) { File(context.filesDir, \"s\").writeText(seal(password)) }"),
      RuleExample(
        "a picture, a constant text and what is sealed in the media store", path: "A.kt",
        """
        fun save(resolver: ContentResolver, row: ContentValues, picture: Bitmap, password: String) {
          val place = resolver.insert(MediaStore.Images.Media.EXTERNAL_CONTENT_URI, row) ?: return
          resolver.openOutputStream(place)?.use { picture.compress(Bitmap.CompressFormat.PNG, 90, it) }
          val file = resolver.insert(MediaStore.Downloads.EXTERNAL_CONTENT_URI, row) ?: return
          resolver.openOutputStream(file)?.use { it.write("nothing of worth".toByteArray()) }
          resolver.openOutputStream(file)?.use { it.write(encrypt(password)) }
        }
        """),
      RuleExample(
        "a row of the app's own provider", path: "A.kt",
        """
        fun keep(resolver: ContentResolver, row: ContentValues, token: String) {
          val place = resolver.insert(Notes.CONTENT_URI, row) ?: return
          resolver.openOutputStream(place)?.use { it.write(token.toByteArray()) }
        }
        """),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    for call in unit.calls(Array(Self.shared).sorted()) {
      record.flaw(manual, on: call, .warning, "Every app with access to storage can read what is written here.")
    }
    for mention in unit.mentions("externalStorageDirectory") {
      record.flaw(manual, on: mention, .warning, "Every app with access to storage can read what is written here.")
    }
    for call in unit.calls(Array(Self.writers).sorted()) {
      guard let value = call.argument(at: 0), !code.isSealed(value), let file = code.receiver(of: call) else {
        continue
      }
      let words = code.words(of: file)
      let isOwn = !words.isDisjoint(with: Self.own)
      guard isOwn || !words.isDisjoint(with: Self.shared) || isInMediaStore(file, code) else { continue }
      let isSecret =
        project.isSecret(value) || project.secret(inside: value) != nil || SecretLook.isSecret(value, project)
        || isOwn && isCalledSecret(file, project)
      // A folder of shared storage was named where it is asked for; in the media store only a secret counts.
      guard isOwn || isSecret else { continue }
      record.flaw(
        manual, on: call, isSecret ? .error : .note,
        isSecret
          ? "A secret is written to external storage."
          : "This file lies on external storage: a card reader or a computer can show it.")
    }
  }

  /// `resolver.openOutputStream(resolver.insert(MediaStore.Downloads.EXTERNAL_CONTENT_URI, row))`
  private func isInMediaStore(_ file: Expression, _ code: AndroidCode) -> Bool {
    code.project.origins(of: file, reach: .influence).passed.contains { part in
      part.kind == .call && part.calledName == "insert"
        && !code.words(of: part.argument(at: 0)).isDisjoint(with: Self.mediaStore)
    }
  }

  /// `File(dir, "secret.txt")`
  private func isCalledSecret(_ file: Expression, _ project: Project) -> Bool {
    project.origins(of: file, reach: .influence).leaves.contains { leaf in
      leaf.plainText.map { SecretWords.judge($0) == .secret } == true
    }
  }
}
