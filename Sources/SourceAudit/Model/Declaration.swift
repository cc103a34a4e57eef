/// A declaration of a unit, as rules see it.
package struct Declaration: Sendable {
  package let unit: SourceUnit
  package let id: DeclarationID

  package var record: DeclarationRecord { unit.declarations[Int(id.raw)] }
  package var kind: DeclarationRecord.Kind { record.kind }
  package var flags: DeclarationRecord.Flags { record.flags }
  package var name: String { unit.name(record.name) }
  package var keyword: String { unit.name(record.keyword) }
  /// As written, without blanks.
  package var typeText: String { unit.name(record.type) }
  package var value: Expression? { unit.expression(record.value) }
  /// Nil for the file.
  package var parent: Declaration? { id == .file ? nil : Declaration(unit: unit, id: record.parent) }
  package var hasBody: Bool { record.hasBody }
  package var steps: ArraySlice<BodyStep> { unit.steps[Int(record.steps.lowerBound)..<Int(record.steps.upperBound)] }
  package var supertypes: [String] {
    unit.typeNames[Int(record.supertypes.lowerBound)..<Int(record.supertypes.upperBound)].map { unit.name($0) }
  }
  package var position: (line: Int, column: Int) { unit.position(record.offset) }

  /// Attributes or annotations, each with its call when it has arguments.
  package var attributes: [(name: String, call: Expression?, offset: UInt32)] {
    unit.attributes[Int(record.attributes.lowerBound)..<Int(record.attributes.upperBound)].map {
      (unit.name($0.name), unit.expression($0.call), $0.offset)
    }
  }
  package func hasAttribute(_ name: String) -> Bool { attributes.contains { $0.name == name } }

  /// Declarations directly inside.
  package var members: [Declaration] { unit.children(of: id).map { Declaration(unit: unit, id: $0) } }
  package var parameters: [Declaration] { members.filter { $0.kind == .parameter } }

  /// The declarations around it, innermost first, without the file.
  package var enclosing: [Declaration] {
    var found: [Declaration] = []
    var current = self
    while let parent = current.parent, parent.kind != .file {
      found.append(parent)
      current = parent
    }
    return found
  }
  /// The nearest type or extension around it.
  package var enclosingType: Declaration? { enclosing.first { $0.kind == .type || $0.kind == .typeExtension } }
  /// Itself or the nearest function, initializer or accessor around it; closures count to their function.
  package var enclosingFunction: Declaration? {
    ([self] + enclosing).first { $0.kind == .function || $0.kind == .initializer || $0.kind == .accessor }
  }

  /// `[String:Foo]?` stays as it is; `a.b.Foo<T>?` is `Foo`.
  package var typeName: String { Self.simpleTypeName(typeText) }

  /// The last part of a type's name, without marks for optional and without generic arguments; of `A&B` that of each.
  package static func simpleTypeName(_ text: String) -> String {
    // Most are a name alone.
    let isPlain = text.utf8.allSatisfy { byte in
      byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z") || byte >= UInt8(ascii: "0") && byte <= 0x39
    }
    if isPlain, text.utf8.first.map({ $0 < UInt8(ascii: "a") }) ?? true { return text }
    var text = text[...]
    if let first = text.utf8.first, first >= UInt8(ascii: "a"), first <= UInt8(ascii: "z") {
      for word in ["some", "any", "inout", "borrowing", "consuming", "sending"] where text.hasPrefix(word) {
        let rest = text.dropFirst(word.count)
        if rest.first?.isUppercase == true { text = rest }
      }
    }
    while let last = text.last, last == "?" || last == "!" { text = text.dropLast() }
    if text.utf8.contains(UInt8(ascii: "&")) {
      let parts = composed(text)
      if parts.count > 1 { return parts.map(simpleTypeName).joined(separator: "&") }
    }
    // `(anyA)?`; several elements are a tuple, and with an arrow it is a function.
    if text.utf8.first == UInt8(ascii: "("), text.utf8.last == UInt8(ascii: ")"), text.utf8.count > 2,
      !text.utf8.contains(UInt8(ascii: ",")), !text.utf8.contains(UInt8(ascii: ">"))
    {
      return simpleTypeName(String(text.dropFirst().dropLast()))
    }
    if let generic = text.firstIndex(of: "<") { text = text[..<generic] }
    let first = text.utf8.first
    // `A -> B`: no name holds a `>` once generic arguments are cut off.
    guard first != UInt8(ascii: "["), first != UInt8(ascii: "("), !text.utf8.contains(UInt8(ascii: ">")) else {
      return String(text)
    }
    return text.lastIndex(of: ".").map { String(text[text.index(after: $0)...]) } ?? String(text)
  }
}

extension Declaration {
  /// The types that a composition is made of: `A<B&C>` and `D` of `A<B&C>&D`.
  package static func composed(_ text: some StringProtocol) -> [String] {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return [String(text)] }
    var parts: [String] = []
    var part = ""
    var depth = 0
    for sign in text {
      switch sign {
      case "<", "(", "[": depth += 1
      case ">", ")", "]": depth -= 1
      case "&" where depth == 0:
        parts.append(part)
        part = ""
        continue
      default: break
      }
      part.append(sign)
    }
    return (parts + [part]).filter { !$0.isEmpty }
  }
}

extension Declaration: Hashable {
  package static func == (left: Declaration, right: Declaration) -> Bool {
    left.id == right.id && left.unit === right.unit
  }
  package func hash(into hasher: inout Hasher) {
    hasher.combine(UInt64(truncatingIfNeeded: unit.number) << 32 | UInt64(id.raw))
  }
}
