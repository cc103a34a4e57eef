/// Secrets in files of the app's own folder, in the clear.
struct SecretsInFiles: Rule {
  private static let folders: Set<String> = [
    "filesDir", "getFilesDir", "cacheDir", "getCacheDir", "codeCacheDir", "getCodeCacheDir", "noBackupFilesDir",
    "getNoBackupFilesDir", "dataDir", "getDataDir", "getDir", "openFileOutput", "getFileStreamPath",
  ]
  /// What seals whatever is written through it.
  private static let sealing: Set<String> = ["EncryptedFile", "CipherOutputStream", "SealedObject", "StreamingAead"]

  let languages = AndroidRules.languages
  let manual = RuleManual(
    "secrets-in-files", "A file in the app's folder holds no secret in the clear",
    reason: "Files in the app's folder are plain: backups copy them, and whoever reaches the folder reads them.",
    fix: "Seal the value with a key of the Android Keystore before it is written, or write through EncryptedFile.",
    ids: [
      "O.Data_2", "O.Data_3", "O.Data_15", "MASVS-STORAGE-1", "MASWE-0006", "MASTG-TEST-0207", "CWE-312", "CWE-922",
    ],
    violating: [
      RuleExample(
        "a text, and a stream", path: "A.kt", lines: [2, 3],
        """
        class Login(private val context: Context) { fun keep(password: String) {
          File(context.filesDir, "creds.txt").writeText(password)
          context.openFileOutput("creds", Context.MODE_PRIVATE).use { it.write(password.toByteArray()) }
        } }
        """),
      RuleExample(
        "a buffered writer, in the cache", path: "A.kt", lines: [1],
        #"fun keep(c: Context, authToken: String) { File(c.cacheDir, "t").bufferedWriter().use { it.write(authToken) } }"#
      ),
      RuleExample(
        "beside something sealed", path: "A.kt", lines: [2],
        """
        fun keep(filesDir: File, encryptedName: String, password: String) {
          File(filesDir, "s").writeText("$encryptedName $password")
        }
        """),
      RuleExample(
        "Java, in steps, over a helper", path: "A.java", lines: [5],
        """
        class A {
          static File at(Context c) { return new File(c.getNoBackupFilesDir(), "a"); }
          void keep(Context c, String pin) throws IOException {
            FileWriter writer = new FileWriter(at(c));
            writer.write("pin " + pin);
          }
        }
        """),
    ],
    conforming: [
      RuleExample(
        "sealed first", path: "A.kt",
        #"fun keep(c: Context, password: String) { File(c.filesDir, "s").writeBytes(seal(password)) }"#),
      RuleExample(
        "an encrypted file", path: "A.kt",
        """
        fun keep(c: Context, key: MasterKey, password: String) {
          val file = EncryptedFile.Builder(c, File(c.filesDir, "s"), key, SCHEME).build()
          file.openFileOutput().use { it.write(password.toByteArray()) }
        }
        """),
      RuleExample(
        "a stream through a cipher", path: "A.java",
        """
        class A { void keep(Context c, Cipher cipher, String password) throws IOException {
          OutputStream out = new CipherOutputStream(c.openFileOutput("s", 0), cipher);
          out.write(password.getBytes());
        } }
        """),
      RuleExample(
        "no secret, and a fact about one", path: "A.kt",
        """
        fun keep(c: Context, notes: String, tokenExpiry: String) {
          File(c.filesDir, "notes.txt").writeText(notes)
          File(c.filesDir, "expiry.txt").writeText(tokenExpiry)
        }
        """),
      RuleExample(
        "no file", path: "A.kt", #"fun send(socket: Socket, token: String) { socket.outputStream.write(token) }"#),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    for call in unit.calls(Array(SecretsOnExternalStorage.writers).sorted()) {
      guard let value = call.argument(at: 0), let file = code.receiver(of: call),
        project.isSecret(value) || project.secret(inside: value) != nil || SecretLook.isSecret(value, project)
      else { continue }
      let words = code.words(of: file)
      guard !words.isDisjoint(with: Self.folders), words.isDisjoint(with: Self.sealing),
        !project.lineage(of: project.type(of: file) ?? "").contains(where: Self.sealing.contains),
        !code.isSealed(value)
      else { continue }
      // O.Data_2#671
      record.flaw(manual, on: call, .warning, "A secret is written to a file in the clear.", confidence: .medium)
    }
  }
}
