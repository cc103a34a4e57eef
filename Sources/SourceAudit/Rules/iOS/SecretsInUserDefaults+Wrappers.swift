/// Property wrappers of the project that keep what is set in such a store: `@Stored(key: "pw") var password`.
extension SecretsInUserDefaults {
  /// Every property whose wrapper keeps it there, when its key or its name says that it is a secret.
  func wrappedProperties(
    _ unit: SourceUnit, _ project: Project, _ severity: FindingSeverity, _ record: inout AuditRecord
  ) {
    var keptBy: [Declaration: [Write]] = [:]
    for property in unit.allDeclarations
    where (property.kind == .property || property.kind == .local) && !property.record.attributes.isEmpty {
      for attribute in property.attributes {
        let name = project.resolvedTypeName(attribute.name)
        let types = project.index.types(name, near: unit)
        guard types.contains(where: { $0.hasAttribute("propertyWrapper") }), mayHoldText(property, project) else {
          continue
        }
        let kept = types.flatMap { part -> [Write] in
          if let known = keptBy[part] { return known }
          let found = writes(in: part.unit, project, around: { isInside($0, part) })
            .filter { isWhatIsSet($0.value, project) }
          keptBy[part] = found
          return found
        }
        // What the wrapper itself calls a secret is found in it.
        guard !kept.isEmpty, !kept.contains(where: { keepsFixedSecret($0, in: name, project) }) else { continue }
        let keys = kept.flatMap { write in
          project.candidates(ofKey: write.key, isOwn: { Self.belongs($0, to: name) }) {
            project.given(to: $0, by: attribute.call)
          }
        }
        guard isSecret(property, under: keys) else { continue }
        record.flaw(
          manual, in: unit, at: attribute.offset, around: property, severity, message(keys: keys, project),
          confidence: .medium)
      }
    }
  }

  /// The name of the wrapper that a write is the setter of.
  func wrapper(around write: Write, _ project: Project) -> String? {
    let around = ([write.place.owner] + write.place.owner.enclosing).first {
      $0.kind == .type || $0.kind == .typeExtension
    }
    guard let around, isWrapper(around.name, project), isWhatIsSet(write.value, project) else { return nil }
    return around.name
  }

  /// Whether a wrapper keeps what is set under the key of a secret, whatever the property gives it.
  func keepsFixedSecret(_ write: Write, in wrapper: String, _ project: Project) -> Bool {
    project.candidates(ofKey: write.key, isOwn: { Self.belongs($0, to: wrapper) }, given: { _ in nil })
      .contains { SecretWords.judge($0) == .secret }
  }

  private func isWrapper(_ name: String, _ project: Project) -> Bool {
    project.typeDeclarations(name).contains { $0.hasAttribute("propertyWrapper") }
  }

  private func isInside(_ place: Expression, _ part: Declaration) -> Bool {
    place.unit === part.unit && part.record.offset <= place.offset && place.offset < part.record.end
  }

  /// What each wrapper is made with.
  private static func belongs(_ declaration: Declaration, to type: String) -> Bool {
    guard declaration.enclosingType?.name == type else { return false }
    return declaration.kind == .property && !declaration.flags.contains(.isStatic)
      || declaration.kind == .parameter && declaration.parent?.kind == .initializer
  }

  /// Whether a value is what a property of the wrapper is set to.
  private func isWhatIsSet(_ value: Expression, _ project: Project) -> Bool {
    project.origins(of: value).passed.contains { part in
      guard part.kind == .name || part.kind == .member else { return false }
      return project.declarations(of: part).contains { declaration in
        switch declaration.kind {
        case .parameter:
          declaration.parent?.kind == .accessor
            && ["wrappedValue", "subscript"].contains(declaration.parent?.parent?.name ?? "")
        case .property: declaration.name == "wrappedValue"
        default: false
        }
      }
    }
  }
}
