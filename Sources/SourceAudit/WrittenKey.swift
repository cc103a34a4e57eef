#if Audit
  import SwiftSyntax

  /// The key of a stored value, as far as the project's own constants tell it.
  struct WrittenKey {
    /// The texts that the key may be made of; a name that no constant explains stands for itself.
    let candidates: [String]
    /// The key itself, when it is known in full.
    let text: String?

    init(_ expression: ExprSyntax, in file: SwiftSourceFile) {
      var candidates: [String] = []
      var waiting = [expression]
      var known = true
      // A list instead of recursion, and a bound: keys are short.
      while let next = waiting.popLast(), candidates.count < 32 {
        let next = DefaultsBinding.unwrapped(next)
        if let literal = next.as(StringLiteralExprSyntax.self) {
          for segment in literal.segments {
            switch segment {
            case .stringSegment(let plain): candidates.append(plain.content.text)
            case .expressionSegment(let inserted):
              known = false
              waiting += inserted.expressions.map(\.expression)
            }
          }
        } else if let call = next.as(FunctionCallExprSyntax.self) {
          known = false
          waiting += call.arguments.map(\.expression)
        } else if let sequence = next.as(SequenceExprSyntax.self) {
          known = false
          waiting += Array(sequence.elements)
        } else if let (parts, isImplicit) = Self.parts(of: next) {
          let values = file.facts.values(
            of: parts, isImplicitMember: isImplicit, in: file.path, types: next.enclosingTypes)
          if values.isEmpty { known = false }
          candidates += values.isEmpty ? [parts.last ?? ""] : values
        }
      }
      self.candidates = candidates
      text = known && candidates.count == 1 ? candidates.first : nil
    }

    /// `Keys.token.rawValue` as [Keys, token]; true when the name starts with a dot.
    private static func parts(of expression: ExprSyntax) -> ([String], Bool)? {
      var parts: [String] = []
      var current = expression
      while let member = current.as(MemberAccessExprSyntax.self) {
        parts.append(member.declName.baseName.text)
        guard let base = member.base else { return (Self.withoutWrapper(parts), true) }
        current = DefaultsBinding.unwrapped(base)
      }
      guard let name = current.as(DeclReferenceExprSyntax.self)?.baseName.text else { return nil }
      if name != "self" && name != "Self" { parts.append(name) }
      return (Self.withoutWrapper(parts), false)
    }

    private static func withoutWrapper(_ reversed: [String]) -> [String] {
      var parts = Array(reversed.reversed())
      if parts.count > 1, let last = parts.last, ["rawValue", "key", "name", "description"].contains(last) {
        parts.removeLast()
      }
      return parts
    }
  }
#endif
