/// SQL that is built from pieces.
struct SQLByInterpolation: Rule {
  /// What runs a statement, and at which label or place it takes it.
  private static let runners: [String: [String]] = [
    "sqlite3_exec": ["1"], "sqlite3_prepare_v2": ["1"], "sqlite3_prepare": ["1"], "sqlite3_prepare_v3": ["1"],
    "executeQuery": ["0"], "executeUpdate": ["0"], "executeStatements": ["0"],
    "execute": ["sql"], "fetchAll": ["sql"], "fetchOne": ["sql"], "fetchCursor": ["sql"], "makeStatement": ["sql"],
    "prepare": ["0"], "SQLRequest": ["sql"], "rawQuery": ["0"], "run": ["0"], "scalar": ["0"],
  ]

  let manual = RuleManual(
    "sql-by-interpolation", "Hand values to a statement; do not write them into it",
    reason: "A quote in a value ends the text, and the rest of the value is SQL: it reads or deletes whatever the "
      + "database holds.",
    fix: "Write ? or :name into the statement and bind the values.",
    ids: ["O.Source_1", "O.Source_2", "MASVS-CODE-4", "MASWE-0086", "CWE-89"],
    violating: [
      RuleExample(
        "an inserted name", lines: [2],
        """
        func find(_ name: String) throws {
          try db.execute(sql: "SELECT * FROM t WHERE name = '\\(name)'")
        }
        """),
      RuleExample(
        "joined over lines, given on", lines: [5],
        """
        func find(_ name: String) {
          let query =
            "SELECT * FROM t WHERE name = '"
            + name + "'"
          sqlite3_prepare_v2(db, query, -1, &statement, nil)
        }
        """),
      RuleExample(
        "a format", lines: [1],
        #"func f(_ n: String) { database.executeQuery(String(format: "SELECT a FROM t WHERE n='%@'", n), values: nil) }"#
      ),
    ],
    conforming: [
      RuleExample("bound", #"try db.execute(sql: "SELECT * FROM t WHERE name = ?", arguments: [name])"#),
      RuleExample(
        "a constant table",
        """
        enum T { static let name = "sleep" }
        func f() throws { try db.execute(sql: "SELECT * FROM \\(T.name) LIMIT 1") }
        """),
      RuleExample(
        "a sum", #"for (row, step) in steps.enumerated() { try db.execute(sql: "PRAGMA user_version = \(row + 1)") }"#),
      RuleExample(
        "a number", #"func f(_ count: Int) throws { try db.execute(sql: "SELECT a FROM t LIMIT \(count)") }"#),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    for (name, places) in Self.runners.sorted(by: { $0.key < $1.key }) {
      for call in unit.calls(name) {
        let given = places.lazy.compactMap { place -> Expression? in
          if let position = Int(place) { return call.argument(at: position) }
          return call.argument(place)
        }
        guard let statement = given.first, project.functions(calledBy: call).isEmpty,
          let piece = project.inserted(into: statement),
          isStatement(statement, project)
        else { continue }
        let door = project.door(of: piece)
        record.flaw(
          manual, at: call, door == nil ? .warning : .error, "A value is written into a statement.",
          way: door?.way ?? [call, piece])
      }
    }
  }

  private static let words: Set<String> = [
    "select", "insert", "update", "delete", "create", "drop", "alter", "pragma", "replace", "where", "attach",
  ]

  /// One of the literal pieces is SQL.
  private func isStatement(_ text: Expression, _ project: Project) -> Bool {
    project.origins(of: text).passed.contains { part in
      part.kind == .string
        && part.list.contains { entry in
          !entry.value.isPresent
            && part.unit.name(entry.name).lowercased().split { !$0.isLetter }.contains {
              Self.words.contains(String($0))
            }
        }
    }
  }
}
