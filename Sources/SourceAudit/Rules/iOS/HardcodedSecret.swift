/// A password, token or key of a service as a literal.
///
/// Sees known forms of keys wherever they stand, and random-looking literals under names that mean a secret. Does not
/// take identifiers, keys of settings, empty or speaking texts for secrets.
struct HardcodedSecret: Rule {
  private static let forms: [(start: String, length: Int)] = [
    ("AKIA", 20), ("ASIA", 20), ("sk_live_", 24), ("rk_live_", 24), ("ghp_", 40), ("gho_", 40), ("github_pat_", 40),
    ("xoxb-", 24), ("xoxp-", 24), ("-----BEGIN PRIVATE KEY", 0), ("-----BEGIN RSA PRIVATE KEY", 0),
    ("-----BEGIN EC PRIVATE KEY", 0), ("glpat-", 20), ("npm_", 36), ("SG.", 60), ("sk-", 40), ("AIza", 39),
  ]
  private static let names: Set<String> = [
    "password", "passwd", "passphrase", "secret", "token", "apikey", "clientsecret", "privatekey", "secretkey", "jwt",
  ]

  let manual = RuleManual(
    "hardcoded-secret", "Secrets do not belong into the source",
    reason: "Whoever has the app has the literal, and with it the account that it opens.",
    fix: "Let the server hold it, or give each installation a secret of its own after it has logged in.",
    ids: ["O.Cryp_1", "O.Data_4", "MASVS-AUTH-1", "MASWE-0005", "CWE-798", "CWE-259"],
    violating: [
      RuleExample("a cloud key under a plain name", lines: [1], #"let region = "eu", id = "AKIAIOSFODNN7EXAMPLE""#),
      RuleExample("a random text under a telling name", lines: [1], #"let clientSecret = "9f8Ab3kQ7xZ2mN5pL0rT""#),
      RuleExample(
        "an argument", lines: [1], #"client.login(user: "admin", password: "Tr0ub4dor&3xyz")"#),
      RuleExample(
        "a local that is sent", lines: [2, 7],
        """
        func send() {
          let apiKey = "8767086b9f6f976g-a8df76"
          var request = URLRequest(url: address)
          request.setValue(apiKey, forHTTPHeaderField: "X-Api-Key")
        }
        func sign(_ data: Data) -> Data {
          let signingSecret = "9f8Ab3kQ7xZ2mN5pL0rT"
          return sign(data, clientSecret: signingSecret)
        }
        """),
      RuleExample(
        "a private key", lines: [1],
        #"let pem = "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj\n-----END PRIVATE KEY-----""#
      ),
    ],
    conforming: [
      RuleExample("nothing yet", #"var password = """#),
      RuleExample("the key of a setting", #"static let tokenKey = "com.app.settings.token""#),
      RuleExample("a label", #"let passwordTitle = "Enter your password""#),
      RuleExample("a name", #"let token = "accessToken""#),
      RuleExample(
        "a local that is compared", "func f() { let token = \"9f8Ab3kQ7xZ2mN5pL0rT\"\n check(parse(text) == token) }"),
      RuleExample("a shape to show", #"field(password: "••••••••••••")"#),
    ])

  private static let shipped: Set<SourceRole> = [.app, .generated]

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    // Generated code is shipped, and so is the key that a template put there.
    guard Self.shipped.contains(unit.role) else { return }
    for literal in unit.all(.string) {
      guard let text = literal.plainText, text.utf8.count >= 10 else { continue }
      if Self.hasKnownForm(text) {
        record.flaw(manual, at: literal, .error, "A literal with the form of a secret.", weighsIn: Self.shipped)
      } else if Self.isRandom(text), let name = name(for: literal, project), isNamedSecret(name) {
        record.flaw(
          manual, at: literal, .warning, "A literal where a secret belongs.", confidence: .medium,
          weighsIn: Self.shipped)
      }
    }
  }

  /// The form that a well-known service gives to its keys.
  static func hasKnownForm(_ text: String) -> Bool {
    let text =
      ["Bearer ", "Basic ", "token "].first { text.hasPrefix($0) }.map { String(text.dropFirst($0.count)) } ?? text
    return isWebToken(text)
      || forms.contains { text.hasPrefix($0.start) && text.utf8.count >= $0.length && isToken(text, $0.start) }
  }

  /// RFC 7519: three parts, the first of which begins with `{"` in base64url.
  private static func isWebToken(_ text: String) -> Bool {
    guard text.hasPrefix("eyJ") else { return false }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 3 && parts.dropLast().allSatisfy { $0.utf8.count >= 12 } && isToken(text, "")
  }

  private static func isToken(_ text: String, _ start: String) -> Bool {
    // The head alone names a form; a key has a body.
    start.hasPrefix("-----") && text.utf8.count >= 60
      || text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-.".contains($0)) }
  }

  /// The name that the literal goes to: a variable, an argument, the target of an assignment.
  private func name(for literal: Expression, _ project: Project) -> String? {
    if let parent = literal.parent {
      switch parent.kind {
      case .call:
        guard let label = parent.arguments.first(where: { $0.value == literal })?.label else { return nil }
        return label.isEmpty ? nil : label
      case .assignment: return parent.first?.unwrapped.name
      case .dictionary:
        let entries = parent.values
        guard let index = entries.firstIndex(of: literal), index % 2 == 1 else { return nil }
        return entries[index - 1].plainText ?? entries[index - 1].name
      default: return nil
      }
    }
    // What a computed property gives.
    if literal.owner.kind == .accessor, let property = literal.owner.parent, property.kind == .property,
      literal.owner.steps.contains(where: { $0.kind == .yield && $0.value == literal.id })
    {
      return property.name
    }
    // A local with a literal is sample data more often than a secret, unless it is put to use.
    guard let holder = literal.unit.declaration(withValue: literal.id) else { return nil }
    return holder.kind != .local || isNamedSecret(holder.name) && isUsed(holder, project) ? holder.name : nil
  }

  private static let users: Set<String> = [
    "SymmetricKey", "HMAC", "CCHmac", "URL", "URLQueryItem", "URLRequest", "authorization", "print", "debugPrint",
    "NSLog", "os_log",
  ]
  private static let labels: Set<String> = [
    "forHTTPHeaderField", "headers", "additionalHeaders", "apiKey", "password", "clientSecret", "queryItems",
  ]

  /// Whether a local goes into a header, a key, a login, an address or a log, itself or inserted in a text.
  private func isUsed(_ local: Declaration, _ project: Project, depth: Int = 0) -> Bool {
    guard let scope = local.parent?.record else { return false }
    return local.unit.mentions(local.name).contains { use in
      // Whether it is in sight costs little, and which of its namesakes is meant a lot.
      guard use.kind == .name, use.offset >= scope.offset, use.offset < scope.end,
        project.declarations(of: use).contains(local)
      else { return false }
      var top = use
      while let parent = top.parent {
        switch parent.kind {
        case .call where parent.calleeID != top.id:
          let labels = parent.arguments.map(\.label)
          if Self.users.contains(parent.calledName) || !Self.labels.isDisjoint(with: labels) { return true }
        case .assignment where parent.calleeID != top.id:
          // `headers["X-Api-Key"] = apiKey`
          let path = parent.first?.unwrapped
          let target = (path?.kind == .index ? path?.first?.unwrapped : path)?.name ?? ""
          return SecretWords.words(of: target).contains { $0.hasPrefix("header") }
        default: break
        }
        top = parent
      }
      guard depth < 2, let next = use.unit.declaration(withValue: top.id), next.kind == .local, next != local else {
        return false
      }
      return SecretWords.words(of: next.name).contains { $0.hasPrefix("header") }
        || isUsed(next, project, depth: depth + 1)
    }
  }

  private func isNamedSecret(_ name: String) -> Bool {
    guard SecretWords.judge(name) == .secret else { return false }
    let words = SecretWords.words(of: name)
    return !words.contains("key") || words.contains("api") || words.contains("secret") || words.contains("private")
      || !Self.names.isDisjoint(with: words)
  }

  /// Digits and letters mixed, no blanks, no path, no dotted name; many different characters.
  static func isRandom(_ text: String) -> Bool {
    guard text.utf8.count >= 12, text.utf8.count <= 512, text.allSatisfy({ $0.isASCII && !$0.isWhitespace }) else {
      return false
    }
    let letters = text.contains(where: \.isLetter)
    let digits = text.count(where: \.isNumber)
    guard letters, digits >= 2, !text.contains("://"), !text.hasPrefix("/"), !text.contains("%@") else { return false }
    let parts = text.split { $0 == "." || $0 == "_" || $0 == "-" }
    let speaking = parts.allSatisfy { part in part.allSatisfy(\.isLetter) || part.allSatisfy(\.isNumber) }
    return !speaking && Set(text).count >= 8
  }
}
