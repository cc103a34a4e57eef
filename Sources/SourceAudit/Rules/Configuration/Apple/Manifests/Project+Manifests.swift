extension Project {
  static let manifestModule = "ProjectDescription"

  /// Types of Tuist whose members are written without them, as in `.shared`.
  private static let manifestTypes: Set<String> = [
    "InfoPlist", "Entitlements", "Plist", "Value", "Dictionary", "PrivacyManifest",
  ]

  /// The property lists that manifests of Tuist write in place of files.
  var manifestLists: [PropertyList] { knownLists.answer(Self.manifestModule) { ManifestLists(self).found } }

  /// What a name in a manifest stands for.
  func manifestDeclarations(of use: Expression) -> [Declaration] {
    let known = declarations(of: use)
    guard use.kind == .member, use.first == nil else { return known }
    let own = known.filter { Self.isOfManifest($0) }
    let fitting = own.filter { Self.manifestTypes.contains($0.enclosingType?.name ?? "") }
    return fitting.isEmpty ? own : fitting
  }

  /// Functions of the project that a call in a manifest may mean: of `.app(…)`, too, whose type is not written.
  func manifestFunctions(calledBy call: Expression) -> [Declaration] {
    let isImplicit = call.isImplicitMember
    return (isImplicit ? functions(call.calledName) : functions(calledBy: call)).filter { candidate in
      guard candidate.hasBody, candidate.kind == .function else { return false }
      // A function of the project that is called as one of Tuist's calls that one.
      guard call.owner != candidate, !call.owner.enclosing.contains(candidate) else { return false }
      return !isImplicit
        || candidate.flags.contains(.isStatic) && Self.isOfManifest(candidate) && Self.takes(candidate, call)
    }
  }

  /// Calls that may mean the function, `.app(…)` among them.
  func manifestCallers(of function: Declaration, in units: [SourceUnit]) -> [Expression] {
    let known = callers(of: function)
    guard function.kind == .function, function.flags.contains(.isStatic) else { return known }
    let implicit = units.flatMap { unit in
      unit.calls(function.name).filter { $0.isImplicitMember && Self.takes(function, $0) && !known.contains($0) }
    }
    return known + implicit
  }

  private static func isOfManifest(_ declaration: Declaration) -> Bool {
    declaration.unit.imports.contains { $0 == manifestModule || $0.hasPrefix(manifestModule + ".") }
  }

  private static func takes(_ function: Declaration, _ call: Expression) -> Bool {
    let (parameters, arguments) = (function.parameters, call.arguments)
    return arguments.count <= parameters.count
      && arguments.allSatisfy { argument in
        argument.label.isEmpty || parameters.contains { $0.keyword == argument.label }
      }
  }
}

extension Expression {
  /// `.make(…)`: a call on a type that is not written.
  var isImplicitMember: Bool { kind == .call && first?.kind == .member && first?.first == nil }
}
