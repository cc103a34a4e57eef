#if Audit
  import SwiftParser
  import SwiftSyntax

  /// What an expression that is stored says about its content.
  struct WrittenValue {
    /// Names that stand for the content: `session.accessToken.value` is `accessToken`.
    private(set) var names: [String] = []
    /// A flag, a number, nothing or an empty text: no secret whatever its key says.
    private(set) var isHarmless = false
    /// An empty text or nothing.
    private(set) var isEmpty = false

    private static let wrappers: Set<String> = [
      "value", "rawValue", "data", "text", "string", "description", "utf8", "stringValue", "wrappedValue",
    ]
    private static let inputs: Set<String> = ["field", "input", "box", "view", "textfield"]
    private static let numbers: Set<String> = ["count", "isEmpty", "hashValue", "timeIntervalSince1970"]
    private static let comparisons: Set<String> = ["==", "!=", "<", ">", "<=", ">=", "&&", "||", "===", "!=="]
    private static let furthest = 8

    init(names: [String]) {
      self.names = names
    }

    init(_ expression: ExprSyntax) {
      self.init(elements: [expression])
    }

    /// - Parameter elements: the parts of an expression with operators, or one alone.
    init(elements: [ExprSyntax]) {
      var parts = elements
      while parts.count == 1, let sequence = parts[0].as(SequenceExprSyntax.self) { parts = Array(sequence.elements) }
      let operators = parts.compactMap { $0.as(BinaryOperatorExprSyntax.self)?.operator.text }
      if operators.contains(where: Self.comparisons.contains) {
        isHarmless = true
        return
      }
      let operands = parts.filter { !$0.is(BinaryOperatorExprSyntax.self) && !$0.is(UnresolvedTernaryExprSyntax.self) }
      isHarmless = operands.allSatisfy(Self.isHarmless)
      isEmpty = operands.allSatisfy(Self.isEmpty)
      names = operands.compactMap { Self.name(of: $0, steps: 0) }
      if !names.isEmpty, names.allSatisfy(Self.isFlag) { isHarmless = true }
    }

    private static func isFlag(_ name: String) -> Bool {
      guard let first = SecretWords.words(of: name).first else { return false }
      return ["is", "has", "did", "should", "was", "can", "enabled", "disabled", "shown", "count"].contains(first)
    }

    private static func isEmpty(_ expression: ExprSyntax) -> Bool {
      if expression.is(NilLiteralExprSyntax.self) { return true }
      return expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue?.isEmpty ?? false
    }

    private static func isHarmless(_ expression: ExprSyntax) -> Bool {
      let expression = DefaultsBinding.unwrapped(expression)
      if isEmpty(expression) || expression.is(BooleanLiteralExprSyntax.self) { return true }
      if expression.is(IntegerLiteralExprSyntax.self) || expression.is(FloatLiteralExprSyntax.self) { return true }
      if let prefix = expression.as(PrefixOperatorExprSyntax.self) { return prefix.operator.text == "!" }
      if let member = expression.as(MemberAccessExprSyntax.self) {
        return numbers.contains(member.declName.baseName.text)
      }
      if let call = expression.as(FunctionCallExprSyntax.self),
        let callee = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text
      {
        return ["Date", "Bool", "Int", "Double"].contains(callee)
      }
      return false
    }

    private static func name(of expression: ExprSyntax, steps: Int) -> String? {
      guard steps < furthest else { return nil }
      let expression = DefaultsBinding.unwrapped(expression)
      if let name = expression.as(DeclReferenceExprSyntax.self) { return name.baseName.text }
      if let member = expression.as(MemberAccessExprSyntax.self) {
        let name = member.declName.baseName.text
        guard wrappers.contains(name), let base = member.base else { return name }
        let inner = Self.name(of: base, steps: steps + 1)
        return name == "text" ? inner.map(withoutInput) : inner
      }
      guard let call = expression.as(FunctionCallExprSyntax.self) else { return nil }
      if let member = call.calledExpression.as(MemberAccessExprSyntax.self) {
        let method = member.declName.baseName.text
        if ["encode", "archivedData", "data", "init"].contains(method), let first = call.arguments.first,
          first.label == nil || first.label?.text == "withRootObject"
        {
          return name(of: first.expression, steps: steps + 1)
        }
        let converters: Set<String> = [
          "data", "base64EncodedString", "base64EncodedData", "uppercased", "lowercased", "trimmingCharacters",
          "joined", "appending", "prefix", "suffix", "map",
        ]
        if converters.contains(method), let base = member.base { return name(of: base, steps: steps + 1) }
        return method
      }
      guard let callee = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text else { return nil }
      if ["String", "NSString", "Data", "NSData", "Array"].contains(callee), let first = call.arguments.first {
        return name(of: first.expression, steps: steps + 1)
      }
      return callee
    }

    /// The text of `passwordField` is the password.
    private static func withoutInput(_ name: String) -> String {
      var words = SecretWords.words(of: name)
      while words.count > 1, let last = words.last, inputs.contains(last) || last == "text" { words.removeLast() }
      return words.joined(separator: "_")
    }
  }
#endif
