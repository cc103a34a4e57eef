/// `!` on what comes from elsewhere: one surprising answer ends the app.
///
/// Leaves alone what cannot fail or is fixed in the source: literals, outlets, UTF-8 of a text, the casts that Core
/// Foundation needs.
struct ForceUnwrap: Rule {
  private static let fixed: Set<String> = ["data", "cString", "url", "path", "takeRetainedValue"]
  private static let makers: Set<String> = [
    "URL", "Int", "Double", "UUID", "Data", "Bool", "Date", "URLComponents", "UInt8", "Float", "Decimal",
  ]

  /// What users, links and servers write.
  private static let entered: Set<String> = ["text", "query", "host", "fragment", "body", "string"]

  let manual = RuleManual(
    "force-unwrap", "A missing value is handled, not forced",
    reason:
      "What a server, a file or another app left out ends the app, and whoever finds the place can end it at will.",
    fix: "Use guard let, ?? or try and say what to do without it.",
    ids: ["O.Source_4", "MASVS-CODE-4", "MASWE-0082", "CWE-476", "CWE-248"],
    violating: [
      RuleExample("a field of an answer", lines: [1], #"func f(_ json: [String: Any]) { let id = json["id"]! }"#),
      RuleExample("an address that was given", lines: [1], "func f(_ text: String) { open(URL(string: text)!) }"),
      RuleExample(
        "a decoder", lines: [1], "func f(_ d: Data) { let u = try! JSONDecoder().decode(User.self, from: d) }"),
      RuleExample("a forced cast", lines: [1], #"func f(_ i: [String: Any]) { let n = i["n"] as! String }"#),
    ],
    conforming: [
      RuleExample("a fixed address", #"let u = URL(string: "https://app.example")!"#),
      RuleExample("UTF-8", #"let d = "abc".data(using: .utf8)!"#),
      RuleExample("Core Foundation", "let key = item as! SecKey"),
      RuleExample("a fixed pattern", #"let r = try! NSRegularExpression(pattern: "[a-z]+")"#),
      RuleExample("handled", #"func f(_ j: [String: Any]) { guard let id = j["id"] else { return }; use(id) }"#),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    guard unit.role == .app else { return }
    for forced in unit.all(.forced) {
      guard let value = forced.first else { continue }
      if forced.flags.contains(.forced) {
        guard value.kind == .call, ["decode", "jsonObject", "contentsOf"].contains(value.calledName),
          !project.isConstant(value)
        else { continue }
        record.flaw(manual, at: forced, .note, "An error here ends the app.")
      } else if isOutside(value, project) {
        record.flaw(manual, at: forced, .note, "A missing value here ends the app.")
      }
    }
    for cast in unit.all(.cast) where cast.flags.contains(.forced) {
      guard let value = cast.first, value.kind == .index, value.values.first?.kind == .string else { continue }
      record.flaw(manual, at: cast, .note, "A value of another type ends the app.")
    }
  }

  private func isOutside(_ value: Expression, _ project: Project) -> Bool {
    switch value.kind {
    case .index:
      // A key that is fixed in the source says nothing about what the dictionary holds.
      return value.values.first?.kind == .string && value.first.map { !project.isConstant($0) } ?? true
    case .call:
      guard Self.makers.contains(value.calledName), let argument = value.argument(at: 0) else { return false }
      guard !project.isConstant(argument) else { return false }
      let origins = project.origins(of: argument)
      return !origins.parameters.isEmpty
        || origins.leaves.contains { $0.kind == .member && Self.entered.contains($0.name) }
    default: return false
    }
  }
}
