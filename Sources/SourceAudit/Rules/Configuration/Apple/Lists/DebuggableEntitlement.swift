import UntrustedInput

/// `get-task-allow`: every debugger may attach to the app.
struct DebuggableEntitlement: PropertyListRule {
  let manual = RuleManual(
    "debuggable-entitlement", "A released app cannot be debugged",
    reason: "With get-task-allow every process of the user may read and change the app's memory.",
    fix: "Remove the key: Xcode adds it to debug builds by itself.",
    ids: ["O.Resi_2", "O.Source_9", "MASVS-RESILIENCE-4", "MASWE-0067", "MASTG-TEST-0261", "CWE-489"],
    violating: [
      RuleExample("allowed", path: "App.entitlements", lines: [2], plist("<key>get-task-allow</key>\n<true/>")),
      RuleExample(
        "in the old form", path: "entitlements.plist", lines: [2], "{\n  \"get-task-allow\" = YES;\n}\n"),
    ],
    conforming: [
      RuleExample("forbidden", path: "App.entitlements", plist("<key>get-task-allow</key><false/>"))
    ])

  func judge(_ list: PropertyListNode, in file: SourceText, into record: inout AuditRecord) {
    // Xcode's convention for the entitlements of debug builds.
    let name = (file.path.split(separator: "/").last ?? "").lowercased()
    let isDebug = name.contains("debug") || name.contains("development")
    for (_, member) in list.everyMember
    where member.name == "get-task-allow" || member.name == "com.apple.security.get-task-allow" {
      guard member.node.isYes else { continue }
      let isMarkup = file.text.first { !$0.isWhitespace } == "<"
      record.flaw(
        manual, in: file, at: member.position, isDebug ? .note : .error, "Every debugger may attach to this app.",
        edits: file.edit(isMarkup ? "true" : "YES", to: isMarkup ? "false" : "NO", from: member.position))
    }
  }
}

/// A property list around some keys, for examples: the keys begin on line 2.
func plist(_ keys: String) -> String { "<plist version=\"1.0\"><dict>\n\(keys)\n</dict></plist>\n" }
