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
      RuleExample(
        "properties that are filled one by one", lines: [5],
        """
        func keep(_ accessToken: String) {
          var properties: [HTTPCookiePropertyKey: Any] = [.domain: host, .path: "/"]
          properties[.name] = "t"
          properties[.value] = accessToken
          let cookie = HTTPCookie(properties: properties)
        }
        """),
      RuleExample(
        "Objective-C, in a dictionary and one by one", path: "A.m", lines: [3, 9, 11],
        """
        @implementation Login
        - (void)keep:(NSString *)accessToken {
          [NSHTTPCookie cookieWithProperties:@{ NSHTTPCookieName: @"session", NSHTTPCookieValue: self.value }];
        }
        - (void)keepLater:(NSString *)accessToken {
          NSMutableDictionary *properties = [NSMutableDictionary dictionary];
          [properties setObject:@"t" forKey:NSHTTPCookieName];
          properties[NSHTTPCookieValue] = accessToken;
          NSHTTPCookie *cookie = [NSHTTPCookie cookieWithProperties:properties];
          NSDictionary *others = [NSDictionary dictionaryWithObjectsAndKeys:@"sid", NSHTTPCookieName, nil];
          cookie = [[NSHTTPCookie alloc] initWithProperties:others];
        }
        @end
        """),
      RuleExample("from everybody", lines: [1], "configuration.httpCookieAcceptPolicy = .always"),
      RuleExample(
        "from everybody, in Objective-C", path: "A.m", lines: [3, 4],
        """
        @implementation Login
        - (void)open:(NSURLSessionConfiguration *)configuration {
          configuration.HTTPCookieAcceptPolicy = NSHTTPCookieAcceptPolicyAlways;
          [[NSHTTPCookieStorage sharedHTTPCookieStorage] setCookieAcceptPolicy:NSHTTPCookieAcceptPolicyAlways];
        }
        @end
        """),
    ],
    conforming: [
      RuleExample(
        "marked",
        #"let cookie = HTTPCookie(properties: [.domain: host, .path: "/", .name: "session", .value: v, .secure: "TRUE"])"#
      ),
      RuleExample(
        "a wish of the user",
        #"let cookie = HTTPCookie(properties: [.domain: host, .path: "/", .name: "theme", .value: "dark"])"#),
      RuleExample(
        "marked later",
        """
        var properties: [HTTPCookiePropertyKey: Any] = [.domain: host, .path: "/", .name: "session", .value: v]
        properties[.secure] = "TRUE"
        let cookie = HTTPCookie(properties: properties)
        """),
      RuleExample(
        "marked in Objective-C, and a wish of the user", path: "A.m",
        """
        @implementation Login
        - (void)keep:(NSString *)accessToken {
          NSMutableDictionary *properties = [@{ NSHTTPCookieName: @"session" } mutableCopy];
          properties[NSHTTPCookieValue] = accessToken;
          [properties setObject:@YES forKey:NSHTTPCookieSecure];
          NSHTTPCookie *cookie = [NSHTTPCookie cookieWithProperties:properties];
          cookie = [NSHTTPCookie cookieWithProperties:@{ NSHTTPCookieName: @"theme", NSHTTPCookieValue: @"dark" }];
          NSHTTPCookieStorage.sharedHTTPCookieStorage.cookieAcceptPolicy =
            NSHTTPCookieAcceptPolicyOnlyFromMainDocumentDomain;
        }
        @end
        """),
      RuleExample("from the page itself", "configuration.httpCookieAcceptPolicy = .onlyFromMainDocumentDomain"),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    for call in unit.calls("HTTPCookie") {
      guard let given = call.argument("properties") else { continue }
      let known = CookieProperties(project).all(of: given)
      if let mark = known["secure"], !project.texts(of: mark).contains(where: { ["FALSE", "false"].contains($0) }) {
        record.control("a cookie goes over TLS only", manual, at: call)
      } else if isForLogin(known, project) {
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
}
