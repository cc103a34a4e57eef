/// Secrets that a value shows when it is put into a text as a whole: data classes, records and structs list their
/// members, and a type's own form for texts may name one.
///
/// Of types from outside nothing is known: a member of type `Redacted<String>` counts as one that shows nothing.
struct PrintedSecrets {
  private static let deepest = 3
  private static let mostMembers = 256
  private static let mostParts = 64
  private static let texts: Set<String> = ["String", "CharSequence", "StringBuilder", "Substring", "NSString"]
  private static let numbers: Set<String> = ["Int", "Int64", "Long", "int", "long", "Integer"]
  /// What shows each of its elements.
  private static let lists: Set<String> = [
    "List", "Set", "Map", "Collection", "MutableList", "MutableSet", "MutableMap", "ArrayList", "HashMap", "Optional",
    "Array", "Dictionary",
  ]
  /// Annotations that write a form for texts, of every field.
  private static let writers: Set<String> = ["Data", "Value", "ToString"]
  private static let joining: Set<String> = ["append", "add", "format", "formatted", "concat", "valueOf", "String"]
  private static let describing: Set<String> = ["description", "debugDescription"]

  /// A type, and how many types lie around its value in the one that is put into a text.
  struct Place: Hashable, Sendable {
    let type: Declaration
    let depth: Int
  }

  let project: Project

  /// The value in a message that shows a secret as a whole.
  func shown(in message: Expression) -> Expression? {
    var waiting = [message]
    var looked = 0
    while let next = waiting.popLast()?.unwrapped, looked < Self.mostParts {
      looked += 1
      switch next.kind {
      case .string, .array, .tuple, .conditional: waiting += next.values
      case .binary where next.name == "+" || next.name == "??": waiting += next.children
      case .call where next.calledName == "String": waiting += next.arguments.map(\.value)
      case .member where Self.describing.contains(next.name): waiting += [next.first].compactMap { $0 }
      case .name, .member, .call:
        if shows(next) { return next }
        // What may be a text is followed to what was put into it.
        guard next.kind == .name, project.type(of: next).map(Self.texts.contains) ?? true else { break }
        waiting += project.origins(of: next).leaves.filter { $0 != next && $0.kind == .string }
      default: break
      }
    }
    return nil
  }

  /// Whether the text of a value holds a secret.
  func shows(_ value: Expression) -> Bool {
    let name = value.kind == .call ? value.calledName : value.name
    // A type, and its name as a value, show no member.
    guard !name.isEmpty, value.kind == .call || name.first?.isUppercase == false, name != "self",
      let type = project.type(of: value)
    else { return false }
    return elements(of: type).contains { showsSecret($0, near: value.unit, 0) }
  }

  private func showsSecret(_ type: String, near unit: SourceUnit, _ depth: Int) -> Bool {
    let declared = declarations(of: type, near: unit)
    return depth < Self.deepest && !declared.isEmpty
      && declared.prefix(4).allSatisfy { declaration in
        project.knownShown.answer(Place(type: declaration, depth: depth)) { tellsOrLists(declaration, depth) }
      }
  }

  private func tellsOrLists(_ type: Declaration, _ depth: Int) -> Bool {
    if let form = ownForm(of: type) { return tellsSecret(form) }
    return listed(in: type).contains { isSecret($0, of: type, depth) }
  }

  private func declarations(of type: String, near unit: SourceUnit) -> [Declaration] {
    guard project.isType(type) else { return [] }
    return project.index.types(type, near: unit).filter { $0.kind == .type }
  }

  // MARK: a form of its own

  private func ownForm(of type: Declaration) -> Declaration? {
    guard !type.name.isEmpty else { return nil }
    if type.unit.language == .swift {
      return Self.describing.sorted().reversed().lazy
        .compactMap { project.members($0, of: type.name, near: type.unit).first }.first
    }
    return project.members("toString", of: type.name, near: type.unit).first { form in
      form.kind == .function && form.parameters.isEmpty && form.hasBody && form.enclosingType == type
    }
  }

  /// Whether a form puts a secret member into its text as it is.
  private func tellsSecret(_ form: Declaration) -> Bool {
    project.expressions(in: form).contains { part in
      (part.kind == .name || part.kind == .member) && SecretWords.judge(part.name) == .secret && isPut(part)
        && project.declarations(of: part).contains { $0.kind == .property }
    }
  }

  private func isPut(_ part: Expression) -> Bool {
    var here = part
    while let parent = here.parent, parent.kind == .tuple || parent.kind == .forced { here = parent }
    guard let parent = here.parent else { return true }
    switch parent.kind {
    case .string: return true
    case .binary: return parent.name == "+" || parent.name == "??" || parent.name == "?:"
    case .call: return parent.first != here && Self.joining.contains(parent.calledName)
    default: return false
    }
  }

  // MARK: members that are listed

  /// The members that the language lists in the text of a value.
  private func listed(in type: Declaration) -> [Declaration] {
    let members = type.unit.children(of: type.id).prefix(Self.mostMembers).map {
      Declaration(unit: type.unit, id: $0)
    }
    switch (type.unit.language, type.keyword) {
    case (.swift, "struct"):
      return members.filter { $0.kind == .property && !$0.flags.contains(.isStatic) && isStored($0) }
    case (.kotlin, "data"), (.java, "record"):
      return members.first { $0.kind == .initializer }?.parameters ?? []
    case (.java, "class"):
      let isWritten = type.attributes.contains { Self.writers.contains($0.name) && $0.call == nil }
      guard isWritten else { return [] }
      return members.filter {
        $0.kind == .property && !$0.flags.contains(.isStatic) && !$0.hasAttribute("Exclude")
      }
    default: return []
    }
  }

  /// What a property wrapper keeps shows the wrapper's form, not the value.
  private func isStored(_ property: Declaration) -> Bool {
    property.attributes.isEmpty && !property.members.contains { $0.kind == .accessor && $0.keyword == "get" }
  }

  private func isSecret(_ member: Declaration, of type: Declaration, _ depth: Int) -> Bool {
    let isText = member.typeText.isEmpty && member.value?.kind == .string
    let types = isText ? ["String"] : elements(of: member.typeText)
    let isCalledSecret =
      SecretWords.judge(member.name) == .secret && !SecretWords.opensNothing(member.name, of: type.name)
    return types.contains { name in
      if isCalledSecret {
        if Self.texts.contains(name) || showsText(name, near: member.unit, depth + 1) { return true }
        if Self.numbers.contains(name), SecretWords.isMadeOfDigits(member.name) { return true }
      }
      return showsSecret(name, near: member.unit, depth + 1)
    }
  }

  /// A wrapper without a form of its own: `value class Token(val raw: String)`.
  private func showsText(_ type: String, near unit: SourceUnit, _ depth: Int) -> Bool {
    let declared = declarations(of: type, near: unit)
    return depth < Self.deepest && !declared.isEmpty
      && declared.prefix(4).allSatisfy { declaration in
        project.knownWrappers.answer(declaration) {
          ownForm(of: declaration) == nil
            && listed(in: declaration).contains { elements(of: $0.typeText).contains(where: Self.texts.contains) }
        }
      }
  }

  /// The types whose values a type shows: `String` of `List<String>?` and `[String]`.
  private func elements(of text: String) -> [String] {
    let text = text.filter { $0 != "?" && $0 != "!" && $0 != " " }
    if text.hasPrefix("["), text.hasSuffix("]") {
      return text.dropFirst().dropLast().split(separator: ":").map { Declaration.simpleTypeName(String($0)) }
    }
    guard let start = text.firstIndex(of: "<"), text.hasSuffix(">") else {
      return [project.resolvedTypeName(text)]
    }
    // `Redacted<String>` shows what it likes.
    guard Self.lists.contains(Declaration.simpleTypeName(String(text[..<start]))) else { return [] }
    return text[text.index(after: start)...].dropLast().split(separator: ",")
      .map { Declaration.simpleTypeName(String($0)) }
  }
}
