import SourceAudit

/// What a front end read, written out again in one notation for all languages, so that tests can compare it.
enum SyntaxText {
  static func of(_ expression: Expression?) -> String {
    guard let expression else { return "-" }
    let inner = expression.first
    let values = expression.arguments.map { ($0.label.isEmpty ? "" : $0.label + ":") + of($0.value) }
    let list = values.joined(separator: ", ")
    switch expression.kind {
    case .absent: return "-"
    case .name, .number, .boolean: return expression.name
    case .null: return "null"
    case .member: return of(inner) + (expression.flags.contains(.optional) ? "?." : ".") + expression.name
    case .call: return (expression.flags.contains(.construction) ? "new " : "") + of(inner) + "(" + list + ")"
    case .index: return of(inner) + "[" + list + "]"
    case .string:
      return "\""
        + expression.list.map { entry in
          entry.value.isPresent
            ? "${" + of(expression.unit.expression(entry.value)) + "}" : expression.unit.name(entry.name)
        }.joined() + "\""
    case .array: return "[" + list + "]"
    case .dictionary, .tuple: return "(" + list + ")"
    case .closure, .object: return declaration(expression.declaration)
    case .binary, .assignment: return "(" + of(inner) + " " + expression.name + " " + list + ")"
    case .unary: return expression.name + of(inner)
    case .conditional: return "if(" + of(inner) + "; " + list + ")"
    case .cast:
      let sign = expression.flags.contains(.test) ? " is " : expression.flags.contains(.optional) ? " as? " : " as "
      return "(" + of(inner) + sign + expression.name + ")"
    case .forced: return of(inner) + "!!"
    case .reference: return (inner.map { of($0) } ?? "") + "::" + expression.name
    case .opaque: return "<" + expression.name + (list.isEmpty ? "" : " " + list) + ">"
    }
  }

  private static func declaration(_ declaration: Declaration?) -> String {
    guard let declaration else { return "{}" }
    if declaration.kind == .type {
      let types = declaration.supertypes.joined(separator: ",")
      return "object:" + types + "{" + declaration.members.map(\.name).joined(separator: " ") + "}"
    }
    let parameters = declaration.parameters.map(\.name).joined(separator: ",")
    return "{" + (parameters.isEmpty ? "" : parameters + " -> ") + steps(declaration) + "}"
  }

  /// The body in order: `; ` between steps, braces around blocks.
  static func steps(_ declaration: Declaration) -> String {
    declaration.steps.map { step in
      let unit = declaration.unit
      switch step.kind {
      case .evaluate: return of(unit.expression(step.value))
      case .bind:
        let local = Array(unit.allDeclarations)[Int(step.declaration.raw)]
        let type = local.typeText.isEmpty ? "" : ":" + local.typeText
        return "let " + local.name + type + " = " + of(local.value)
      case .yield: return "return " + of(unit.expression(step.value))
      case .raise: return "throw " + of(unit.expression(step.value))
      case .condition: return "? " + of(unit.expression(step.value))
      case .open: return "\(step.block){"
      case .close: return "}"
      }
    }.joined(separator: "; ")
  }

  /// Every declaration as a line with its depth, kind, keyword, name and type.
  static func outline(_ unit: SourceUnit) -> [String] {
    func lines(_ declaration: Declaration, _ depth: Int) -> [String] {
      var line = String(repeating: " ", count: depth) + "\(declaration.kind) " + declaration.name
      if !declaration.typeText.isEmpty { line += ":" + declaration.typeText }
      if !declaration.supertypes.isEmpty { line += " < " + declaration.supertypes.joined(separator: ",") }
      if let value = declaration.value { line += " = " + of(value) }
      for attribute in declaration.attributes {
        line +=
          " @" + attribute.name + (attribute.call.map { of($0).dropFirst(attribute.name.count).description } ?? "")
      }
      return [line] + declaration.members.flatMap { lines($0, depth + 1) }
    }
    return Array(unit.allDeclarations)[0].members.flatMap { lines($0, 0) }
  }
}
