import UntrustedInput

/// Authorities that the device's user has added, trusted outside of debug builds.
/// Source: developer.android.com, Network security configuration, Customize trusted CAs.
struct UserCertificatesTrusted: NetworkConfigRule {
  let manual = RuleManual(
    "user-certificates-trusted", "Only the platform's authorities speak for a server",
    reason: "Whoever brings a user to install a certificate, or holds the device for a minute, reads all traffic.",
    fix: "Remove the source user; for tests put it into debug-overrides.",
    ids: ["O.Ntwk_5", "O.Ntwk_7", "MASVS-NETWORK-1", "MASWE-0052", "MASTG-TEST-0286", "CWE-295"],
    violating: [
      RuleExample(
        "everywhere", path: "res/xml/network_security_config.xml", lines: [4],
        networkConfig(
          "<base-config><trust-anchors>\n<certificates src=\"system\" />\n<certificates src=\"user\" />\n"
            + "</trust-anchors></base-config>")),
      RuleExample(
        "for a domain, above the pins", path: "a.xml", lines: [3],
        networkConfig(
          "<domain-config><domain>api.sleep.app</domain><trust-anchors>\n"
            + "<certificates src=\"@raw/own\" overridePins=\"true\" /></trust-anchors></domain-config>")),
    ],
    conforming: [
      RuleExample(
        "debug builds", path: "a.xml",
        networkConfig(
          "<debug-overrides><trust-anchors><certificates src=\"user\" overridePins=\"true\" /></trust-anchors>"
            + "</debug-overrides>")),
      RuleExample(
        "the platform's", path: "a.xml",
        networkConfig("<base-config><trust-anchors><certificates src=\"system\" /></trust-anchors></base-config>")),
    ])

  func judge(_ config: AndroidXML, in project: Project, into record: inout AuditRecord) {
    guard config.place.isShipped else { return }
    for section in config.root.elements where section.localName != "debug-overrides" {
      for anchors in section.everyElement {
        let all = anchors.all("certificates")
        let others = all.filter { $0.attribute("src")?.value != "user" }
        for certificates in all {
          if let source = certificates.attribute("src"), source.value == "user" {
            // Anchors without any certificates would trust nobody.
            record.flaw(
              manual, android: config.file, at: certificates.position, .warning,
              "Certificates that the user has added are trusted.",
              edits: others.isEmpty ? config.file.edit(source, to: "system") : config.file.removal(of: certificates))
          } else if let above = certificates.attribute("overridePins"), above.value == "true" {
            record.flaw(
              manual, android: config.file, at: certificates.position, .warning,
              "These authorities go above the pins.", edits: config.file.edit(above, to: "false"))
          }
        }
      }
    }
  }
}
