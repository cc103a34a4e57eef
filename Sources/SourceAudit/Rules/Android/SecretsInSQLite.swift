/// Secrets in databases that nothing encrypts.
struct SecretsInSQLite: Rule {
  let languages = AndroidRules.languages
  let manual = RuleManual(
    "secrets-in-sqlite", "Secrets in a database are sealed",
    reason: "A database of SQLite is a plain file: backups copy it, and whoever reaches the folder reads it.",
    fix: "Seal the value with a key of the Android Keystore, or open the database with SQLCipher.",
    ids: ["O.Data_2", "O.Data_15", "MASVS-STORAGE-1", "MASWE-0006", "CWE-312"],
    violating: [
      RuleExample(
        "a row", path: "A.kt", lines: [3],
        """
        fun f(db: SQLiteDatabase, password: String) {
          val row = ContentValues()
          row.put("password", password)
          db.insert("users", null, row)
        }
        """)
    ],
    conforming: [
      RuleExample(
        "sealed", path: "A.java",
        """
        class A { void f(SQLiteDatabase db, ContentValues row, String password) { row.put("password", encrypt(password)); db.insert("t", null, row); } }
        """),
      RuleExample(
        "SQLCipher", path: "A.kt",
        """
        import net.zetetic.database.sqlcipher.SQLiteDatabase
        fun f(db: SQLiteDatabase, row: ContentValues, password: String) { row.put("password", password) }
        """),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    guard !unit.calls("insert", "insertOrThrow", "update", "replace", "insertWithOnConflict").isEmpty,
      !project.imports("sqlcipher")
    else { return }
    for call in unit.calls("put") {
      guard let row = code.receiver(of: call), project.type(of: row) == "ContentValues",
        let value = call.argument(at: 1), !code.isSealed(value),
        project.keepsSecret(value, under: call.argument(at: 0))
      else { continue }
      record.flaw(manual, on: call, .warning, "A secret is written to a database in the clear.", confidence: .medium)
    }
  }
}
