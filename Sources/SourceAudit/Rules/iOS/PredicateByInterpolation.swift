/// Predicates and format strings whose text is not fixed.
struct PredicateByInterpolation: Rule {
  let manual = RuleManual(
    "predicate-by-interpolation", "The text of a predicate or a format is fixed",
    reason: "A value inside the text of a predicate changes the question (`name == 'x' OR TRUE`), and a value that is "
      + "taken as a format reads the stack.",
    fix: "Write %@ and hand the value over as an argument; print values with the format \"%@\".",
    ids: ["O.Source_1", "O.Source_2", "MASVS-CODE-4", "MASWE-0083", "MASWE-0086", "CWE-943", "CWE-134"],
    violating: [
      RuleExample(
        "an inserted name", lines: [1], #"func f(_ n: String) { let p = NSPredicate(format: "name == '\(n)'") }"#),
      RuleExample(
        "a format from a link", lines: [3],
        """
        func application(_ a: UIApplication, open url: URL, options: [K: Any]) -> Bool {
          guard url.host == "a" else { return false }
          label.text = String(format: url.lastPathComponent, 1)
          return true
        }
        """),
      RuleExample("a log without a format", lines: [1], "func f(_ text: String) { NSLog(text) }"),
    ],
    conforming: [
      RuleExample("an argument", #"func f(_ n: String) { let p = NSPredicate(format: "name == %@", n) }"#),
      RuleExample("a translated format", #"let t = String(format: NSLocalizedString("n", comment: ""), 3)"#),
      RuleExample("a fixed name in it", #"let k = "name"; let p = NSPredicate(format: "\(k) == %@", n)"#),
      RuleExample("a plain log", #"func f(_ text: String) { NSLog("%@", text) }"#),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    for call in unit.calls("NSPredicate", "NSExpression") {
      guard let format = call.argument("format"), let piece = project.inserted(into: format), !isKeyPath(piece) else {
        continue
      }
      record.flaw(manual, at: call, .warning, "A value is written into a predicate.", way: [call, piece])
    }
    for call in unit.calls("String", "NSString", "localizedStringWithFormat") {
      guard let format = call.argument("format"), let found = project.door(of: format) else { continue }
      record.flaw(manual, at: call, .warning, "A format came from outside.", way: found.way)
    }
    for call in unit.calls("NSLog") {
      guard call.receiver == nil, let format = call.argument(at: 0), format.kind != .string,
        !project.isConstant(format), !project.origins(of: format).parameters.isEmpty || project.door(of: format) != nil
      else { continue }
      record.flaw(manual, at: call, .warning, "A text that is not fixed is taken for a format.")
    }
  }

  private func isKeyPath(_ piece: Expression) -> Bool {
    piece.kind == .reference || piece.kind == .call && piece.calledName == "#keyPath"
  }
}
