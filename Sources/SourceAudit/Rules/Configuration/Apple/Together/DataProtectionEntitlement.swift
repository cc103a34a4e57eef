import UntrustedInput

/// Apps that write files and leave their protection to the system's default: open from the first unlock on.
struct DataProtectionEntitlement: ProjectRule {
  private static let writers = [
    "NSPersistentContainer", "NSPersistentStoreCoordinator", "ModelContainer", "createFile", "sqlite3_open",
    "sqlite3_open_v2", "DatabaseQueue", "DatabasePool", "Realm",
  ]
  private static let protections = [
    "completeFileProtection", "completeFileProtectionUnlessOpen", "NSFileProtectionComplete", "protectionKey",
    "fileProtectionKey", "FileProtectionType", "NSPersistentStoreFileProtectionKey", "NSFileProtectionKey",
  ]

  let manual = RuleManual(
    "data-protection-entitlement", "Records are encrypted whenever the device is locked",
    reason: "By default files are readable from the first unlock after a start until the device is switched off: on "
      + "a device that was taken while locked they are open to whoever breaks into the system.",
    fix: "Set com.apple.developer.default-data-protection to NSFileProtectionComplete, or give each file its class.",
    ids: ["O.Data_2", "O.Data_3", "MASVS-STORAGE-1", "MASWE-0006", "CWE-311"],
    violating: [
      RuleExample(
        "a database", path: "App/App.entitlements", lines: [1],
        others: [
          SourceText(path: "App/Info.plist", text: plist("<key>LSRequiresIPhoneOS</key><true/>")),
          SourceText(path: "App/A.swift", text: "let records = NSPersistentContainer(name: \"Sleep\")"),
        ],
        plist("<key>aps-environment</key><string>production</string>"))
    ],
    conforming: [
      RuleExample(
        "by the entitlement", path: "App/App.entitlements",
        others: [
          SourceText(path: "App/Info.plist", text: plist("<key>LSRequiresIPhoneOS</key><true/>")),
          SourceText(path: "App/A.swift", text: "let records = NSPersistentContainer(name: \"Sleep\")"),
        ],
        plist("<key>com.apple.developer.default-data-protection</key><string>NSFileProtectionComplete</string>"))
    ])

  func judge(_ project: Project, into record: inout AuditRecord) {
    let entitlements = project.propertyLists.filter { $0.kind == .entitlements && $0.isShipped }
    guard let first = entitlements.first, !project.appLists.isEmpty,
      !entitlements.contains(where: {
        !$0.isWhole || $0.root["com.apple.developer.default-data-protection"] != nil
      })
    else { return }
    let units = project.appleUnits
    guard project.firstMention(Self.writers, in: units) != nil, project.firstMention(Self.protections, in: units) == nil
    else { return }
    record.flaw(
      manual, in: first, at: first.root.position, .note,
      "The app keeps files, and neither an entitlement nor code says how they are protected.")
  }
}
