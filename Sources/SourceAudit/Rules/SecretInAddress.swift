import SecurityPolicy

/// Secrets in the query of an address.
/// Source: RFC 9110, section 17.9.
struct SecretInAddress: Rule {
  private static let makers = [
    "URL", "NSURL", "URLComponents", "URLRequest", "url", "loadUrl", "parse", "toUri", "toHttpUrl", "URI",
  ]

  let languages: Set<SourceLanguage> = [.swift, .objectiveC, .kotlin, .java]
  let manual = RuleManual(
    "secret-in-address", "Secrets do not travel in addresses",
    reason: "Addresses are kept where nobody looks for secrets: in the logs of servers and proxies, in caches, in the "
      + "history, in what the next page is told.",
    fix: "Send the secret in a header or in the body.",
    ids: ["O.Auth_13", "O.Source_3", "MASVS-NETWORK-1", "MASWE-0005", "CWE-598"],
    violating: [
      RuleExample(
        "a token in a query", lines: [1],
        #"func me(_ accessToken: String) -> URL? { URL(string: "https://api.sleep.app/me?token=\(accessToken)") }"#),
      RuleExample(
        "put together, over a variable", path: "A.java", lines: [3],
        """
        class A { URL me(String base, String password) throws Exception {
          String query = "?user=a&password=" + password;
          return new URL(base + query);
        } }
        """),
      RuleExample(
        "items of a query", lines: [3, 4],
        """
        func me(_ accessToken: String, _ password: String) -> URL? {
          var parts = URLComponents(string: "https://api.sleep.app/me")
          parts?.queryItems = [URLQueryItem(name: "access_token", value: accessToken)]
          parts?.queryItems?.append(.init(name: "p", value: password))
          return parts?.url
        }
        """),
      RuleExample(
        "beside the address of another app", lines: [4],
        """
        func login() -> URL? {
          var parts = URLComponents(url: Config.base, resolvingAgainstBaseURL: false)!
          parts.queryItems = [
            URLQueryItem(name: "client_secret", value: clientSecret),
            URLQueryItem(name: "redirect_uri", value: "sleepapp://cb"),
          ]
          return parts.url
        }
        """),
      RuleExample(
        "of a WebSocket", lines: [1],
        #"func live(_ accessToken: String) -> URL? { URL(string: "wss://api.sleep.app/live?token=\(accessToken)") }"#),
      RuleExample(
        "beside a builder for another app", path: "A.kt", lines: [3],
        """
        fun pair(base: Uri, token: String): Uri {
          val back = Uri.Builder().scheme("sleepapp").authority("cb").build()
          return base.buildUpon().appendQueryParameter("token", token)
            .appendQueryParameter("back", back.toString()).build()
        }
        """),
      RuleExample(
        "a format", lines: [2],
        """
        func me(_ accessToken: String) -> URL? {
          URL(string: String(format: "https://api.sleep.app/%@?n=50%%&token=%@", "me", accessToken))
        }
        """),
      RuleExample(
        "a format with places", path: "A.java", lines: [2],
        """
        class A { URL me(String user, String password) throws Exception {
          return new URL(String.format("https://api.sleep.app/me?password=%2$s&user=%1$s", user, password));
        } }
        """),
      RuleExample(
        "Objective-C, by format, put together and as an item", path: "A.m", lines: [3, 5, 9],
        """
        @implementation Api
        - (NSURL *)me:(NSString *)accessToken {
          return [NSURL URLWithString:[NSString stringWithFormat:@"https://api.sleep.app/me?token=%@", accessToken]]; }
        - (NSURL *)other:(NSString *)password { NSString *start = @"https://api.sleep.app/me?password=";
          return [[NSURL alloc] initWithString:[start stringByAppendingString:password]];
        }
        - (NSURL *)third:(NSString *)password {
          NSURLComponents *parts = [NSURLComponents componentsWithString:@"https://api.sleep.app/me"];
          parts.queryItems = @[[NSURLQueryItem queryItemWithName:@"password" value:password]];
          return parts.URL;
        }
        @end
        """),
      RuleExample(
        "builders of Android", path: "A.kt", lines: [2, 4],
        """
        fun me(token: String) = "https://api.sleep.app/me".toHttpUrl().newBuilder()
          .addQueryParameter("token", token).build()
        fun page(password: String) = Uri.parse("https://www.sleep.app").buildUpon()
          .appendQueryParameter("password", password).build()
        """),
      RuleExample(
        "a parameter of an interface", path: "A.kt", lines: [2],
        """
        interface Api { @GET("me") suspend fun me(
          @Query("access_token") accessToken: String,
          @Query("page") page: Int): User }
        """),
    ],
    conforming: [
      RuleExample(
        "items of a query without a secret, and of a body",
        """
        func page(_ nextToken: String) -> [URLQueryItem] { [URLQueryItem(name: "page_token", value: nextToken)] }
        func refresh(_ request: inout URLRequest, _ refreshToken: String) {
          var form = URLComponents()
          form.queryItems = [URLQueryItem(name: "refresh_token", value: refreshToken)]
          request.httpBody = form.query?.data(using: .utf8)
        }
        """),
      RuleExample(
        "items of a scheme that hands a secret to an app on purpose",
        """
        func code(_ secret: String) -> URL? {
          var parts = URLComponents()
          parts.scheme = "otpauth"
          parts.queryItems = [URLQueryItem(name: "secret", value: secret)]
          return parts.url
        }
        """),
      RuleExample(
        "such items in a variable",
        """
        func code(_ secret: String) -> URL? {
          var items = [URLQueryItem(name: "issuer", value: "Sleep")]
          items.append(URLQueryItem(name: "secret", value: secret))
          var parts = URLComponents(string: "otpauth://totp/a")
          parts?.queryItems = items
          return parts?.url
        }
        """),
      RuleExample(
        "such a scheme in builders of Android", path: "A.kt",
        """
        fun code(secret: String) = Uri.Builder().scheme("otpauth").authority("totp")
          .appendQueryParameter("secret", secret).build()
        fun other(secret: String) = Uri.parse("otpauth://totp/a").buildUpon()
          .appendQueryParameter("secret", secret).build()
        fun third(secret: String): Uri {
          val parts = Uri.Builder()
          parts.scheme("otpauth")
          parts.appendQueryParameter("secret", secret)
          return parts.build()
        }
        fun fourth(secret: String) = Uri.Builder().apply {
          scheme("otpauth")
          appendQueryParameter("secret", secret)
        }.build()
        """),
      RuleExample(
        "a header of an interface, and a query of a database", path: "A.kt",
        """
        interface Api { @GET("me") suspend fun me(@Header("Authorization") token: String, @Query("q") words: String): User }
        @Dao interface Tokens { @Query("SELECT token FROM tokens WHERE id = :id") fun find(id: Long): String }
        """),
      RuleExample(
        "no secret",
        #"func page(_ nextToken: String) -> URL? { URL(string: "https://api.sleep.app/n?p=\(nextToken)") }"#),
      RuleExample(
        "a scheme that hands a secret to an app on purpose",
        #"func code(_ secret: String) -> URL? { URL(string: "otpauth://totp/a?secret=\(secret)") }"#),
      RuleExample(
        "Objective-C, in a header, in a body and for an app", path: "A.m",
        """
        @implementation Api
        - (void)me:(NSMutableURLRequest *)request with:(NSString *)accessToken {
          [request setValue:accessToken forHTTPHeaderField:@"Authorization"];
          request.URL = [NSURL URLWithString:[NSString stringWithFormat:@"https://api.sleep.app/me?page=%d", 2]];
        }
        - (void)refresh:(NSMutableURLRequest *)request with:(NSString *)refreshToken {
          NSURLComponents *form = [[NSURLComponents alloc] init];
          form.queryItems = @[[NSURLQueryItem queryItemWithName:@"refresh_token" value:refreshToken]];
          request.HTTPBody = [form.query dataUsingEncoding:NSUTF8StringEncoding];
        }
        - (NSURL *)code:(NSString *)secret {
          NSURLComponents *parts = [NSURLComponents componentsWithString:@"otpauth://totp/a"];
          NSURLQueryItem *item = [NSURLQueryItem queryItemWithName:@"secret" value:secret];
          parts.queryItems = @[item];
          return parts.URL;
        }
        @end
        """),
      RuleExample(
        "in a header", path: "A.kt",
        #"fun me(token: String) = Request.Builder().url("https://api.sleep.app/me").header("Authorization", token)"#),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    for (place, value) in QueryParts.all(in: unit, project) {
      record.flaw(
        manual, at: place, .warning, "A secret is part of this address.", confidence: .medium,
        way: place == value ? [] : [place, value])
    }
    for parameter in unit.allDeclarations where parameter.kind == .parameter && QueryParts.isSecret(parameter, project)
    {
      record.flaw(manual, at: parameter, .warning, "A secret is part of this address.", confidence: .medium)
    }
    for call in unit.calls(Self.makers) {
      guard let address = call.argument("string") ?? call.argument(at: 0) ?? call.receiver,
        let secret = secret(in: address, project)
      else { continue }
      record.flaw(
        manual, at: call, .warning, "A secret is part of this address.", confidence: .medium, way: [call, secret])
    }
  }

  private func secret(in address: Expression, _ project: Project) -> Expression? {
    let pieces = AddressPieces(project).all(of: address)
    if case .text(let start)? = pieces.first, AddressScheme.scheme(of: start).map(AddressScheme.isOther) ?? false {
      return nil
    }
    // A value behind `?name=` or `&name=` that is a secret.
    for (one, next) in zip(pieces, pieces.dropFirst()) {
      guard case .text(let text) = one, case .value(let value) = next, text.hasSuffix("="),
        text.contains("?") || text.contains("&"), project.isSecret(value)
      else { continue }
      return value
    }
    return nil
  }
}
