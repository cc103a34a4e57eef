/// Which files an app takes out of backups, told from the places where it does so.
///
/// A file counts as taken out when the same value is, a folder that its path is made from, or a path of the same known
/// parts. An exclusion whose file cannot be told counts for every file: no finding rests on a guess.
struct BackupExclusion {
  let project: Project

  /// Something that stands for a file or a folder: a variable, or a function of the project with what it is given.
  struct Place: Hashable, Sendable {
    let declaration: Declaration
    var arguments: [String] = []
  }

  /// A folder of the system and the known parts of a path behind it.
  struct Path: Hashable, Sendable {
    let folders: Set<String>
    let parts: Set<String>

    /// `documents` and `documents/vault` of `documents/vault/key`: the same folder of the system, and no part that the
    /// other path lacks.
    func isPrefix(of path: Origins, _ parts: Set<String>) -> Bool {
      !folders.isDisjoint(with: path.names) && self.parts.isSubset(of: parts)
    }
  }

  /// What the app takes out: worked out once, however many files are asked about.
  struct Known: Sendable {
    /// Somewhere it cannot be told what is taken out.
    var isUntold = false
    var places: Set<Place> = []
    var paths: Set<Path> = []
  }

  private static let keys = ["isExcludedFromBackup", "isExcludedFromBackupKey"]
  private static let setter = "setResourceValues"
  private static let appending: Set<String> = [
    "appendingPathComponent", "appending", "appendingPathExtension", "appendPathComponent", "append",
  ]

  /// Whether the resource value is set to true or false here; nil where it is only read.
  func isSet(_ place: Expression) -> Bool? {
    if let parent = place.parent, parent.kind == .assignment, parent.first == place, let value = parent.second {
      return !project.texts(of: value).contains("false")
    }
    if let call = place.parent, call.kind == .call, call.calledName == "setResourceValue",
      let value = call.argument(at: 0)
    {
      return !project.texts(of: value).contains("false")
    }
    return nil
  }

  /// Whether the value that is filled at a place goes to anybody: one that stays in its variable takes no file out.
  func isApplied(_ place: Expression) -> Bool {
    guard place.parent?.kind == .assignment, let base = place.first?.unwrapped else { return true }
    let variables = project.declarations(of: base)
    return variables.isEmpty || variables.contains(where: isHandedOn)
  }

  /// Whether a variable is used for anything but to fill it.
  private func isHandedOn(_ variable: Declaration) -> Bool {
    guard variable.kind == .local, let scope = variable.parent else { return true }
    return project.expressions(in: scope).contains { use in
      guard use.kind == .name, use.node.name == variable.record.name else { return false }
      if let member = use.parent, member.kind == .member, let write = member.parent, write.kind == .assignment,
        write.calleeID == member.id
      {
        return false
      }
      return project.declarations(of: use).contains(variable)
    }
  }

  /// Whether something in the app takes the file at this path, or a folder around it, out of backups.
  func covers(_ file: Expression) -> Bool {
    let known = project.knownBackupExclusions.answer("isExcludedFromBackup") { exclusions() }
    if known.isUntold { return true }
    guard !known.places.isEmpty || !known.paths.isEmpty else { return false }
    let path = project.origins(of: file, reach: .influence)
    if path.passed.contains(where: { !known.places.isDisjoint(with: places($0)) }) { return true }
    let parts = Set(path.leaves.compactMap(\.plainText).flatMap { $0.split(separator: "/").map(String.init) })
    return known.paths.contains { $0.isPrefix(of: path, parts) }
  }

  /// Those of the app: what a test takes out of backups stays in those of the app.
  private func units(holding names: [String]) -> [SourceUnit] {
    project.units(holding: names).filter { $0.role == .app }
  }

  private func exclusions() -> Known {
    var known = Known()
    var left: [Expression] = []
    var values: Set<Declaration> = []
    for place in units(holding: Self.keys).flatMap({ $0.mentions(Self.keys) }) where isSet(place) == true {
      if let call = place.parent, call.kind == .call {
        left += targets(of: call)
        continue
      }
      let bases = place.first.map { project.declarations(of: $0.unwrapped) } ?? []
      if bases.isEmpty { known.isUntold = true }
      values.formUnion(bases.filter(isHandedOn))
    }
    guard !known.isUntold, !(left.isEmpty && values.isEmpty) else { return known }
    var given: Set<Declaration> = []
    for call in units(holding: [Self.setter]).flatMap({ $0.calls(Self.setter) }) {
      let passed = call.arguments.flatMap { project.origins(of: $0.value).passed }
      let own = values.intersection(passed.flatMap { project.declarations(of: $0) })
      guard !own.isEmpty else { continue }
      given.formUnion(own)
      left += targets(of: call)
    }
    known.isUntold = given != values
    for file in left { add(file, to: &known) }
    return known
  }

  /// What a call sets the value of; inside an extension of `URL` what its callers call it on.
  private func targets(of call: Expression) -> [Expression] {
    let isItself =
      call.receiver.map { receiver in
        project.origins(of: receiver).leaves.contains { $0.kind == .name && $0.name == "self" }
      } ?? true
    guard isItself, let function = call.owner.enclosingFunction else { return [call.receiver].compactMap { $0 } }
    return project.callers(of: function).compactMap(\.receiver)
  }

  private func places(_ part: Expression) -> [Place] {
    guard part.kind == .call else {
      return project.declarations(of: part).filter { [.local, .parameter, .property].contains($0.kind) }
        .map { Place(declaration: $0) }
    }
    let given = part.arguments.map { $0.value.plainText ?? $0.value.name }
    return project.functions(calledBy: part).filter { $0.kind == .function }
      .map { Place(declaration: $0, arguments: given) }
  }

  private func add(_ left: Expression, to known: inout Known) {
    let origins = project.origins(of: left)
    // What is joined with more is another path.
    let whole = origins.passed.filter { part in
      origins.way(to: part).dropLast().allSatisfy { $0.kind != .binary && $0.kind != .string }
    }
    for part in whole {
      known.places.formUnion(places(part))
      guard [.call, .index, .member].contains(part.kind), origins.leaves.contains(part) else { continue }
      if let path = path(of: part) { known.paths.insert(path) }
    }
  }

  /// Nil where the path is in no folder that backups copy, or not all of its parts are known.
  private func path(of file: Expression) -> Path? {
    let own = project.origins(of: file, reach: .influence)
    let folders = UnprotectedFile.backedUp.intersection(own.names)
    guard own.parameters.isEmpty, !folders.isEmpty else { return nil }
    var parts: Set<String> = []
    for part in own.passed {
      if part.kind == .string {
        guard let text = part.plainText else { return nil }
        parts.formUnion(text.split(separator: "/").map(String.init))
      } else if part.kind == .call, Self.appending.contains(part.calledName),
        !part.arguments.allSatisfy({ !project.texts(of: $0.value).isEmpty || $0.label == "directoryHint" })
      {
        return nil
      }
    }
    return Path(folders: folders, parts: parts)
  }
}
