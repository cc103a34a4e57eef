import UntrustedInput

/// Documents that every computer with a cable reads and writes.
struct SharedDocuments: PropertyListRule {
  let manual = RuleManual(
    "shared-documents", "The app's documents are its own",
    reason: "File sharing opens the folder Documents to whoever has the unlocked device on a cable, for reading and "
      + "for writing.",
    fix: "Remove the key, or keep everything of weight outside of Documents.",
    ids: ["O.Data_2", "O.Data_8", "MASVS-STORAGE-2", "MASWE-0006", "CWE-552"],
    violating: [
      RuleExample("switched on", path: "Info.plist", lines: [2], plist("<key>UIFileSharingEnabled</key><true/>")),
      RuleExample(
        "edited in place", path: "Info.plist", lines: [2], plist("<key>LSSupportsOpeningDocumentsInPlace</key><true/>")),
      RuleExample(
        "by a setting", path: "App.xcodeproj/project.pbxproj", lines: [9],
        xcodeProject(release: "INFOPLIST_KEY_LSSupportsOpeningDocumentsInPlace = YES;")),
      RuleExample(
        "by a setting of Tuist", path: "Project.swift", lines: [3],
        """
        import ProjectDescription
        let settings: SettingsDictionary = [
          "INFOPLIST_KEY_UISupportsDocumentBrowser": true
        ]
        """),
    ],
    conforming: [
      RuleExample("switched off", path: "Info.plist", plist("<key>UIFileSharingEnabled</key><false/>")),
      RuleExample(
        "a setting that Xcode does not know", path: "App.xcodeproj/project.pbxproj",
        xcodeProject(release: "INFOPLIST_KEY_UIFileSharingEnabled = YES;")),
      RuleExample(
        "for debug builds", path: "App.xcodeproj/project.pbxproj",
        xcodeProject(release: "", debug: "INFOPLIST_KEY_UISupportsDocumentBrowser = YES;")),
    ])

  func judge(_ list: PropertyList, into record: inout AuditRecord) {
    for member in list.root.members ?? [] where member.node.isYes {
      switch member.name {
      case "UIFileSharingEnabled":
        record.flaw(manual, in: list, at: member.position, .note, "Documents are open to every computer on a cable.")
      case "LSSupportsOpeningDocumentsInPlace", "UISupportsDocumentBrowser":
        record.flaw(manual, in: list, at: member.position, .note, "Documents are open to the app Files and to others.")
      default: continue
      }
    }
  }
}
