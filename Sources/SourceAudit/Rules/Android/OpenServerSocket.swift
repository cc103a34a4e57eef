/// Servers in the app that the network can reach.
struct OpenServerSocket: Rule {
  let languages = AndroidRules.languages
  let manual = RuleManual(
    "open-server-socket", "A server in the app listens on this device only",
    reason: "A server socket without an address takes connections from the whole network and from every app.",
    fix: "Bind to InetAddress.getLoopbackAddress() and ask for a token, or use a bound service.",
    ids: ["O.Plat_7", "O.Ntwk_1", "MASVS-PLATFORM-1", "MASVS-NETWORK-1", "MASWE-0058", "CWE-668"],
    violating: [
      RuleExample(
        "every address", path: "A.kt", lines: [1],
        """
        fun f() = ServerSocket(8080)
        """)
    ],
    conforming: [
      RuleExample(
        "this device", path: "A.java",
        """
        class A { Object f() throws Exception { return new ServerSocket(0, 1, InetAddress.getLoopbackAddress()); } }
        """),
      RuleExample(
        "bound later", path: "A.kt",
        """
        fun f() = ServerSocket()
        """),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    for call in code.calls("ServerSocket") where call.arguments.count == 1 || call.arguments.count == 2 {
      record.flaw(manual, on: call, .warning, "The whole network can connect here.", confidence: .medium)
    }
  }
}
