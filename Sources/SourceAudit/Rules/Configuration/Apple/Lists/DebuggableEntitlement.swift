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
      RuleExample(
        "Tuist, in a constant", path: "Project.swift", lines: [2],
        """
        import ProjectDescription
        let rights: Entitlements = ["get-task-allow": .boolean(true)]
        let app = Target.target(name: "App", product: .app, entitlements: rights)
        """),
    ],
    conforming: [
      RuleExample("forbidden", path: "App.entitlements", plist("<key>get-task-allow</key><false/>")),
      RuleExample(
        "Tuist, merged over", path: "Project.swift",
        """
        import ProjectDescription
        let base: [String: Plist.Value] = ["get-task-allow": true]
        let app = Target.target(
          name: "App", product: .app, entitlements: .dictionary(base.merging(["get-task-allow": false]) { $1 }))
        """),
    ])

  func judge(_ list: PropertyList, into record: inout AuditRecord) {
    for (_, member) in list.root.everyMember
    where member.name == "get-task-allow" || member.name == "com.apple.security.get-task-allow" {
      guard member.node.isYes else { continue }
      // Xcode's convention for the entitlements of debug builds.
      record.flaw(
        manual, in: list, at: member.position, list.isForDebug(at: member.position) ? .note : .error,
        "Every debugger may attach to this app.", edits: list.turningOff(member))
    }
  }
}

/// A property list around some keys, for examples: the keys begin on line 2.
func plist(_ keys: String) -> String { "<plist version=\"1.0\"><dict>\n\(keys)\n</dict></plist>\n" }
