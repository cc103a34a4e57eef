extension Project {
  private static let mostTexts = 16

  /// The texts that an expression may be, put together from its parts; empty when none is known.
  package func texts(of expression: Expression) -> [String] {
    var known: KnownTexts = [:]
    return texts(of: expression, depth: 0, &known) ?? []
  }

  /// What was worked out for one question: many ways lead to the same part.
  private typealias KnownTexts = [TextsPart: [String]?]

  private struct TextsPart: Hashable {
    let expression: Expression
    let depth: Int
  }

  private func texts(of expression: Expression, depth: Int, _ known: inout KnownTexts) -> [String]? {
    guard depth < 8 else { return nil }
    let part = TextsPart(expression: expression, depth: depth)
    if let texts = known[part] { return texts }
    let texts = findTexts(of: expression, depth: depth, &known)
    known.updateValue(texts, forKey: part)
    return texts
  }

  private func findTexts(of expression: Expression, depth: Int, _ known: inout KnownTexts) -> [String]? {
    if Self.isCondition(expression), let decided = truth(of: expression) { return [decided ? "true" : "false"] }
    switch expression.kind {
    case .string:
      if let plain = expression.plainText { return [plain] }
      var results = [""]
      for entry in expression.list {
        if let value = expression.unit.expression(entry.value) {
          guard let parts = texts(of: value, depth: depth + 1, &known) else { return nil }
          results = combine(results, parts)
        } else {
          results = results.map { $0 + expression.unit.name(entry.name) }
        }
      }
      return results
    case .binary where expression.name == "+":
      guard let left = expression.first.flatMap({ texts(of: $0, depth: depth + 1, &known) }),
        let right = expression.second.flatMap({ texts(of: $0, depth: depth + 1, &known) })
      else { return nil }
      return combine(left, right)
    case .number: return [expression.name]
    case .boolean: return [expression.name]
    case .name, .member:
      let declarations = declarations(of: expression)
      let cases = declarations.filter { $0.kind == .enumCase }
      if !cases.isEmpty {
        // A case without a raw value is its own name.
        let found = cases.flatMap { $0.value.flatMap { texts(of: $0, depth: depth + 1, &known) } ?? [$0.name] }
        return Array(found.prefix(Self.mostTexts))
      }
      if expression.kind == .member, Self.transparent.contains(expression.name), declarations.isEmpty,
        let base = expression.first
      {
        return texts(of: base, depth: depth + 1, &known)
      }
      return union(values(of: expression), depth, &known)
    case .call where expression.calledName == "format": return formatted(expression, depth, &known)
    default: return union(values(of: expression), depth, &known)
    }
  }

  /// `String.format("a%s", b)`, `"a%s".format(b)`: as far as every argument is known.
  private func formatted(_ call: Expression, _ depth: Int, _ known: inout KnownTexts) -> [String]? {
    var arguments = call.arguments.map(\.value)
    let isStatic = call.receiver?.name == "String" && call.receiver?.kind == .name
    guard let pattern = isStatic ? arguments.first : call.receiver,
      let whole = texts(of: pattern, depth: depth + 1, &known)
    else { return nil }
    if isStatic { arguments.removeFirst() }
    var results = whole
    for argument in arguments {
      guard let parts = texts(of: argument, depth: depth + 1, &known) else { return nil }
      let filled = results.flatMap { text in
        parts.map { part in
          guard let place = text.firstRange(of: "%s") ?? text.firstRange(of: "%d") else { return text }
          return text[..<place.lowerBound] + part + text[place.upperBound...]
        }
      }
      results = Array(filled.prefix(Self.mostTexts))
    }
    return results
  }

  private static let transparent: Set<String> = ["rawValue", "description", "value", "key", "name", "utf8"]

  private func values(of expression: Expression) -> [Expression] {
    origins(of: expression, keepsTexts: true).leaves.filter { $0 != expression }
  }

  private func union(_ expressions: [Expression], _ depth: Int, _ known: inout KnownTexts) -> [String]? {
    var found: [String] = []
    for expression in expressions where found.count < Self.mostTexts {
      found += texts(of: expression, depth: depth + 2, &known) ?? []
    }
    return found.isEmpty ? nil : Array(found.prefix(Self.mostTexts))
  }

  private func combine(_ left: [String], _ right: [String]) -> [String] {
    Array(left.flatMap { first in right.map { first + $0 } }.prefix(Self.mostTexts))
  }

  private static let numberTypes: Set<String> = [
    "Int", "UInt", "NSNumber", "Int32", "UInt32", "CFNumber", "Int64", "UInt64", "CInt", "CUnsignedInt", "size_t",
  ]

  /// The whole numbers that an expression may be: literals, constants, simple products and shifts.
  package func integers(of expression: Expression) -> [Int] { integers(of: expression, depth: 0) }

  private func integers(of expression: Expression, depth: Int) -> [Int] {
    guard depth < 6 else { return [] }
    let here = expression.unwrapped
    switch here.kind {
    case .number:
      let text = here.name.lowercased()
      let digits = text.hasPrefix("0x") ? Int(text.dropFirst(2), radix: 16) : Int(text.prefix { $0.isNumber })
      return digits.map { [$0] } ?? []
    case .binary where here.name == "??":
      return here.children.flatMap { integers(of: $0, depth: depth + 1) }
    case .binary:
      guard let left = here.first.map({ integers(of: $0, depth: depth + 1) })?.first,
        let right = here.second.map({ integers(of: $0, depth: depth + 1) })?.first
      else { return [] }
      switch here.name {
      case "<<": return (0..<63).contains(right) ? [left << right] : []
      case "*": return left.multipliedReportingOverflow(by: right).overflow ? [] : [left * right]
      case "/": return right == 0 ? [] : [left / right]
      case "+": return left.addingReportingOverflow(right).overflow ? [] : [left + right]
      case "-": return left.subtractingReportingOverflow(right).overflow ? [] : [left - right]
      default: return []
      }
    case .call where here.calledName == "shl":
      guard let left = here.receiver.map({ integers(of: $0, depth: depth + 1) })?.first,
        let right = here.argument(at: 0).map({ integers(of: $0, depth: depth + 1) })?.first, (0..<63).contains(right)
      else { return [] }
      return [left << right]
    case .call where Self.numberTypes.contains(here.calledName):
      return here.argument(at: 0).map { integers(of: $0, depth: depth + 1) } ?? []
    default:
      // What is calculated in a constant is the result, not its operands.
      let sums = declarations(of: here).filter { $0.kind == .property || $0.kind == .local }.compactMap {
        $0.value?.unwrapped
      }
      .filter {
        $0.kind == .binary || $0.kind == .call && ($0.calledName == "shl" || Self.numberTypes.contains($0.calledName))
      }
      if !sums.isEmpty { return sums.flatMap { integers(of: $0, depth: depth + 1) } }
      return origins(of: here).leaves.filter { $0 != here && ($0.kind == .number || $0.kind == .binary) }
        .flatMap { integers(of: $0, depth: depth + 1) }
    }
  }

  /// Names of what an expression may be when it is not the project's own: `kSecAttrAccessibleAlways`, `.biometryAny`.
  package func symbols(of expression: Expression) -> [String] {
    origins(of: expression).leaves.filter { $0.kind == .name || $0.kind == .member }.map(\.name)
  }
}
