/// `!` on what comes from elsewhere: one surprising answer ends the app.
///
/// What was kept in an earlier run comes from elsewhere, too: it is not there in the first one, nor after a restore.
/// Leaves alone what cannot fail or is fixed in the source: literals, outlets, UTF-8 of a text, the casts that Core
/// Foundation needs, a default that is registered.
struct ForceUnwrap: Rule {
  private static let readers: Set<String> = [
    "string", "object", "data", "array", "dictionary", "url", "stringArray", "value",
  ]
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
      RuleExample(
        "what an earlier run may have kept", lines: [2, 4, 5],
        """
        func f(_ shelf: UserDefaults) -> String {
          let server = UserDefaults.standard.string(forKey: "server")!
          let state = shelf.data(forKey: "state")
          use(state!)
          let seen = shelf.object(forKey: "seen") as! Date
          return server
        }
        """),
    ],
    conforming: [
      RuleExample("a fixed address", #"let u = URL(string: "https://app.example")!"#),
      RuleExample("UTF-8", #"let d = "abc".data(using: .utf8)!"#),
      RuleExample("Core Foundation", "let key = item as! SecKey"),
      RuleExample("a fixed pattern", #"let r = try! NSRegularExpression(pattern: "[a-z]+")"#),
      RuleExample("handled", #"func f(_ j: [String: Any]) { guard let id = j["id"] else { return }; use(id) }"#),
      RuleExample(
        "a default that is registered, a value that was asked for before, another store",
        """
        func begin() { UserDefaults.standard.register(defaults: ["server": "https://app.example"]) }
        func f(_ shelf: Shelf) -> String {
          let name = UserDefaults.standard.string(forKey: "name")
          if name != nil { use(name!) }
          use(shelf.string(forKey: "a")!)
          return UserDefaults.standard.string(forKey: "server")!
        }
        """),
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
      guard let value = cast.first,
        value.kind == .index && value.values.first?.kind == .string || isStored(value, project)
      else { continue }
      record.flaw(manual, at: cast, .note, "A value of another type ends the app.")
    }
  }

  private func isOutside(_ value: Expression, _ project: Project) -> Bool {
    switch value.kind {
    case .index:
      // A key that is fixed in the source says nothing about what the dictionary holds.
      return value.values.first?.kind == .string && value.first.map { !project.isConstant($0) } ?? true
    case .name:
      // Handed to a constant first, and never asked.
      guard let constant = project.declarations(of: value).first, constant.kind == .local,
        constant.flags.contains(.isConstant), let start = constant.value?.unwrapped,
        start.kind == .index || isStored(start, project), isOutside(start, project)
      else { return false }
      return !isAsked(constant, project)
    case .call where isStored(value, project): return true
    case .call:
      guard Self.makers.contains(value.calledName), let argument = value.argument(at: 0) else { return false }
      guard !project.isConstant(argument) else { return false }
      let origins = project.origins(of: argument)
      return !origins.parameters.isEmpty
        || origins.leaves.contains { $0.kind == .member && Self.entered.contains($0.name) }
    default: return false
    }
  }

  /// A reading of what was kept, under a key without a registered default.
  private func isStored(_ call: Expression, _ project: Project) -> Bool {
    guard call.kind == .call, Self.readers.contains(call.calledName), let key = call.argument("forKey"),
      SecretsInUserDefaults().isStore(call.receiver, around: call.owner, project)
    else { return false }
    return project.registeredDefaults.isDisjoint(with: project.texts(of: key))
  }

  /// Whether a condition asks about a constant.
  private func isAsked(_ constant: Declaration, _ project: Project) -> Bool {
    constant.unit.mentions([constant.name]).contains { mention in
      guard mention.parent?.kind != .forced, project.declarations(of: mention).contains(constant) else { return false }
      var top = mention
      while let parent = top.parent {
        if parent.kind == .conditional, parent.first == top { return true }
        top = parent
      }
      return top.owner.steps.contains { $0.kind == .condition && $0.value == top.id }
    }
  }
}
