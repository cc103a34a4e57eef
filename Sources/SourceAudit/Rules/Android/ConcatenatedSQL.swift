/// SQL that is put together from texts.
struct ConcatenatedSQL: Rule {
  private static let runners: [String: Int] = [
    "rawQuery": 0, "execSQL": 0, "rawQueryWithFactory": 1, "compileStatement": 0, "SimpleSQLiteQuery": 0,
    "appendWhere": 0,
  ]
  /// Methods of a database whose condition is part of a statement; their names are used for much else.
  private static let conditions: [String: Int] = ["query": 2, "delete": 1, "update": 2]
  private static let databases: Set<String> = ["SQLiteDatabase", "SQLiteQueryBuilder", "SupportSQLiteDatabase"]

  let languages = AndroidRules.languages
  let manual = RuleManual(
    "concatenated-sql", "SQL gets its values as arguments",
    reason: "A value inside the text of a statement can end it and begin another one.",
    fix: "Write ? for each value and hand the values over as arguments.",
    ids: ["O.Source_2", "MASVS-CODE-4", "MASWE-0086", "CWE-89"],
    violating: [
      RuleExample(
        "a template behind a safe call", path: "A.kt", lines: [3],
        """
        fun find(db: SQLiteDatabase?, name: String) {
          val sql = "select * from users where name = '$name'"
          db?.rawQuery(sql, null)
        }
        """),
      RuleExample(
        "concatenation in Java", path: "A.java", lines: [2],
        """
        class A { void f(SQLiteDatabase db, String id) {
          db.execSQL("delete from t where id = " + id); } }
        """),
      RuleExample(
        "a builder", path: "A.kt", lines: [3],
        """
        fun find(db: SQLiteDatabase, name: String) {
          val sql = StringBuilder("select * from t where n = '").append(name).append("'")
          db.rawQuery(sql.toString(), arrayOf())
        }
        """),
      RuleExample(
        "values in a list", path: "A.kt", lines: [2, 3, 6],
        """
        fun find(db: SQLiteDatabase, names: List<String>, other: String) {
          db.rawQuery("select * from night where name in (" + names.joinToString { "'$it'" } + ")", null)
          db.rawQuery("select * from night where name in (${names.joinToString()})", null)
          val tables = mutableListOf("night")
          tables.add(other)
          for (table in tables) db.execSQL("delete from $table")
        }
        """),
    ],
    conforming: [
      RuleExample(
        "placeholders, as many as needed", path: "A.kt",
        """
        private const val COLUMN = "date"
        class Diary(private val db: SQLiteDatabase) {
          fun find(nights: List<String>) =
            db.rawQuery("select * from night where id in (" + nights.joinToString(",") { "?" } + ")", nights.toTypedArray())
          fun some(count: Int) = db.compileStatement("select * from night where id in (${marks(count)})")
          private fun marks(count: Int) = List(count) { "?" }.joinToString(", ")
          fun each(dates: List<String>) = dates.joinToString(" or ") { "$COLUMN = ?" }.let { condition ->
            db.delete("night", condition, dates.toTypedArray())
          }
          fun all(names: List<String>) = find(names.map { "night-" + it })
        }
        """),
      RuleExample(
        "placeholders and tables in Java", path: "A.java",
        """
        class Diary { SQLiteDatabase db; static final String[] TABLES = {"night", "noise"};
          Cursor find(String[] ids) {
            return db.rawQuery("select * from night where id in ("
              + TextUtils.join(",", Collections.nCopies(ids.length, "?")) + ")", ids);
          }
          void clear() { for (String table : TABLES) { db.execSQL("delete from " + table); } }
        }
        """),
      RuleExample(
        "numbers, names of columns and cases", path: "A.kt",
        """
        enum class Column(val sql: String) { DATE("date"), SCORE("score") }
        class Diary(private val db: SQLiteDatabase) {
          fun rows(ids: LongArray) = db.execSQL("delete from night where row in (${ids.joinToString()})")
          fun more(ids: Set<Int>) = db.execSQL("delete from night where row in (" + ids.joinToString(",") + ")")
          fun clear() { for (table in listOf("night", "noise")) db.execSQL("delete from $table") }
          fun make() {
            val columns = arrayOf("date", "score")
            db.execSQL("create table night (" + columns.joinToString() + ")")
          }
          fun sorted(column: Column, down: Boolean) =
            db.rawQuery("select * from night order by ${column.sql} " + if (down) "desc" else "asc", null)
          fun listed(columns: List<Column>) =
            db.rawQuery("select ${columns.joinToString { it.name }} from night", null)
          fun named(column: Column) = db.rawQuery("select * from night order by ${column.name.lowercase()}", null)
        }
        """),
      RuleExample(
        "arguments", path: "A.kt",
        #"fun f(db: SQLiteDatabase, n: String) = db.rawQuery("select * from t where n = ?", arrayOf(n))"#),
      RuleExample(
        "constants", path: "A.java",
        """
        class A { static final String TABLE = "t"; static final int VERSION = 3;
          void f(SQLiteDatabase db) { db.execSQL("create table " + TABLE + " (id integer)"); db.rawQuery("select " + VERSION, null); } }
        """),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    for call in unit.calls(Self.runners.keys.sorted()) {
      guard let position = Self.runners[call.calledName], let sql = call.argument(at: position) else { continue }
      guard let hole = Self.hole(in: sql, code) else { continue }
      record.flaw(manual, on: call, .error, Self.message, way: [call, hole])
    }
    for call in unit.calls(Self.conditions.keys.sorted()) {
      guard let position = Self.conditions[call.calledName], let receiver = code.receiver(of: call),
        project.type(of: receiver).map(Self.databases.contains) == true
      else { continue }
      let isWhole = call.calledName == "query" && call.arguments.count == 1
      guard let condition = call.argument(at: isWhole ? 0 : position), let hole = Self.hole(in: condition, code) else {
        continue
      }
      record.flaw(manual, on: call, .error, Self.message, way: [call, hole])
    }
  }

  private static let message = "A value is part of the text of this statement."

  /// A part of the text that is no constant.
  private static func hole(in sql: Expression, _ code: AndroidCode) -> Expression? {
    let project = code.project
    var fixed = FixedText(project: project)
    guard !fixed.isFixed(sql) else { return nil }
    let origins = project.origins(of: sql, reach: .influence)
    let texts = origins.passed
    // Without a join there is nothing put together: the whole statement comes from elsewhere.
    for text in texts {
      var parts: [Expression] = []
      switch text.kind {
      case .string: parts = text.values
      case .binary where text.name == "+": parts = text.children
      case .call where ["append", "plus", "concat", "format"].contains(text.calledName):
        parts = text.arguments.map(\.value).filter { $0.kind != .closure }
      default: continue
      }
      guard let hole = parts.first(where: { isOpen($0, project) }) else { continue }
      // What only says how many placeholders there are is not in the statement.
      let isCounted = origins.way(to: text).contains { part in
        var fixed = FixedText(project: project)
        return fixed.isFixed(part)
      }
      if !isCounted { return hole }
    }
    // A builder that is filled line by line.
    guard texts.contains(where: { ["StringBuilder", "StringBuffer", "buildString"].contains($0.calledName) }) else {
      return nil
    }
    return code.fillings(of: sql, ["append"]).first { isOpen($0, project) }
  }

  private static let numbers: Set<String> = ["Int", "Long", "int", "long", "Boolean", "boolean", "Short"]

  private static func isOpen(_ part: Expression, _ project: Project) -> Bool {
    var fixed = FixedText(project: project)
    guard !fixed.isFixed(part) else { return false }
    guard project.texts(of: part).isEmpty, project.integers(of: part).isEmpty else { return false }
    if let type = project.type(of: part), numbers.contains(type) { return false }
    let origins = project.origins(of: part)
    // What nobody in the project fills may be anything.
    if origins.parameters.contains(where: { !Self.numbers.contains($0.typeName) }) { return true }
    let leaves = origins.leaves
    // A constant of a library: Contract.TABLE_NAME.
    let isForeignConstant = leaves.allSatisfy { leaf in
      (leaf.kind == .member || leaf.kind == .name) && leaf.name.contains(where: \.isLetter)
        && leaf.name == leaf.name.uppercased()
    }
    return leaves.isEmpty
      || !isForeignConstant && !leaves.allSatisfy { [.string, .number].contains($0.kind) && $0.values.isEmpty }
  }
}
