import UntrustedInput

/// Entitlements that take the app's own walls down.
/// Source: Apple, Hardened Runtime.
struct HardenedRuntimeException: PropertyListRule {
  private static let names: [String: FindingSeverity] = [
    "com.apple.security.cs.disable-library-validation": .warning,
    "com.apple.security.cs.allow-dyld-environment-variables": .warning,
    "com.apple.security.cs.disable-executable-page-protection": .warning,
    "com.apple.security.cs.allow-unsigned-executable-memory": .warning,
    "com.apple.security.cs.debugger": .warning, "com.apple.security.cs.allow-jit": .note,
  ]

  let manual = RuleManual(
    "hardened-runtime-exception", "The hardened runtime has no exceptions",
    reason: "Each exception lets code into the process that the app was not signed with.",
    fix: "Remove the key; sign what the app loads with the app's own team.",
    ids: ["O.Resi_1", "O.Source_6", "MASVS-RESILIENCE-2", "MASVS-CODE-4", "MASWE-0116", "CWE-693"],
    violating: [
      RuleExample(
        "any library", path: "App.entitlements", lines: [2],
        plist("<key>com.apple.security.cs.disable-library-validation</key><true/>"))
    ],
    conforming: [
      RuleExample("the sandbox", path: "App.entitlements", plist("<key>com.apple.security.app-sandbox</key><true/>"))
    ])

  func judge(_ list: PropertyList, into record: inout AuditRecord) {
    for member in list.root.members ?? [] where member.node.isYes {
      guard let severity = Self.names[member.name] else { continue }
      record.flaw(manual, in: list, at: member.position, severity, "Foreign code may run inside this app.")
    }
  }
}
