#if Audit
  import SecurityPolicy

  /// A configuration for SwiftLint, made from the policy: what a text pattern can see while somebody types. The audit
  /// sees more and is right more often; this is its early echo in the editor.
  ///
  /// - Protects against: the flaws of the patterns, written in the plain way.
  /// - Does not protect against: the same flaws through a constant, an alias or another line; the audit does.
  ///
  /// Source: SwiftLint, "Defining Custom Rules".
  public struct SwiftLintConfiguration: Sendable {
    /// One custom rule: a pattern that echoes a rule of the audit.
    public struct Pattern: Sendable, Hashable {
      /// The name in the configuration.
      public let name: String
      /// The audit's rule that it echoes; its title is the message.
      public let rule: String
      public let regex: String
      public let severity: FindingSeverity
    }

    private let policy: Policy
    private let titles: [String: String]

    /// The configuration for a policy.
    public init(policy: Policy) {
      self.policy = policy
      titles = Dictionary(Audit.manuals.map { ($0.id, $0.title) }) { first, _ in first }
    }

    /// The custom rules, in the order of the file.
    public var patterns: [Pattern] {
      var patterns = [
        Pattern(
          name: "user_defaults_sensitive", rule: "secrets-in-user-defaults",
          regex:
            #"UserDefaults\b.*\.(?:set|setValue)\((?!nil|true|false|.*!=).*"(?!apns|push|.*[dD]evice)"#
            + #"[^"]*(?:[tT]oken|[pP]assword|[sS]ecret|[cC]redentials|jwt|apiKey)""#,
          severity: .error),
        Pattern(
          name: "keychain_always", rule: "keychain-accessibility",
          regex: #"(?:=|:|\() *kSecAttrAccessibleAlways|\.accessibility\(\.always"#, severity: .error),
        Pattern(
          name: "broken_digest", rule: "weak-hash", regex: #"\bInsecure\.(?:MD5|SHA1)\.hash\(|\bCC_(?:MD[245]|SHA1)\("#,
          severity: .warning),
        Pattern(
          name: "insecure_unarchiving", rule: "insecure-unarchiving",
          regex: #"\bNSKeyedUnarchiver\.unarchiveObject\(|\brequiresSecureCoding *= *false"#, severity: .warning),
      ]
      if policy.storage.accessibility.rawValue.hasSuffix("ThisDeviceOnly") {
        patterns.append(
          Pattern(
            name: "keychain_leaves_device", rule: "keychain-accessibility",
            regex: #"= *kSecAttrAccessible(?:WhenUnlocked|AfterFirstUnlock)\b"#, severity: .warning))
      }
      return patterns
    }

    /// The file `.swiftlint.yml`.
    public var yaml: String {
      var lines = [
        "# Made by `mantlet audit swiftlint-config` for the policy \(Self.comment(policy.name)).",
        "disabled_rules:", "  - line_length", "opt_in_rules:", "  - force_unwrapping",
        "  - implicitly_unwrapped_optional", "custom_rules:",
      ]
      for pattern in patterns {
        lines += [
          "  \(pattern.name):", "    name: \(Self.quoted(pattern.name.replacing("_", with: " ")))",
          "    regex: \(Self.quoted(pattern.regex))",
          "    message: \(Self.quoted("\(titles[pattern.rule] ?? ""); see mantlet audit explain \(pattern.rule)"))",
          "    severity: \(pattern.severity == .error ? "error" : "warning")",
        ]
      }
      return lines.joined(separator: "\n") + "\n"
    }

    /// Source: YAML 1.2.2, section 7.3.2.
    private static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "''") + "'" }

    private static func comment(_ text: String) -> String { AuditText.escaped(text) }
  }
#endif
