import UntrustedInput

/// `get-task-allow`: every debugger may attach to the app. Also a default protection class that protects nothing.
struct DebuggableEntitlement: PropertyListRule {
  let manual = RuleManual(
    "debuggable-entitlement", "A released app cannot be debugged",
    reason: "With get-task-allow every process of the user may read and change the app's memory.",
    fix: "Remove the key: Xcode adds it to debug builds by itself.",
    ids: ["O.Resi_2", "O.Source_9", "MASVS-RESILIENCE-4", "MASWE-0067", "MASTG-TEST-0261", "CWE-489"],
    violating: [
      RuleExample("allowed", path: "App.entitlements", lines: [2], plist("<key>get-task-allow</key>\n<true/>")),
      RuleExample(
        "no protection by default", path: "entitlements.plist", lines: [2],
        plist("<key>com.apple.developer.default-data-protection</key><string>NSFileProtectionNone</string>")),
    ],
    conforming: [
      RuleExample("forbidden", path: "App.entitlements", plist("<key>get-task-allow</key><false/>")),
      RuleExample(
        "complete protection", path: "App.entitlements",
        plist("<key>com.apple.developer.default-data-protection</key><string>NSFileProtectionComplete</string>")),
    ])

  func judge(_ list: PropertyListNode, in file: SourceText, into record: inout AuditRecord) {
    for (_, member) in list.everyMember {
      if member.name == "get-task-allow" || member.name == "com.apple.security.get-task-allow", member.node.bool == true
      {
        record.flaw(manual, in: file, at: member.position, .error, "Every debugger may attach to this app.")
      }
      if member.name == "com.apple.developer.default-data-protection", member.node.string == "NSFileProtectionNone" {
        record.flaw(manual, in: file, at: member.position, .error, "Files of this app are readable on a locked device.")
      }
    }
  }
}

/// A property list around some keys, for examples: the keys begin on line 2.
func plist(_ keys: String) -> String { "<plist version=\"1.0\"><dict>\n\(keys)\n</dict></plist>\n" }
