/// Versions of TLS that are broken.
struct OldTLSVersion: Rule {
  private static let old: Set<String> = ["SSL", "SSLV2", "SSLV3", "TLSV1", "TLSV1.0", "TLSV1.1"]

  let languages = AndroidRules.languages
  let manual = RuleManual(
    "old-tls-version", "TLS is 1.2 or newer",
    reason: "SSL 3, TLS 1.0 and 1.1 have known attacks.",
    fix: "Ask for TLSv1.2 or TLSv1.3, or leave the default.",
    ids: ["O.Ntwk_2", "MASVS-NETWORK-1", "MASWE-0050", "MASTG-TEST-0217", "CWE-326"],
    violating: [
      RuleExample("a context", path: "A.kt", lines: [1], #"val c = SSLContext.getInstance("TLSv1.1")"#),
      RuleExample(
        "enabled on a socket", path: "A.java", lines: [1],
        #"class A { void f(SSLSocket s) { s.setEnabledProtocols(new String[] { "TLSv1", "TLSv1.2" }); } }"#),
      RuleExample(
        "a library's value", path: "A.kt", lines: [1],
        "val spec = ConnectionSpec.Builder(base).tlsVersions(TlsVersion.TLS_1_0).build()"),
    ],
    conforming: [
      RuleExample("new", path: "A.kt", #"val c = SSLContext.getInstance("TLSv1.3")"#),
      RuleExample("the default", path: "A.java", #"class A { Object c = SSLContext.getInstance("TLS"); }"#),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    for call in unit.calls("getInstance")
    where project.resolvedTypeName(call.receiver?.name ?? "") == "SSLContext" {
      guard let name = call.argument(at: 0) else { continue }
      if project.texts(of: name).contains(where: { Self.old.contains($0.uppercased()) && $0.uppercased() != "SSL" }) {
        record.flaw(manual, on: call, .warning, Self.message)
      }
    }
    for write in code.writes("enabledProtocols") {
      let texts = project.origins(of: write.value, reach: .influence).leaves.compactMap(\.plainText)
      if texts.contains(where: { Self.old.contains($0.uppercased()) }) {
        record.flaw(manual, on: write.place, .warning, Self.message)
      }
    }
    for call in unit.calls("tlsVersions") {
      let names = call.arguments.flatMap { project.origins(of: $0.value, reach: .influence).passed.map(\.name) }
      if !Self.oldConstants.isDisjoint(with: names) {
        record.flaw(manual, on: call, .warning, Self.message)
      }
    }
  }

  private static let oldConstants: Set<String> = ["TLS_1_0", "TLS_1_1", "SSL_3_0"]
  private static let message = "This version of TLS is broken."
}
