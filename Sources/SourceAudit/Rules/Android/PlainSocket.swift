/// Sockets to services without TLS.
struct PlainSocket: Rule {
  /// Ports of HTTP, FTP, Telnet, SMTP, POP3, IMAP, MQTT in the clear.
  private static let clear: Set<Int> = [21, 23, 25, 80, 110, 143, 1883]

  let languages = AndroidRules.languages
  let manual = RuleManual(
    "plain-socket", "Sockets to servers use TLS",
    reason: "Whoever shares the network reads and changes what is sent over a bare socket.",
    fix: "Use HttpsURLConnection or an SSLSocket whose host name is compared.",
    ids: ["O.Ntwk_1", "MASVS-NETWORK-1", "MASWE-0050", "MASTG-TEST-0239", "CWE-319"],
    violating: [
      RuleExample(
        "the web", path: "A.kt", lines: [1],
        """
        fun f(host: String) = Socket(host, 80)
        """),
      RuleExample(
        "connected later", path: "A.java", lines: [1],
        """
        class A { void f(Socket s) throws Exception { s.connect(new InetSocketAddress("mail.sleep.app", 25)); } }
        """),
    ],
    conforming: [
      RuleExample(
        "for TLS", path: "A.kt",
        """
        fun f(host: String) = Socket(host, 443)
        """),
      RuleExample(
        "this device", path: "A.java",
        """
        class A { Object f() throws Exception { return new Socket("localhost", 8080); } }
        """),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    for call in code.calls("Socket", "InetSocketAddress") {
      guard let host = call.argument(at: 0), let port = call.argument(at: 1) else { continue }
      // Which port a caller or an address asks for is their affair.
      let isAsked = project.origins(of: port).passed.contains { use in
        use.kind == .call || use.kind == .name && project.declarations(of: use).contains { $0.kind == .parameter }
      }
      guard !isAsked, project.integers(of: port).contains(where: Self.clear.contains) else { continue }
      let names = project.texts(of: host)
      if names.contains(where: { $0 == "localhost" || $0.hasPrefix("127.") || $0.hasPrefix("10.0.2.") }) { continue }
      record.flaw(manual, on: call, .warning, "This service is spoken to without TLS.", confidence: .medium)
    }
  }
}
