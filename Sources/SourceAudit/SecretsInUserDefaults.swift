#if Audit
  import SecurityPolicy
  import SwiftSyntax
  import UntrustedInput

  /// Secrets written to `UserDefaults`: a plain property list that every backup holds.
  ///
  /// Sees `set`, `setValue`, subscript assignment and `@AppStorage`; follows names bound to a `UserDefaults` and key
  /// constants, across files. What is a secret is told by the words of the key and of the written value. Does not see
  /// secrets under names that do not tell, nor writes behind a function of the app's own.
  /// Source: OWASP MASVS-STORAGE-1, MASWE-0001; CWE-312, CWE-922.
  public struct SecretsInUserDefaults: Rule {
    public init() {}

    public func findings(in file: SwiftSourceFile, policy: Policy) -> [Finding] {
      let calls = file.all(.functionCallExpr, as: FunctionCallExprSyntax.self).compactMap { writingCall($0, in: file) }
      let assignments = file.all(.sequenceExpr, as: SequenceExprSyntax.self).compactMap { assignment($0, in: file) }
      let properties = file.all(.attribute, as: AttributeSyntax.self).compactMap { appStorage($0, in: file) }
      return (calls + assignments + properties).map { write in
        let place = file.position(of: write.place)
        return Finding(
          manual, severity: Self.severity(policy), file: file.path, line: place.line, column: place.column,
          message: Self.message(write, policy))
      }
    }

    /// One write of a secret.
    private struct Write {
      let place: Syntax
      let key: String?
    }

    /// A class that never leaves the device is broken twice: no encryption, and a copy in every backup.
    private static func severity(_ policy: Policy) -> FindingSeverity {
      policy.storage.accessibility.rawValue.hasSuffix("ThisDeviceOnly") ? .error : .warning
    }

    private static func message(_ write: Write, _ policy: Policy) -> String {
      let plain = write.key.flatMap { key in
        key.utf8.count <= 64 && key.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) })
          ? " under the key '\(key)'" : nil
      }
      return "A secret is written to UserDefaults\(plain ?? ""), a plain file that backups hold; the policy keeps "
        + "secrets in a store of class \(policy.storage.accessibility.rawValue)."
    }

    // MARK: the three ways to write

    private func writingCall(_ call: FunctionCallExprSyntax, in file: SwiftSourceFile) -> Write? {
      let arguments = Array(call.arguments)
      guard arguments.count == 2, arguments[0].label == nil, arguments[1].label?.text == "forKey" else { return nil }
      let name: String
      if let member = call.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base {
        guard DefaultsBinding.isDefaults(base, in: file) else { return nil }
        name = member.declName.baseName.text
      } else if let plain = call.calledExpression.as(DeclReferenceExprSyntax.self) {
        // Inside `extension UserDefaults` the receiver is not written.
        guard call.enclosingTypes.last == "UserDefaults" else { return nil }
        name = plain.baseName.text
      } else {
        return nil
      }
      guard name == "set" || name == "setValue" else { return nil }
      let key = WrittenKey(arguments[1].expression, in: file)
      return isSecret(key, WrittenValue(arguments[0].expression)) ? Write(place: Syntax(call), key: key.text) : nil
    }

    private func assignment(_ sequence: SequenceExprSyntax, in file: SwiftSourceFile) -> Write? {
      let elements = Array(sequence.elements)
      guard elements.count >= 3, elements[1].is(AssignmentExprSyntax.self),
        let target = elements[0].as(SubscriptCallExprSyntax.self), target.arguments.count == 1,
        let index = target.arguments.first, DefaultsBinding.isDefaults(target.calledExpression, in: file)
      else { return nil }
      let key = WrittenKey(index.expression, in: file)
      return isSecret(key, WrittenValue(elements: Array(elements.dropFirst(2))))
        ? Write(place: Syntax(sequence), key: key.text) : nil
    }

    private func appStorage(_ attribute: AttributeSyntax, in file: SwiftSourceFile) -> Write? {
      guard attribute.attributeName.nameParts.last == "AppStorage",
        case .argumentList(let arguments)? = attribute.arguments, let first = arguments.first,
        first.label == nil || first.label?.text == "wrappedValue",
        let index = arguments.first(where: { $0.label == nil }),
        let variable = attribute.parent?.parent?.as(VariableDeclSyntax.self), let binding = variable.bindings.first
      else { return nil }
      let type = binding.typeAnnotation?.type.nameParts.last ?? ""
      guard !["Bool", "Int", "Double", "Date", "Float"].contains(type) else { return nil }
      if let start = binding.initializer?.value {
        let value = WrittenValue(start)
        guard !value.isHarmless || value.isEmpty else { return nil }
      }
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text ?? ""
      let key = WrittenKey(index.expression, in: file)
      return isSecret(key, WrittenValue(names: [name])) ? Write(place: Syntax(attribute), key: key.text) : nil
    }

    private func isSecret(_ key: WrittenKey, _ value: WrittenValue) -> Bool {
      guard !value.isHarmless else { return false }
      let keyJudgements = key.candidates.map(SecretWords.judge)
      if keyJudgements.contains(.secret) { return true }
      if keyJudgements.contains(.aboutSecret) { return false }
      return value.names.contains { SecretWords.judge($0) == .secret }
    }
  }
#endif
