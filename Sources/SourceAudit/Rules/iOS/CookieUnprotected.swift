import SecurityPolicy

/// Cookies for a login that also go without TLS, and cookies taken from everybody.
/// Source: RFC 6265, section 5.3; Apple, HTTPCookiePropertyKey.
struct CookieUnprotected: Rule {
  private static let wholes: Set<String> = ["session", "sid", "auth", "login", "jsessionid", "sessionid"]

  let manual = RuleManual(
    "cookie-unprotected", "Cookies of a login go over TLS only, and only to those who set them",
    reason: "A cookie without the mark Secure is sent in the clear to whoever answers for the host, and a login that "
      + "lies in it is gone.",
    fix: "Set .secure, and .sameSitePolicy, in the properties; leave cookieAcceptPolicy at onlyFromMainDocumentDomain.",
    ids: ["O.Auth_13", "O.Ntwk_1", "MASVS-NETWORK-1", "MASWE-0050", "CWE-614"],
    violating: [
      RuleExample(
        "a session without the mark", lines: [1],
        """
        let cookie = HTTPCookie(properties: [
          .domain: "api.sleep.app", .path: "/", .name: "session", .value: value,
        ])
        """),
      RuleExample(
        "properties in a variable, a token as value", lines: [3],
        """
        func keep(_ accessToken: String) {
          let properties: [HTTPCookiePropertyKey: Any] = [.domain: host, .path: "/", .name: "t", .value: accessToken]
          guard let cookie = HTTPCookie(properties: properties) else { return }
          HTTPCookieStorage.shared.setCookie(cookie)
        }
        """),
      RuleExample("from everybody", lines: [1], "configuration.httpCookieAcceptPolicy = .always"),
    ],
    conforming: [
      RuleExample(
        "marked",
        #"let cookie = HTTPCookie(properties: [.domain: host, .path: "/", .name: "session", .value: v, .secure: "TRUE"])"#
      ),
      RuleExample(
        "a wish of the user",
        #"let cookie = HTTPCookie(properties: [.domain: host, .path: "/", .name: "theme", .value: "dark"])"#),
      RuleExample("from the page itself", "configuration.httpCookieAcceptPolicy = .onlyFromMainDocumentDomain"),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    for call in unit.calls("HTTPCookie") {
      guard let given = call.argument("properties"),
        let properties = project.origins(of: given).leaves.first(where: { $0.kind == .dictionary })
      else { continue }
      let values = properties.values
      var known: [String: Expression] = [:]
      for place in stride(from: 0, to: values.count - 1, by: 2) { known[values[place].name] = values[place + 1] }
      if let mark = known["secure"], !project.texts(of: mark).contains(where: { ["FALSE", "false"].contains($0) }) {
        record.control("a cookie goes over TLS only", manual, at: call)
      } else if isForLogin(known, project), !isAddedLater(given, project) {
        record.flaw(manual, at: call, .warning, "This cookie also goes without TLS.", confidence: .medium)
      }
    }
    for mention in unit.mentions("httpCookieAcceptPolicy", "cookieAcceptPolicy") {
      guard let assignment = mention.parent, assignment.kind == .assignment, assignment.calleeID == mention.id,
        let policy = assignment.second, project.symbols(of: policy).contains("always")
      else { continue }
      record.flaw(manual, at: assignment, .warning, "Cookies of third parties are kept, too.", confidence: .medium)
    }
  }

  private func isForLogin(_ properties: [String: Expression], _ project: Project) -> Bool {
    if let value = properties["value"], project.isSecret(value) { return true }
    return properties["name"].map { name in
      project.texts(of: name).contains { text in
        SecretWords.judge(text) == .secret || Self.wholes.contains(text.lowercased())
      }
    } ?? false
  }

  /// `properties[.secure] = true`
  private func isAddedLater(_ properties: Expression, _ project: Project) -> Bool {
    guard properties.kind == .name else { return false }
    return properties.unit.mentions("secure").contains { $0.parent?.kind == .index && $0.owner == properties.owner }
  }
}
