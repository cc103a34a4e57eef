/// Whether code runs in debug builds only, also where a variable or a function of the project says which build it is.
///
/// Believes the names of what it cannot see: a parameter `isDebug` is taken for what it says.
struct DebugChoice {
  private static let deepest = 4
  private static let mostOperands = 32
  private static let words: Set<String> = ["debug", "debuggable"]

  let code: AndroidCode

  private var project: Project { code.project }

  func isDebugOnly(_ place: Expression) -> Bool {
    if code.isForDevelopers(place) || isChosen(place) { return true }
    for scope in [place.owner] + place.owner.enclosing {
      if scope.kind == .type || scope.kind == .typeExtension { return false }
      if isInDebugBlock(place.offset, of: scope) { return true }
    }
    return false
  }

  /// `isDebug ? BODY : NONE`
  private func isChosen(_ place: Expression) -> Bool {
    var here = place
    while let parent = here.parent {
      if parent.kind == .conditional, let asked = parent.first, let row = parent.values.firstIndex(of: here),
        let says = saysDebug(asked, 0), says == (row == 0)
      {
        return true
      }
      here = parent
    }
    return false
  }

  private struct Block {
    let kind: BodyStep.Block
    /// What the condition before it says of the build.
    let asked: Bool?
    var isForDebug: Bool
    /// Whether the block ends what it stands in.
    var leaves = false
  }

  /// Whether a block around a place, or a return before it, leaves it to debug builds.
  private func isInDebugBlock(_ place: UInt32, of scope: Declaration) -> Bool {
    var open = [Block(kind: .plain, asked: nil, isForDebug: false)]
    var asked: Bool?
    for step in scope.steps where step.offset <= place {
      switch step.kind {
      case .condition: asked = scope.unit.expression(step.value).flatMap { saysDebug($0, 0) }
      case .open:
        let isForDebug = step.block == .then && asked == true || step.block == .otherwise && asked == false
        open.append(Block(kind: step.block, asked: asked, isForDebug: isForDebug))
      case .close:
        guard open.count > 1, let closed = open.popLast() else { break }
        asked = closed.asked
        if closed.leaves, closed.kind == .then, closed.asked == false { open[open.count - 1].isForDebug = true }
      case .yield, .raise: open[open.count - 1].leaves = true
      case .evaluate, .bind: break
      }
    }
    return open.contains(where: \.isForDebug)
  }

  /// What a condition says of the build: true for debug builds, false for all others, nil for neither.
  private func saysDebug(_ asked: Expression, _ depth: Int) -> Bool? {
    guard depth < Self.deepest, project.truth(of: asked) == nil else { return nil }
    let here = asked.unwrapped
    switch here.kind {
    case .unary: return here.name == "!" ? here.first.flatMap { saysDebug($0, depth + 1) }.map { !$0 } : nil
    case .binary: return saysDebug(binary: here, depth + 1)
    case .name, .member:
      if isCalledDebug(here.name) { return true }
      let values = project.declarations(of: here).filter { $0.flags.contains(.isConstant) }.compactMap(\.value)
      return values.count == 1 ? values.first.flatMap { saysDebug($0, depth + 1) } : nil
    case .call:
      if isCalledDebug(here.calledName) { return true }
      let results = project.functions(calledBy: here).flatMap { project.results(of: $0) }
      return results.count == 1 ? results.first.flatMap { saysDebug($0, depth + 1) } : nil
    default: return nil
    }
  }

  private func saysDebug(binary: Expression, _ depth: Int) -> Bool? {
    switch binary.name {
    case "&&": return operands(of: binary).contains { saysDebug($0, depth) == true } ? true : nil
    case "||": return operands(of: binary).contains { saysDebug($0, depth) == false } ? false : nil
    case "==", "!=":
      // `BuildConfig.BUILD_TYPE == "debug"`, `(flags and FLAG_DEBUGGABLE) != 0`
      let sides = binary.children.map(\.unwrapped)
      if sides.contains(where: { $0.plainText == "debug" }) { return binary.name == "==" }
      let isMasked = sides.contains { side in side.children.contains { isCalledDebug($0.name) } }
      let isZero = sides.contains { $0.kind == .number && $0.name == "0" }
      return isMasked && isZero ? binary.name == "!=" : nil
    default: return nil
    }
  }

  /// Those of a chain, `a && b && c`, whichever of them are put together first.
  private func operands(of chain: Expression) -> [Expression] {
    var found: [Expression] = []
    var (waiting, steps) = ([chain], 0)
    while let next = waiting.popLast(), steps < Self.mostOperands * 2 {
      steps += 1
      let here = next.unwrapped
      if here.kind == .binary, here.name == chain.name { waiting += here.children } else { found.append(here) }
    }
    return found
  }

  private func isCalledDebug(_ name: String) -> Bool {
    !Self.words.isDisjoint(with: SecretWords.words(of: name))
  }
}
