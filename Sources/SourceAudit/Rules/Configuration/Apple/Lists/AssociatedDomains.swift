import UntrustedInput

/// Associated domains in developer mode, or for every subdomain.
/// Source: Apple, Associated Domains Entitlement.
struct AssociatedDomains: PropertyListRule {
  let manual = RuleManual(
    "associated-domains", "Links belong to the hosts that the app names",
    reason: "In developer mode the device asks a test server which links are the app's. With a wildcard, whoever gets "
      + "any one subdomain (a forgotten blog, a customer's page) sends links and passwords to the app.",
    fix: "Name the hosts one by one and leave ?mode=developer to debug builds.",
    ids: ["O.Plat_13", "O.Source_9", "MASVS-PLATFORM-1", "MASWE-0058", "CWE-939", "CWE-183"],
    violating: [
      RuleExample(
        "developer mode", path: "App.entitlements", lines: [3],
        plist(
          "<key>com.apple.developer.associated-domains</key><array>\n<string>applinks:a.app?mode=developer</string></array>"
        ))
    ],
    conforming: [
      RuleExample(
        "a host", path: "App.entitlements",
        plist("<key>com.apple.developer.associated-domains</key><array><string>applinks:a.app</string></array>"))
    ])

  func judge(_ list: PropertyList, into record: inout AuditRecord) {
    for node in list.root["com.apple.developer.associated-domains"]?.array ?? [] {
      guard let text = node.string else { continue }
      if text.contains("mode=developer") {
        record.flaw(
          manual, in: list, at: node.position, list.isForDebug(at: node.position) ? .note : .warning,
          "A test server says which links are the app's.")
      } else if text.contains(":*.") {
        record.flaw(manual, in: list, at: node.position, .note, "Every subdomain of this host sends links to the app.")
      } else if text.hasPrefix("applinks:") {
        record.control("links are verified with the host", manual, in: list, at: node.position)
      }
    }
  }
}
