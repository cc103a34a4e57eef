import SecurityPolicy

/// Instructions for agents that write code, made from the rules that will judge it and from the policy.
///
/// - Protects against: a guide that says something else than the audit: every sentence about a rule is its manual's.
/// - Does not protect against: an agent that does not follow it; the audit sees that.
///
/// Source: OWASP MASVS v2.1.0; the rules' own manuals.
public struct AuditGuide: Sendable {
  private let policy: Policy
  private let manuals: [RuleManual]

  /// - Parameter manuals: the rules to write about, usually ``Audit/manuals``.
  public init(policy: Policy, manuals: [RuleManual]) {
    self.policy = policy
    self.manuals = manuals
  }

  /// The whole guide as Markdown: the same rules and policy always give the same text.
  public var markdown: String {
    let apple = manuals.filter { Self.platform($0) == .apple }
    let android = manuals.filter { Self.platform($0) == .android }
    let either = manuals.filter { Self.platform($0) == .either }
    var text = """
      # Instructions for writing this app's code

      A phone is in somebody else's hands. Keep secrets where the system guards them, believe nothing that comes from
      outside, and let `mantlet audit` have no finding before you hand the code over.

      \(values)

      ## How to work
      1. Read the section of the platform that you write for.
      2. Put code into the folder that the structure names for it.
      3. Run `mantlet audit . --changed` after each change; `mantlet audit explain RULE` says why and how to mend.
      4. Do not silence a finding. Where a person has decided that it may stay:
         `// mantlet:allow RULE until YYYY-MM-DD: reason`.

      """
    text += section("iOS", layout: .apple, apple)
    text += section("Android", layout: .android, android)
    if !either.isEmpty { text += "\n## Both platforms\n" + rules(either) }
    return text
  }

  /// What the policy fixes in numbers and names.
  private var values: String {
    """
    ## This app's policy: \(Self.code(policy.name))
    | what | value |
    | --- | --- |
    | class of keychain items | \(Self.code(policy.storage.accessibility.rawValue)) |
    | TLS | \(Self.code(policy.network.tlsProfile.rawValue)) |
    | least level of the log in release builds | \(Self.code(policy.logging.release.rawValue)) |
    | digits of a PIN | \(policy.session.pin.minimumDigits) to \(policy.session.pin.maximumDigits) |
    | what lies over the content in the background | \(Self.code(policy.screen.cover.rawValue)) |
    | what follows a screenshot, a recording | \(Self.code(policy.screen.onScreenshot.rawValue)), \(Self.code(policy.screen.onCapture.rawValue)) |
    | seconds that a copy stays on the pasteboard | \(policy.screen.pasteboardExpiry.components.seconds) |
    | seconds that a request may take | \(policy.network.requestTimeout.components.seconds) |
    """
  }

  private func section(_ title: String, layout: ProjectLayout, _ manuals: [RuleManual]) -> String {
    guard !manuals.isEmpty else { return "" }
    let layers = layout.layers.map { layer in
      "- \(layer.what) (\(layer.names.map(Self.code).joined(separator: ", "))) belongs into \(layer.homeText)."
    }
    return """

      ## \(title)
      ### Structure
      ```
      \(layout.tree)
      ```
      \(layers.joined(separator: "\n"))

      ### Rules
      \(rules(manuals))
      """
  }

  private func rules(_ manuals: [RuleManual]) -> String {
    manuals.sorted { $0.id < $1.id }.map { manual in
      var text = "\n**\(manual.title)** (\(Self.code(manual.id))). \(manual.reason) \(manual.fix)\n"
      if let wrong = manual.violating.first { text += "\nNot this:\n\(RuleExplanation.fenced(wrong))\n" }
      if let right = manual.conforming.first { text += "\nBut:\n\(RuleExplanation.fenced(right))\n" }
      return text
    }.joined()
  }

  private enum Platform { case apple, android, either }

  /// Told by the files of the examples.
  private static func platform(_ manual: RuleManual) -> Platform {
    let paths = (manual.violating + manual.conforming).map(\.path)
    let endings = Set(paths.map { $0.split(separator: ".").last?.lowercased() ?? "" })
    let isApple = !endings.isDisjoint(with: [
      "swift", "m", "mm", "h", "plist", "entitlements", "xcprivacy", "pbxproj", "xcconfig", "resolved", "lock",
    ])
    let isAndroid = !endings.isDisjoint(with: ["kt", "java", "xml", "gradle", "kts", "properties", "toml"])
    switch (isApple, isAndroid) {
    case (true, false): return .apple
    case (false, true): return .android
    default: return .either
    }
  }

  private static func code(_ text: String) -> String { "`" + AuditText.escaped(text).replacing("`", with: "'") + "`" }
}
