/// Which files an app takes out of backups, told from the places where it does so.
///
/// A file counts as taken out when the same value is, a folder that its path is made from, or a path of the same known
/// parts. An exclusion whose file cannot be told counts for every file: no finding rests on a guess.
struct BackupExclusion {
  let project: Project

  /// Something that stands for a file or a folder: a variable, or a function of the project with what it is given.
  private struct Place: Hashable {
    let declaration: Declaration
    var arguments: [String] = []
  }

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

  /// Whether something in the app takes the file at this path, or a folder around it, out of backups.
  func covers(_ file: Expression) -> Bool {
    let units = project.units.filter { $0.role == .app }
    let set = units.flatMap { unit in
      unit.mentions("isExcludedFromBackup", "isExcludedFromBackupKey").filter { isSet($0) == true }
    }
    guard !set.isEmpty else { return false }
    var left: [Expression] = []
    var values: Set<Declaration> = []
    for place in set {
      if let call = place.parent, call.kind == .call {
        left += targets(of: call)
        continue
      }
      let bases = place.first.map { project.declarations(of: $0.unwrapped) } ?? []
      guard !bases.isEmpty else { return true }
      values.formUnion(bases)
    }
    var given: Set<Declaration> = []
    for call in units.flatMap({ $0.calls("setResourceValues") }) {
      let passed = call.arguments.flatMap { project.origins(of: $0.value).passed }
      let own = values.intersection(passed.flatMap { project.declarations(of: $0) })
      guard !own.isEmpty else { continue }
      given.formUnion(own)
      left += targets(of: call)
    }
    guard given == values else { return true }
    let path = project.origins(of: file, reach: .influence)
    let places = Set(path.passed.flatMap { self.places($0) })
    return left.contains { isAround($0, path, places) }
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

  /// Whether what is left out is the file, or a folder that its path is made from.
  private func isAround(_ left: Expression, _ path: Origins, _ places: Set<Place>) -> Bool {
    let known = project.origins(of: left)
    // What is joined with more is another path.
    let whole = known.passed.filter { part in
      known.way(to: part).dropLast().allSatisfy { $0.kind != .binary && $0.kind != .string }
    }
    if whole.contains(where: { !places.isDisjoint(with: self.places($0)) }) { return true }
    return whole.contains { part in
      [.call, .index, .member].contains(part.kind) && known.leaves.contains(part) && isPrefix(part, of: path)
    }
  }

  /// `documents` and `documents/vault` of `documents/vault/key`: the same folder of the system, and no part that the
  /// other path lacks.
  private func isPrefix(_ left: Expression, of path: Origins) -> Bool {
    let own = project.origins(of: left, reach: .influence)
    guard own.parameters.isEmpty, !UnprotectedFile.backedUp.intersection(own.names).isDisjoint(with: path.names) else {
      return false
    }
    var parts: [Substring] = []
    for part in own.passed {
      if part.kind == .string {
        guard let text = part.plainText else { return false }
        parts += text.split(separator: "/")
      } else if part.kind == .call, Self.appending.contains(part.calledName),
        !part.arguments.allSatisfy({ !project.texts(of: $0.value).isEmpty || $0.label == "directoryHint" })
      {
        return false
      }
    }
    let known = Set(path.leaves.compactMap(\.plainText).flatMap { $0.split(separator: "/") })
    return parts.allSatisfy(known.contains)
  }
}
