/// Whether code asks about a value before it uses it: one of the words stands in a condition, about this value and no
/// other. That a word is printed or stored asks nothing, and neither does a comparison with nothing at all.
///
/// Does not tell whether the answer is a good one, nor whether the use stands behind the condition.
struct Inquiry {
  /// What a value is known by: its declarations, names that nothing in the project declares, and the expressions that
  /// it passes through.
  struct Subject {
    var declarations: Set<Declaration> = []
    var names: Set<String> = []
    var expressions: Set<Expression> = []

    func overlaps(_ other: Subject) -> Bool {
      !declarations.isDisjoint(with: other.declarations) || !names.isDisjoint(with: other.names)
        || !expressions.isDisjoint(with: other.expressions)
    }

    /// What a call makes, and the variable that keeps it: `File(folder, name)` is asked in place of the name.
    mutating func add(resultOf call: Expression) {
      expressions.insert(call)
      var top = call
      while let parent = top.parent { top = parent }
      if let variable = call.unit.declaration(withValue: top.id) { declarations.insert(variable) }
    }
  }

  let project: Project
  /// Members and calls of the value, and calls that take it.
  let questions: Set<String>
  /// Words that ask who sent it: about nothing in particular.
  var askingForSender: Set<String> = []

  /// Calls that show a value in another form so that it can be asked.
  private static let readers: Set<String> = [
    "URLComponents", "NSURLComponents", "URI", "URL", "toUri", "toUrl", "toURI", "create", "File", "resolve", "Path",
    "Paths", "get", "normalize", "canonicalFile", "getCanonicalFile", "toPath", "toFile", "absoluteFile", "trim",
    "getAbsoluteFile", "takeIf", "takeUnless", "filter", "appendingPathComponent", "appending", "standardized",
    "substring", "removePrefix",
  ]
  private static let emptiness: Set<String> = [
    "isEmpty", "isNullOrEmpty", "isNotEmpty", "isBlank", "isNullOrBlank", "isNotBlank", "count", "length",
  ]

  /// The value itself, under every name that it goes by.
  func subject(of value: Expression, reach: Project.Reach = .value) -> Subject {
    var subject = Subject()
    var waiting = [value]
    var rounds = 0
    while let next = waiting.popLast(), rounds < 12 {
      rounds += 1
      for part in project.origins(of: next, reach: reach).passed {
        guard subject.expressions.insert(part).inserted else { continue }
        switch part.kind {
        case .name: add(part, to: &subject)
        case .member:
          subject.declarations.formUnion(project.declarations(of: part).filter { $0.kind == .property })
          if let base = part.first { addPart(part.name, of: base, to: &subject) }
          if Self.readers.contains(part.name), let base = part.first { waiting.append(base) }
        case .call:
          if part.arguments.isEmpty, let base = part.receiver { addPart(part.calledName, of: base, to: &subject) }
          if Self.readers.contains(part.calledName) {
            waiting += [part.receiver].compactMap { $0 } + part.arguments.suffix(1).map(\.value)
            waiting += part.arguments.prefix(1).map(\.value)
          }
        default: break
        }
      }
    }
    return subject
  }

  private func add(_ name: Expression, to subject: inout Subject) {
    let known = project.declarations(of: name).filter { [.local, .parameter, .property].contains($0.kind) }
    subject.declarations.formUnion(known)
    guard known.isEmpty, name.name.first?.isLowercase == true, !["self", "this", "it", "super"].contains(name.name)
    else { return }
    subject.names.insert(name.name)
  }

  /// `entry.getName()` is the same wherever it is read.
  private func addPart(_ name: String, of base: Expression, to subject: inout Subject) {
    let base = base.unwrapped
    guard base.kind == .name else { return }
    let plain = name.hasPrefix("get") ? name.dropFirst(3).lowercased() : name.lowercased()
    let owners = project.declarations(of: base).map { "\($0.unit.number).\($0.id.raw)" }
    for owner in owners.isEmpty ? [base.name] : owners { subject.names.insert("\(owner).\(plain)") }
  }

  /// - Parameters:
  ///   - bodies: where the value comes by; what they call counts, too.
  ///   - reach: how far what is asked may be from what is meant.
  func isAsked(_ subject: Subject, in bodies: [Declaration], reach: Project.Reach = .value) -> Bool {
    var seen: Set<Declaration> = []
    for body in bodies.map({ $0.enclosingFunction ?? $0 }) where seen.insert(body).inserted {
      for one in project.reachable(from: body, levels: 1) {
        for condition in project.conditions(in: one) where asks(condition, subject, reach) { return true }
      }
    }
    return false
  }

  private func asks(_ condition: Condition, _ subject: Subject, _ reach: Project.Reach) -> Bool {
    project.parts(of: condition.asked).contains { part in
      guard part.kind == .call || part.kind == .member || part.kind == .name else { return false }
      let word = part.kind == .call ? part.calledName : part.name
      if askingForSender.contains(word) { return !isComparedWithNothing(part) }
      guard questions.contains(word), part.kind == .call || !condition.isBinding, !isComparedWithNothing(part) else {
        return false
      }
      return holders(of: part).contains { self.subject(of: $0, reach: reach).overlaps(subject) }
    }
  }

  /// What is asked: the base of a member; receiver and arguments of a call; of a bare name itself.
  private func holders(of part: Expression) -> [Expression] {
    switch part.kind {
    case .call:
      return [part.receiver ?? project.receiver(of: part)].compactMap { $0 }
        + part.arguments.map(\.value).filter { $0.kind != .closure }
    case .member: return [part.first].compactMap { $0 }
    default: return project.implicitReceivers(of: part.owner) + [part]
    }
  }

  private func isComparedWithNothing(_ part: Expression) -> Bool {
    var current = part
    while let parent = current.parent {
      if parent.kind == .binary, ["==", "!=", "===", "!=="].contains(parent.name) {
        return parent.children.contains { $0.kind == .null }
      }
      if parent.kind == .member, parent.first == current, Self.emptiness.contains(parent.name) { return true }
      guard [.member, .call, .forced, .cast, .unary].contains(parent.kind), parent.first == current else {
        return false
      }
      current = parent
    }
    return false
  }
}
