/// What a unit writes into queries of the keychain: classes, copies for other devices, and items without a class.
struct KeychainWrites {
  let unit: SourceUnit
  let project: Project

  private static let words: Set<String> = [
    "afterFirstUnlock", "whenUnlocked", "accessibleAfterFirstUnlock", "accessibleWhenUnlocked",
  ]
  /// A query that reaches more classes than these chooses between them: a table takes none by itself.
  private static let mostClasses = 2

  /// The constants of Security that reach a place behind `kSecAttrAccessible`, with the value that is written there.
  var classes: [(constant: Expression, value: Expression)] {
    values(under: "kSecAttrAccessible").flatMap { value -> [(constant: Expression, value: Expression)] in
      let reached = project.origins(of: value).passed.filter {
        $0.kind == .name && KeychainAccessibility.every.contains($0.name)
      }
      guard Set(reached.map(\.name)).count <= Self.mostClasses else { return [] }
      return reached.map { ($0, value) }
    }
  }

  /// `.accessibility(.afterFirstUnlock)`: what libraries call the classes that leave the device.
  var migratingWords: [Expression] {
    unit.mentions(Self.words.sorted()).filter { word in
      guard let call = word.parent, call.kind == .call,
        let label = call.arguments.first(where: { $0.value == word })?.label
      else { return false }
      return label.lowercased().contains("access") || call.calledName.lowercased().contains("accessib")
    }
  }

  /// `kSecAttrSynchronizable: true`, `.synchronizable(true)`
  var synchronized: [Expression] {
    let values = values(under: "kSecAttrSynchronizable").filter(isTrue)
    return values + unit.calls("synchronizable").filter { $0.argument(at: 0).map(isTrue) ?? false }
  }

  /// Calls of `SecItemAdd` whose whole query is known and names neither a class nor an access control.
  var unclassed: [Expression] {
    unit.calls("SecItemAdd").filter { call in
      guard let query = call.argument(at: 0) else { return false }
      guard let literals = literals(of: query, depth: 0), !literals.isEmpty else { return false }
      let owners = Set((literals + [call]).map { $0.owner.enclosingFunction ?? $0.owner })
      return !owners.contains { owner in names(in: owner).contains { $0 } } && !literals.contains(where: namesClass)
    }
  }

  /// The literals that a query is made of; nil when a part of it comes from elsewhere.
  private func literals(of query: Expression, depth: Int) -> [Expression]? {
    let query = query.unwrapped
    guard depth < 4 else { return nil }
    switch query.kind {
    case .dictionary: return [query]
    case .call:
      guard isEmptyDictionary(query) else { return nil }
      return query.argument("dictionary").map { literals(of: $0, depth: depth + 1) } ?? []
    case .name:
      let variables = project.declarations(of: query)
      guard !variables.isEmpty, variables.allSatisfy({ $0.kind == .local || $0.kind == .property }) else { return nil }
      var found: [Expression] = []
      for value in variables.flatMap({ [$0.value].compactMap { $0 } + project.assignments(to: $0) }) {
        guard let more = literals(of: value, depth: depth + 1) else { return nil }
        found += more
      }
      return found
    default: return nil
    }
  }

  private func isEmptyDictionary(_ call: Expression) -> Bool {
    call.arguments.isEmpty || ["NSMutableDictionary", "NSDictionary"].contains(call.calledName)
  }

  private static let deciding: Set<String> = [
    "kSecAttrAccessible", "kSecAttrAccessControl", "kSecUseKeychain", "kSecClassCertificate", "kSecClassIdentity",
  ]

  /// For every word that decides: whether a function names it.
  private func names(in owner: Declaration) -> [Bool] {
    Self.deciding.map { word in
      owner.unit.mentions([word]).contains { ($0.owner.enclosingFunction ?? $0.owner) == owner }
    }
  }

  private func namesClass(_ literal: Expression) -> Bool {
    literal.values.contains { Self.deciding.contains($0.unwrapped.name) }
  }

  /// The values behind a key: in a literal, by an index, by a setter; for classes also in an access control.
  private func values(under key: String) -> [Expression] {
    var found: [Expression] = []
    for mention in unit.mentions([key]) {
      var top = mention
      while let parent = top.parent, parent.kind == .cast || parent.kind == .forced { top = parent }
      guard let parent = top.parent else { continue }
      switch parent.kind {
      case .dictionary:
        let entries = parent.values
        if let row = entries.firstIndex(of: top), row % 2 == 0, row + 1 < entries.count {
          found.append(entries[row + 1])
        }
      case .index:
        if let assignment = parent.parent, assignment.kind == .assignment, assignment.first == parent,
          let value = assignment.second
        {
          found.append(value)
        }
      case .call where ["setValue", "setObject", "updateValue"].contains(parent.calledName):
        if let value = parent.argument(at: 0), value != top { found.append(value) }
      default: break
      }
    }
    return found
  }

  private func isTrue(_ value: Expression) -> Bool {
    project.origins(of: value).passed.contains {
      $0.kind == .boolean && $0.name == "true" || $0.kind == .name && $0.name == "kCFBooleanTrue"
    }
  }
}
