/// Specifications of keys of the Android Keystore, and whether anything makes a key by them.
struct KeystoreSpecs {
  static let types: Set<String> = ["KeyGenParameterSpec", "KeyProtection"]
  /// Calls of generators, of the key store and of libraries that hand a specification on.
  private static let takers = ["init", "initialize", "setEntry", "setKeyGenParameterSpec", "getOrCreate"]
  private static let mostCallers = 8

  let project: Project

  /// Whether a file hands some specification to what makes a key.
  func areTaken(in unit: SourceUnit) -> Bool {
    unit.calls(Self.takers).contains { call in
      call.arguments.contains { argument in
        project.type(of: argument.value).map(Self.types.contains) == true || !makers(behind: argument.value).isEmpty
      }
    }
  }

  /// Whether a key is made by the specification that a builder gives: in its file, or where its function is called.
  func isTaken(_ builder: Expression, at place: Expression) -> Bool {
    let makers = makers(behind: builder)
    guard !makers.isEmpty else { return false }
    var units = [place.unit]
    if let function = place.owner.enclosingFunction, function.kind == .function {
      for call in project.callers(of: function).prefix(Self.mostCallers)
      where !units.contains(where: { $0 === call.unit }) {
        units.append(call.unit)
      }
    }
    return units.flatMap { $0.calls(Self.takers) }.contains { call in
      call.arguments.contains { !makers.isDisjoint(with: self.makers(behind: $0.value)) }
    }
  }

  /// `KeyGenParameterSpec.Builder(…)`; in Java `new` leaves the last part of the name.
  private func makers(behind value: Expression) -> Set<Expression> {
    let made = project.origins(of: value, reach: .influence).passed.filter { part in
      guard part.calledName == "Builder" else { return false }
      if let holder = part.receiver { return Self.types.contains(project.resolvedTypeName(holder.name)) }
      return part.unit.language == .java && !Self.types.isDisjoint(with: part.unit.importedNames)
    }
    return Set(made)
  }
}
