/// An expression of a unit, as rules see it.
package struct Expression: Sendable {
  package let unit: SourceUnit
  package let id: ExpressionID

  package var node: ExpressionNode { unit.expressions[Int(id.raw)] }
  package var kind: ExpressionNode.Kind { node.kind }
  package var flags: ExpressionNode.Flags { node.flags }
  package var offset: UInt32 { node.offset }
  /// The name of a name, member or reference; the text of a number; the operator; the type of a cast.
  package var name: String { unit.name(node.name) }
  package var owner: Declaration { Declaration(unit: unit, id: node.owner) }
  package var parent: Expression? { unit.expression(node.parent) }

  /// Base of a member or index, callee of a call, left side, condition, operand.
  package var first: Expression? {
    switch kind {
    case .closure, .object: nil
    default: unit.expression(ExpressionID(raw: node.first))
    }
  }
  package var calleeID: ExpressionID { ExpressionID(raw: node.first) }

  package var list: some RandomAccessCollection<ListEntry> {
    unit.lists[Int(node.listStart)..<Int(node.listStart + node.listCount)]
  }

  /// The arguments of a call, an index or a tuple; the elements of an array.
  package var arguments: [(label: String, value: Expression)] {
    list.compactMap { entry in unit.expression(entry.value).map { (unit.name(entry.name), $0) } }
  }
  package var values: [Expression] { list.compactMap { unit.expression($0.value) } }

  /// The argument with the label, or the one at the position when no label is given.
  package func argument(_ label: String) -> Expression? { arguments.first { $0.label == label }?.value }
  package func argument(at position: Int) -> Expression? {
    let arguments = arguments
    return position < arguments.count ? arguments[position].value : nil
  }

  /// The right side of an operator or an assignment.
  package var second: Expression? { values.first }

  /// What a call calls by name: `c` of `a.b.c()` and of `c()`.
  package var calledName: String {
    guard kind == .call, let callee = first else { return "" }
    return callee.kind == .name || callee.kind == .member ? callee.name : ""
  }
  /// What a call is called on: `a.b` of `a.b.c()`; nil when nothing is written.
  package var receiver: Expression? {
    guard kind == .call, let callee = first, callee.kind == .member else { return nil }
    return callee.first
  }

  /// `self`, `Self` or `this` as the language calls it; any other such name is a variable's.
  package var isOwnInstance: Bool {
    guard kind == .name else { return false }
    return switch unit.language {
    case .swift: name == "self" || name == "Self"
    case .objectiveC: name == "self" || name == "this"
    case .java, .kotlin: name == "this"
    }
  }

  /// The declaration of a closure or an anonymous object.
  package var declaration: Declaration? {
    kind == .closure || kind == .object ? Declaration(unit: unit, id: DeclarationID(raw: node.first)) : nil
  }

  /// The text of a string without inserted parts.
  package var plainText: String? {
    guard kind == .string else { return nil }
    var text = ""
    for entry in list {
      guard !entry.value.isPresent else { return nil }
      text += unit.name(entry.name)
    }
    return text
  }

  /// Every expression directly inside.
  package var children: [Expression] { (first.map { [$0] } ?? []) + values }

  /// `a.b.c` as [a, b, c]; `.b` as ["", b]; nil when something else stands in between.
  package var path: [String]? {
    var parts: [String] = []
    var current = self
    while true {
      switch current.kind {
      case .name: return Array((parts + [current.name]).reversed())
      case .forced:
        guard let inner = current.first else { return nil }
        current = inner
      case .member:
        parts.append(current.name)
        guard let base = current.first else { return Array((parts + [""]).reversed()) }
        current = base
      default: return nil
      }
    }
  }

  package var position: (line: Int, column: Int) { unit.position(startOffset) }

  /// Where the whole expression begins: a member begins with its base.
  package var startOffset: UInt32 {
    var current = self
    var start = offset
    while [.member, .call, .index, .binary, .assignment, .forced, .cast, .conditional].contains(current.kind),
      let base = current.first
    {
      current = base
      start = min(start, base.offset)
    }
    return start
  }
}

extension Expression: Hashable {
  package static func == (left: Expression, right: Expression) -> Bool {
    left.id == right.id && left.unit === right.unit
  }
  package func hash(into hasher: inout Hasher) {
    hasher.combine(UInt64(truncatingIfNeeded: unit.number) << 32 | UInt64(id.raw))
  }
}

extension SourceUnit {
  /// Nil for row 0.
  package func expression(_ id: ExpressionID) -> Expression? {
    id.isPresent ? Expression(unit: self, id: id) : nil
  }
}
