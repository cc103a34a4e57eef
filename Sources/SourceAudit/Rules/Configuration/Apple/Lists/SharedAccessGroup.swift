import UntrustedInput

/// Groups of the keychain and of containers that a wildcard opens to every app of the team.
struct SharedAccessGroup: PropertyListRule {
  private static let names: Set<String> = ["keychain-access-groups", "com.apple.security.application-groups"]
  private static let prefixes = ["$(AppIdentifierPrefix)", "$(TeamIdentifierPrefix)"]

  let manual = RuleManual(
    "shared-access-group", "Secrets are shared with named apps only",
    reason: "A wildcard gives every app of the same team the keychain items of this one: the weakest of them decides.",
    fix: "Name each group in full, and only those that another app of yours needs.",
    ids: ["O.Data_2", "O.Data_3", "O.Plat_8", "MASVS-STORAGE-1", "MASVS-PLATFORM-1", "MASWE-0006", "CWE-668"],
    violating: [
      RuleExample(
        "a wildcard", path: "App.entitlements", lines: [3],
        plist("<key>keychain-access-groups</key><array>\n<string>$(AppIdentifierPrefix)*</string></array>"))
    ],
    conforming: [
      RuleExample(
        "the app's own", path: "App.entitlements",
        plist("<key>keychain-access-groups</key><array><string>$(AppIdentifierPrefix)com.a.b</string></array>"))
    ])

  func judge(_ list: PropertyList, into record: inout AuditRecord) {
    for member in list.root.members ?? [] where Self.names.contains(member.name) {
      for node in member.node.array ?? [] {
        guard let text = node.string, text.hasSuffix("*") || Self.prefixes.contains(text) else { continue }
        record.flaw(manual, in: list, at: node.position, .warning, "Every app of the team shares what is kept here.")
      }
    }
  }
}
