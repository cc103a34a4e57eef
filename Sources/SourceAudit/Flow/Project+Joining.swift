extension Project {
  /// The list that a call joins to a text, or what its closure makes of each element; what is read in `file.use { }`;
  /// the parts of `base.appending(text)`.
  func joined(by call: Expression) -> [Expression] {
    switch call.calledName {
    case "joinToString", "use":
      let closure = call.arguments.map(\.value).last { $0.kind == .closure }?.declaration
      if let closure {
        return closure.steps.filter { $0.kind == .yield }.compactMap { closure.unit.expression($0.value) }
      }
      return call.calledName == "use" ? [] : [receiver(of: call)].compactMap { $0 }
    case "join":
      // `String.join(" ", words)`, `TextUtils.join(" ", words)`
      guard let type = call.receiver?.name, type == "String" || type == "TextUtils" else { return [] }
      return call.arguments.dropFirst().map(\.value)
    case "appending", "appendingFormat":
      guard call.arguments.allSatisfy(\.label.isEmpty) else { return [] }
      return [call.receiver].compactMap { $0 } + call.arguments.map(\.value)
    default: return []
    }
  }

  /// What the parameter of a closure stands for; where a list is joined each of its elements.
  func source(ofClosure closure: Declaration) -> Expression? {
    if let subject = subject(ofClosure: closure) { return subject }
    guard let call = closureExpression(closure)?.parent, call.calledName == "joinToString" else { return nil }
    return receiver(of: call)
  }
}
