import SecurityPolicy

/// An app whose requests carry a login while the answers go into the shared cache on the disk: said once, at the first
/// such request.
/// Source: Apple, URLCache, URLSessionConfiguration.ephemeral.
struct ResponseCacheOpen: ProjectRule {
  /// Whatever keeps answers off the disk, once for a session or for each request.
  private static let controls = [
    "ephemeral", "urlCache", "reloadIgnoringLocalCacheData", "reloadIgnoringLocalAndRemoteCacheData",
    "reloadIgnoringCacheData", "removeAllCachedResponses", "storedResponse", "willCacheResponse", "diskCapacity",
  ]
  private static let headers: Set<String> = ["authorization", "cookie", "x-api-key", "x-auth-token", "dpop"]
  private static let modules: Set<String> = ["Mantlet", "AppleTransport"]

  let manual = RuleManual(
    "response-cache-open", "Answers behind a login are not kept in the cache of the system",
    reason: "URLSession keeps answers unencrypted by the app in Cache.db, where whoever reads the app's container, or "
      + "finds the device unlocked, reads what the login protects.",
    fix: "Make sessions from URLSessionConfiguration.ephemeral, or set urlCache to nil; on the server Cache-Control: "
      + "no-store.",
    ids: ["O.Data_3", "O.Auth_13", "MASVS-STORAGE-2", "MASWE-0006", "CWE-524"],
    violating: [
      RuleExample(
        "a token in a request of the shared session", lines: [3],
        """
        func load(_ bearer: String) async throws -> Data {
          var request = URLRequest(url: address)
          request.setValue("Bearer \\(bearer)", forHTTPHeaderField: "Authorization")
          return try await URLSession.shared.data(for: request).0
        }
        """)
    ],
    conforming: [
      RuleExample(
        "a session without a cache",
        """
        let session = URLSession(configuration: .ephemeral)
        func load(_ bearer: String) async throws -> Data {
          var request = URLRequest(url: address)
          request.setValue("Bearer \\(bearer)", forHTTPHeaderField: "Authorization")
          return try await session.data(for: request).0
        }
        """),
      RuleExample(
        "no login",
        """
        func load() async throws -> Data {
          var request = URLRequest(url: address)
          request.setValue("application/json", forHTTPHeaderField: "Accept")
          return try await URLSession.shared.data(for: request).0
        }
        """),
    ])

  func judge(_ project: Project, into record: inout AuditRecord) {
    var first: Expression?
    var hasSession = false
    for unit in project.units where unit.language == .swift && unit.role == .app {
      guard unit.mentions(Self.controls).isEmpty, !unit.imports.contains(where: Self.modules.contains) else { return }
      hasSession = hasSession || unit.row(of: "URLSession") != nil
      if first == nil { first = unit.calls("setValue", "addValue").first { carriesLogin($0, project) } }
    }
    guard let first, hasSession else { return }
    record.flaw(
      manual, at: first, .note,
      "Requests carry a login, and nothing keeps their answers out of the cache on the disk.", confidence: .medium)
  }

  private func carriesLogin(_ call: Expression, _ project: Project) -> Bool {
    guard let field = call.argument("forHTTPHeaderField") else { return false }
    return project.texts(of: field).contains { Self.headers.contains($0.lowercased()) }
  }
}
