/// Whether the answer of a comparison with a pin or of a look at the device decides anything.
///
/// Follows it through operators, closures, variables and functions of the project. An answer that stands alone or is
/// only written down decides nothing, and neither does a condition behind which something is only written down, nor an
/// answer that is not needed where the chain is valid. Where the way of an answer is not known, it decides.
struct AnswerUse {
  private static let writers: Set<String> = [
    "print", "debugPrint", "dump", "NSLog", "os_log", "log", "debug", "info", "notice", "trace",
  ]
  /// The same on Android: `Log.d`, `Timber.i`.
  private static let androidWriters: Set<String> = ["println", "v", "d", "i", "w", "e", "wtf"]
  /// Calls that give their argument in another form.
  private static let shapers: Set<String> = ["String", "Bool", "Int", "Set", "Array", "NSNumber"]
  /// Calls whose own answer is made of those of their closure.
  private static let collectors: Set<String> = [
    "contains", "filter", "first", "firstIndex", "last", "allSatisfy", "map", "compactMap", "flatMap", "reduce",
  ]
  private static let mostSteps = 8
  private static let mostUses = 16
  /// Beyond so many expressions that an answer is followed to, it decides.
  private static let mostLooks = 200

  /// What one question has found out.
  private final class Known {
    var looks = 0
    /// Whether anything is decided by a variable, or by what a body gives; true while that is looked into.
    private var decisions: [Declaration: Bool] = [:]

    func clear() { (looks, decisions) = (0, [:]) }

    func answer(_ declaration: Declaration, _ work: () -> Bool) -> Bool {
      if let known = decisions[declaration] { return known }
      decisions[declaration] = true
      let decides = work()
      decisions[declaration] = decides
      return decides
    }
  }

  let project: Project
  private let known = Known()

  init(project: Project) { self.project = project }

  /// Whether code that runs decides anything by an answer.
  func isHeeded(_ answer: Expression) -> Bool { project.isRun(answer) && decides(answer) }

  func decides(_ answer: Expression) -> Bool {
    known.clear()
    return decides(answer, steps: 0)
  }

  private func decides(_ answer: Expression, steps: Int) -> Bool {
    known.looks += 1
    guard steps < Self.mostSteps, known.looks <= Self.mostLooks else { return true }
    var top = answer
    var isPassedOn = false
    while let parent = top.parent {
      switch parent.kind {
      case .string: return false
      case .conditional where parent.first == top: return project.changesAnything(behind: top, isIdle: isWriter)
      case .binary where parent.name == "||" && isNeedless(top, in: parent): return false
      case .call where parent.calleeID == top.id:
        isPassedOn = isPassedOn || parent.values.contains { $0.kind == .closure }
      case .call where !Self.shapers.contains(parent.calledName): return !isWriter(parent)
      case .assignment: return isKept(top, by: parent, steps)
      default: break
      }
      top = parent
    }
    if let variable = top.unit.declaration(withValue: top.id) {
      let isAsked = variable.flags.contains(.isUnwrapped) || variable.flags.contains(.isPart)
      return variable.kind != .local || isAsked || isRead(variable, steps)
    }
    switch top.owner.steps.first(where: { $0.value == top.id })?.kind {
    case .evaluate: return isPassedOn
    case .yield: return gives(top.owner) ? isHeeded(top.owner, steps) : isPassedOn
    case .condition: return project.changesAnything(behind: top, isIdle: isWriter)
    default: return true
    }
  }

  /// In Swift the lone call of a body that gives nothing looks like its result.
  private func gives(_ body: Declaration) -> Bool {
    guard body.unit.language == .swift else { return true }
    return switch body.kind {
    case .function: !["", "Void", "()"].contains(body.typeText)
    case .accessor: !["set", "willSet", "didSet"].contains(body.keyword)
    case .initializer: false
    default: true
    }
  }

  private func isWriter(_ call: Expression) -> Bool {
    Self.writers.contains(call.calledName)
      || !call.unit.isOfApple && Self.androidWriters.contains(call.calledName)
  }

  /// `SecTrustEvaluateWithError(trust, nil) || isPinned`; `!isValid || !isPinned` needs both.
  private func isNeedless(_ side: Expression, in choice: Expression) -> Bool {
    guard side.kind != .unary, let other = choice.children.first(where: { $0 != side }), other.kind != .unary else {
      return false
    }
    return project.parts(of: other).contains { ServerTrustLook.evaluations.contains($0.calledName) }
  }

  private func isKept(_ side: Expression, by assignment: Expression, _ steps: Int) -> Bool {
    guard let target = assignment.first, target != side else { return false }
    guard target.kind == .name || target.kind == .opaque else { return true }
    guard target.kind == .name, target.name != "_" else { return false }
    return project.declarations(of: target).allSatisfy { $0.kind != .local || isRead($0, steps) }
  }

  private func isRead(_ variable: Declaration, _ steps: Int) -> Bool {
    guard let scope = variable.parent else { return true }
    return known.answer(variable) {
      project.expressions(in: scope).contains { use in
        use.kind == .name && use.node.name == variable.record.name && project.declarations(of: use).contains(variable)
          && decides(use, steps: steps + 1)
      }
    }
  }

  /// Whether somebody asks what a body gives.
  private func isHeeded(_ body: Declaration, _ steps: Int) -> Bool {
    known.answer(body) { isAsked(body, steps) }
  }

  private func isAsked(_ body: Declaration, _ steps: Int) -> Bool {
    switch body.kind {
    case .closure:
      guard let call = project.closureExpression(body)?.parent, Self.collectors.contains(call.calledName) else {
        return true
      }
      return decides(call, steps: steps + 1)
    case .function:
      let callers = project.knownCallers(of: body)
      return callers.isCut || callers.calls.isEmpty
        || callers.calls.prefix(Self.mostUses).contains { decides($0, steps: steps + 1) }
    case .accessor:
      guard let property = body.parent, property.kind == .property else { return true }
      let uses = project.uses(of: property)
      return uses.isEmpty || uses.prefix(Self.mostUses).contains { decides($0, steps: steps + 1) }
    default: return true
    }
  }
}
