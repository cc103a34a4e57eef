/// Code that looks at the device for signs that it was tampered with: whether it runs, and whether what it sees makes any
/// difference.
///
/// A body counts when what it looks at is asked, given back or handed on, and when it does something or gives more than one
/// constant, by which somebody decides. A line in a log is nothing. Does not tell whether the look is a good one.
struct DeviceProbe {
  private static let mostDepth = 12
  private static let mostHandovers = 3
  private static let mostBodies = 400
  private static let mostUses = 32
  /// What answers by throwing.
  private static let throwing: Set<String> = ["exec", "getPackageInfo", "ProcessBuilder"]
  private static let logs: Set<String> = [
    "print", "debugPrint", "NSLog", "os_log", "println", "log", "debug", "info", "notice", "v", "d", "i", "w", "e",
  ]

  /// What was found out about functions.
  private final class Known {
    var areAtWork: [Declaration: Bool] = [:]
  }

  let project: Project
  /// Whether an expression asks the system.
  private let isLook: (Expression) -> Bool
  private let known = Known()

  init(_ project: Project, isLook: @escaping (Expression) -> Bool) {
    self.project = project
    self.isLook = isLook
  }

  /// The first of these signs that something at work looks for.
  func firstAtWork(_ signs: [Expression]) -> Expression? { signs.first { isAtWork(from: $0) } }

  /// Whether the body around a place looks at the device, runs and heeds what it sees; a list of signs is followed to where
  /// it is used.
  private func isAtWork(from place: Expression) -> Bool {
    var seen: Set<Declaration> = []
    var waiting = bodies(around: place).map { ($0, 0) }
    while let (body, depth) = waiting.popLast() {
      guard seen.insert(body).inserted else { continue }
      let found = looks(in: body, depth: 0)
      if isAtWork(body, found), project.isRun(body), reacts(body) || isAsked(body) { return true }
      // What looks itself, and in vain, hands its signs to nobody.
      guard found.isEmpty, depth < Self.mostHandovers else { continue }
      waiting += project.uses(of: body).flatMap { bodies(around: $0) }.map { ($0, depth + 1) }
    }
    return false
  }

  /// The body around a place, or the file. Signs that stand in a type, as cases of an enumeration do, are looked for
  /// anywhere in its file.
  private func bodies(around place: Expression) -> [Declaration] {
    guard let body = project.body(around: place) else { return [Declaration(unit: place.unit, id: .file)] }
    guard body.kind == .type || body.kind == .typeExtension else { return [body] }
    return place.unit.allDeclarations.filter { declaration in
      [.function, .accessor, .initializer].contains(declaration.kind) && declaration.hasBody
    }
  }

  /// Whether somebody who is shipped decides anything by what a body gives; who is not in the project may.
  private func isAsked(_ body: Declaration) -> Bool {
    let given = body.kind == .accessor ? body.parent ?? body : body
    let uses = project.uses(of: given)
    guard !uses.isEmpty else { return true }
    let use = AnswerUse(project: project)
    return uses.lazy.filter { !$0.unit.isInside(.debugOnly, $0.offset) }.prefix(Self.mostUses)
      .contains { use.decides($0) }
  }

  // MARK: one body

  private func isAtWork(_ body: Declaration, _ looks: [Expression]) -> Bool {
    guard looks.contains(where: isHeeded) else { return false }
    if body.kind == .property { return true }
    return gives(body) && project.oneConstant(of: body) == nil || reacts(body)
  }

  /// Whether a body has a result. In Swift the lone call of one that has none looks like it.
  private func gives(_ body: Declaration) -> Bool {
    guard !project.results(of: body).isEmpty, !["Void", "()", "Unit", "void"].contains(body.typeText) else {
      return false
    }
    return switch body.kind {
    case .function: body.unit.language != .swift || !body.typeText.isEmpty
    case .accessor: body.keyword == "get"
    default: false
    }
  }

  /// What in a body asks the system, by itself or by a function of the project that is at work.
  private func looks(in body: Declaration, depth: Int) -> [Expression] {
    let expressions = project.expressions(in: body)
    let own = expressions.filter(isLook)
    guard depth < Self.mostDepth else { return own }
    return own
      + expressions.filter { call in
        call.kind == .call
          && project.functions(calledBy: call).contains { $0 != body && isAtWork(function: $0, depth: depth + 1) }
      }
  }

  private func isAtWork(function: Declaration, depth: Int) -> Bool {
    guard function.hasBody else { return false }
    if let works = known.areAtWork[function] { return works }
    guard known.areAtWork.count < Self.mostBodies else { return false }
    // What calls itself is at work by what else it does.
    known.areAtWork[function] = false
    let works = isAtWork(function, looks(in: function, depth: depth))
    known.areAtWork[function] = works
    return works
  }

  /// Whether what a look answers goes anywhere.
  private func isHeeded(_ look: Expression) -> Bool {
    if Self.throwing.contains(look.calledName) { return true }
    var top = look
    while let parent = top.parent {
      switch parent.kind {
      case .call where parent.first != top: return !Self.logs.contains(parent.calledName)
      case .assignment where parent.first != top:
        return parent.first.map { $0.kind != .opaque && $0.name != "_" } ?? false
      case .conditional where parent.first == top: return true
      default: top = parent
      }
    }
    for step in top.owner.steps {
      if step.kind == .bind, step.declaration != .file, !step.value.isPresent {
        let local = Declaration(unit: top.unit, id: step.declaration)
        if local.record.value == top.id { return isRead(local) }
      }
      guard step.value == top.id else { continue }
      guard step.kind == .yield, top.owner.kind == .closure else { return step.kind != .evaluate }
      // What a closure gives goes where the call goes that it is handed to.
      guard let call = project.closureExpression(top.owner)?.parent, call.kind == .call else { return true }
      return isHeeded(call)
    }
    return true
  }

  private func isRead(_ local: Declaration) -> Bool {
    local.name != "_"
      && local.unit.mentions([local.name]).contains { mention in
        let parent = mention.parent
        return !(parent?.kind == .assignment && parent?.calleeID == mention.id)
          && project.declarations(of: mention).contains(local)
      }
  }

  /// Whether a body does anything: throws, sets, calls something that is no log.
  private func reacts(_ body: Declaration) -> Bool {
    let range = body.record.offset..<max(body.record.offset + 1, body.record.end)
    let scopes =
      [body] + body.unit.allDeclarations.filter { $0.kind == .closure && range.contains($0.record.offset) }
    let isLoneDeed = !gives(body) && project.results(of: body).contains(where: isDeed)
    return isLoneDeed
      || scopes.contains { scope in
        scope.steps.contains { step in
          switch step.kind {
          case .raise: true
          case .evaluate: scope.unit.expression(step.value).map(isDeed) ?? false
          default: false
          }
        }
      }
  }

  private func isDeed(_ expression: Expression) -> Bool {
    let here = expression.unwrapped
    switch here.kind {
    case .assignment: return here.first.map { $0.kind != .opaque && $0.name != "_" } ?? false
    case .call: return !Self.logs.contains(here.calledName) && here.receiver?.name != "super" && !isLook(here)
    case .conditional: return here.values.contains(where: isDeed)
    default: return false
    }
  }
}
