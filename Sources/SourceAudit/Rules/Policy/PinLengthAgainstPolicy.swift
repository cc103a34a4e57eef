import SecurityPolicy

/// A PIN that the code takes although the policy finds it too short.
struct PinLengthAgainstPolicy: Rule {
  private static let words: Set<String> = ["pin", "passcode", "pincode"]
  private static let lengths: Set<String> = ["length", "digits", "count"]

  let languages = Set(SourceLanguage.allCases)
  let manual = RuleManual(
    "pin-length-against-policy", "A PIN is as long as the policy asks",
    reason: "Each digit less is a tenth of the tries.",
    fix: "Take session.pin.minimumDigits of the policy, or change it there.",
    ids: ["O.Pass_1", "O.Auth_7", "MASVS-AUTH-2", "MASWE-0043", "CWE-521"],
    violating: [
      RuleExample("a comparison", lines: [1], "func isComplete(_ pin: String) -> Bool { pin.count >= 3 }"),
      RuleExample("in Kotlin", path: "A.kt", lines: [1], "fun isComplete(pin: String) = pin.length >= 3"),
      RuleExample(
        "in Java", path: "A.java", lines: [1], "class A { boolean done(String pin) { return pin.length() >= 3; } }"),
      RuleExample("a constant", lines: [1], "enum Rules { static let minimumPINLength = 3 }"),
    ],
    conforming: [
      RuleExample("long enough", "func isComplete(_ pin: String) -> Bool { pin.count >= 4 }"),
      RuleExample("whether there is one", "func isThere(_ pin: String) -> Bool { pin.count > 0 }"),
      RuleExample("pins of a map", "func f(_ pins: [Pin]) -> Bool { pins.count == 2 }"),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    for count in unit.mentions("count", "length") {
      // `length()` of Java.
      let whole = count.parent.flatMap { $0.kind == .call && $0.calleeID == count.id ? $0 : nil } ?? count
      guard count.kind == .member, let comparison = whole.parent, comparison.kind == .binary, comparison.first == whole,
        let pin = count.first?.unwrapped, isPIN(pin.name), let right = comparison.second,
        let number = project.integers(of: right).first
      else { continue }
      let least: Int? =
        switch comparison.name {
        case "==", ">=", "<", "!=": number
        case ">", "<=": number + 1
        default: nil
        }
      if let least { judge(least, at: comparison, nil, project, &record) }
    }
    for constant in unit.allDeclarations
    where (constant.kind == .property || constant.kind == .local)
      && NameEnd(constant.name).isOneOf(["ngth", "gits", "ount"])
    {
      let words = SecretWords.words(of: constant.name)
      guard !Self.words.isDisjoint(with: words), !Self.lengths.isDisjoint(with: words),
        Set(words).isDisjoint(with: ["max", "maximum", "wrong", "tries", "attempts", "failed"]),
        let value = constant.value,
        let number = project.integers(of: value).first
      else { continue }
      judge(number, at: value, constant, project, &record)
    }
  }

  private func judge(
    _ least: Int, at place: Expression, _ constant: Declaration?, _ project: Project, _ record: inout AuditRecord
  ) {
    let required = project.policy.session.pin.minimumDigits
    // Zero and one ask whether anything was typed.
    guard least > 1, least < required else { return }
    record.flaw(
      manual, at: place, project.severityOfContradiction,
      "A PIN of \(least) digits is taken; the policy's session.pin.minimumDigits is \(required).", confidence: .medium)
  }

  private func isPIN(_ name: String) -> Bool {
    let words = SecretWords.words(of: name)
    return !Self.words.isDisjoint(with: words) && SecretWords.judge(words: words) == .secret
  }
}
