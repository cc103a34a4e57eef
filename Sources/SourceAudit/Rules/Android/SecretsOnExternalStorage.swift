/// Files on storage that other apps and computers read.
struct SecretsOnExternalStorage: Rule {
  private static let shared: Set<String> = ["getExternalStorageDirectory", "getExternalStoragePublicDirectory"]
  private static let own: Set<String> = [
    "getExternalFilesDir", "getExternalFilesDirs", "getExternalCacheDir", "getExternalCacheDirs", "externalCacheDir",
    "externalCacheDirs", "getExternalMediaDirs", "externalMediaDirs",
  ]
  private static let mediaStore: Set<String> = ["MediaStore", "EXTERNAL_CONTENT_URI"]
  /// Calls that write their first argument to a file.
  static let writers: Set<String> = [
    "writeText", "writeBytes", "appendText", "appendBytes", "write", "println", "append", "print",
  ]
  /// Calls that put a value under a key, or add it to a text.
  private static let fillers: Set<String> = ["put", "addProperty", "append"]
  /// What is asked about a folder without a file in it.
  private static let questions: Set<String> = [
    "StatFs", "getExternalStorageState", "getStorageState", "isExternalStorageRemovable", "isExternalStorageEmulated",
    "isExternalStorageLegacy", "freeSpace", "getFreeSpace", "usableSpace", "getUsableSpace", "totalSpace",
    "getTotalSpace",
  ]
  private static let paths: Set<String> = [
    "path", "absolutePath", "getPath", "getAbsolutePath", "canonicalPath", "getCanonicalPath", "toString",
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
      RuleExample(
        "joined words on a card, an object for the media store", path: "A.kt", lines: [3, 6, 8],
        """
        fun keep(context: Context, resolver: ContentResolver, row: ContentValues, seedWords: List<String>, pinCode: String) {
          val card = context.externalMediaDirs.firstOrNull() ?: return
          File(card, "a.txt").writeText(seedWords.joinToString(" "))
          val place = resolver.insert(MediaStore.Downloads.EXTERNAL_CONTENT_URI, row) ?: return
          val kept = JSONObject().apply { put("note", "x"); put("door", pinCode) }
          resolver.openOutputStream(place)?.use { it.write(kept.toString().toByteArray()) }
          val other = JSONObject().put("note", "x").put("door", pinCode).toString()
          resolver.openOutputStream(place)?.use { it.write(other.toByteArray()) }
        }
        """),
      RuleExample(
        "Java's Files, and a format", path: "A.java", lines: [3, 5],
        """
        class A { void keep(Context c, String user, String password) throws IOException {
          Path place = new File(c.getExternalFilesDir(null), "a.txt").toPath();
          Files.write(place, password.getBytes(StandardCharsets.UTF_8));
          PrintWriter out = new PrintWriter(new File(c.getExternalCacheDirs()[0], "b.txt"));
          out.printf("%s %s", user, password);
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
      RuleExample(
        "an object with what is sealed, and how much room is left", path: "A.kt",
        """
        fun keep(resolver: ContentResolver, row: ContentValues, accessToken: String) {
          val place = resolver.insert(MediaStore.Downloads.EXTERNAL_CONTENT_URI, row) ?: return
          val kept = JSONObject().put("token", encrypt(accessToken)).put("token_type", "bearer")
          resolver.openOutputStream(place)?.use { it.write(kept.toString().toByteArray()) }
        }
        fun room() = StatFs(Environment.getExternalStorageDirectory().path).availableBytes
        fun left(): Long {
          val root = Environment.getExternalStorageDirectory()
          return root.usableSpace
        }
        """),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    for call in unit.calls(Array(Self.shared).sorted()) where !isOnlyMeasured(call, project) {
      record.flaw(manual, on: call, .warning, "Every app with access to storage can read what is written here.")
    }
    for mention in unit.mentions("externalStorageDirectory") where !isOnlyMeasured(mention, project) {
      record.flaw(manual, on: mention, .warning, "Every app with access to storage can read what is written here.")
    }
    // In most apps nothing names a place on external storage, and no way has to be followed there.
    guard Self.own.union(Self.shared).union(Self.mediaStore).contains(where: { project.isNamed($0) }) else { return }
    for call in unit.calls(Array(Self.writers).sorted() + ["printf", "writeString"]) {
      guard let (value, file) = written(by: call, code), !code.isSealed(value) else { continue }
      let words = code.words(of: file)
      let isOwn = !words.isDisjoint(with: Self.own)
      guard isOwn || !words.isDisjoint(with: Self.shared) || isInMediaStore(file, code) else { continue }
      let isSecret =
        project.isSecret(value) || project.secret(inside: value) != nil || SecretLook.isSecret(value, project)
        || isOwn && isCalledSecret(file, project) || isFilledWithSecret(value, code)
      // A folder of shared storage was named where it is asked for; in the media store only a secret counts.
      guard isOwn || isSecret else { continue }
      record.flaw(
        manual, on: call, isSecret ? .error : .note,
        isSecret
          ? "A secret is written to external storage."
          : "This file lies on external storage: a card reader or a computer can show it.")
    }
  }

  /// What a call writes, and where to: `writer.write(text)`, `Files.write(path, bytes)`, `writer.printf("%s", pin)`.
  private func written(by call: Expression, _ code: AndroidCode) -> (value: Expression, file: Expression)? {
    guard let first = call.argument(at: 0), let file = code.receiver(of: call) else { return nil }
    if file.kind == .name, file.name == "Files" { return call.argument(at: 1).map { (value: $0, file: first) } }
    let secret = call.arguments.map(\.value).first { call.calledName == "printf" && code.project.isSecret($0) }
    return (secret ?? first, file)
  }

  /// `JSONObject().put("password", password)`, in one chain or line by line.
  private func isFilledWithSecret(_ value: Expression, _ code: AndroidCode) -> Bool {
    let passed = code.project.origins(of: value, reach: .influence).passed
    let chained = passed.filter { $0.kind == .call && Self.fillers.contains($0.calledName) }
    return (chained + code.fillers(of: value, Self.fillers)).contains { fill in
      let key = fill.calledName == "append" || fill.arguments.count < 2 ? nil : fill.argument(at: 0)
      guard let given = fill.argument(at: key == nil ? 0 : 1), !code.isSealed(given) else { return false }
      return code.project.keepsSecret(given, under: key)
    }
  }

  /// `StatFs(folder.path)`: how much room there is, and nothing of what lies there; also behind a variable.
  private func isOnlyMeasured(_ folder: Expression, _ project: Project, depth: Int = 0) -> Bool {
    var top = folder
    while let parent = top.parent {
      if Self.questions.contains(parent.kind == .call ? parent.calledName : parent.name) { return true }
      let isForm = Self.paths.contains(parent.kind == .call ? parent.calledName : parent.name)
      guard isForm || [.forced, .cast].contains(parent.kind) else { return false }
      top = parent
    }
    guard depth == 0, let variable = top.unit.declaration(withValue: top.id), variable.kind == .local else {
      return false
    }
    let uses = top.unit.mentions([variable.name]).filter { project.declarations(of: $0).contains(variable) }
    return !uses.isEmpty && uses.allSatisfy { isOnlyMeasured($0, project, depth: 1) }
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
