import UntrustedInput

/// Apps without a privacy manifest, or with one that leaves out what the code uses.
/// Source: Apple, "Describing use of required reason API", "Privacy manifest files".
struct PrivacyManifest: ProjectRule {
  private static let categories: [(name: String, names: [String])] = [
    ("NSPrivacyAccessedAPICategoryUserDefaults", ["UserDefaults", "NSUserDefaults", "AppStorage"]),
    (
      "NSPrivacyAccessedAPICategoryFileTimestamp",
      ["creationDateKey", "contentModificationDateKey", "fileModificationDate", "NSFileCreationDate"]
    ),
    ("NSPrivacyAccessedAPICategorySystemBootTime", ["systemUptime", "mach_absolute_time"]),
    (
      "NSPrivacyAccessedAPICategoryDiskSpace",
      [
        "volumeAvailableCapacityKey", "volumeAvailableCapacityForImportantUsageKey", "volumeTotalCapacityKey",
        "systemFreeSize", "statfs", "statvfs",
      ]
    ),
    ("NSPrivacyAccessedAPICategoryActiveKeyboards", ["activeInputModes"]),
  ]

  let manual = RuleManual(
    "privacy-manifest", "The privacy manifest says what the code uses, and why",
    reason: "What the manifest leaves out can tell one device from others; users and the store are told less than the "
      + "app does.",
    fix: "Add PrivacyInfo.xcprivacy with one entry for each category of API in use and its reasons.",
    ids: ["O.Purp_1", "O.Purp_5", "MASVS-PRIVACY-3", "MASWE-0112", "CWE-359", "CWE-1059"],
    violating: [
      RuleExample(
        "a category without a reason", path: "App/PrivacyInfo.xcprivacy", lines: [3],
        plist(
          "<key>NSPrivacyAccessedAPITypes</key><array>\n<dict><key>NSPrivacyAccessedAPIType</key>"
            + "<string>NSPrivacyAccessedAPICategoryDiskSpace</string>"
            + "<key>NSPrivacyAccessedAPITypeReasons</key><array/></dict></array>")),
      RuleExample(
        "a category that is left out", path: "App/PrivacyInfo.xcprivacy", lines: [1],
        others: [
          SourceText(path: "App/Info.plist", text: plist("<key>LSRequiresIPhoneOS</key><true/>")),
          SourceText(path: "App/A.swift", text: "let uptime = ProcessInfo.processInfo.systemUptime"),
        ],
        plist("<key>NSPrivacyTracking</key><false/>")),
      RuleExample(
        "tracking without domains", path: "App/PrivacyInfo.xcprivacy", lines: [2],
        plist("<key>NSPrivacyTracking</key><true/>")),
      RuleExample(
        "no manifest", path: "App/A.swift", lines: [1],
        others: [SourceText(path: "App/Info.plist", text: plist("<key>LSRequiresIPhoneOS</key><true/>"))],
        "let isFirst = UserDefaults.standard.bool(forKey: \"first\")"),
    ],
    conforming: [
      RuleExample(
        "with its reason", path: "App/PrivacyInfo.xcprivacy",
        others: [
          SourceText(path: "App/Info.plist", text: plist("<key>LSRequiresIPhoneOS</key><true/>")),
          SourceText(path: "App/A.swift", text: "let isFirst = UserDefaults.standard.bool(forKey: \"first\")"),
        ],
        plist(
          "<key>NSPrivacyAccessedAPITypes</key><array><dict><key>NSPrivacyAccessedAPIType</key>"
            + "<string>NSPrivacyAccessedAPICategoryUserDefaults</string>"
            + "<key>NSPrivacyAccessedAPITypeReasons</key><array><string>CA92.1</string></array></dict></array>"))
    ])

  func judge(_ project: Project, into record: inout AuditRecord) {
    let manifests = project.propertyLists.filter { $0.kind == .privacy && $0.isShipped }
    var declared: Set<String> = []
    for manifest in manifests {
      for type in manifest.root["NSPrivacyAccessedAPITypes"]?.array ?? [] {
        let name = type["NSPrivacyAccessedAPIType"]?.string ?? ""
        declared.insert(name)
        guard type["NSPrivacyAccessedAPITypeReasons"]?.strings.isEmpty != false else { continue }
        record.flaw(manual, in: manifest, at: type.position, .warning, "This category has no reason.")
      }
      for member in manifest.root.members ?? [] where member.name == "NSPrivacyTracking" && member.node.isYes {
        guard manifest.root["NSPrivacyTrackingDomains"]?.strings.isEmpty != false else { continue }
        record.flaw(
          manual, in: manifest, at: member.position, .warning, "The domains of the tracking are not named.")
      }
    }
    guard !project.appLists.isEmpty, manifests.allSatisfy(\.isWhole) else { return }
    let units = project.appleUnits
    let missing = Self.categories.filter { !declared.contains($0.name) }.compactMap { category in
      project.firstMention(category.names, in: units).map { (category.name, $0) }
    }
    guard let (name, place) = missing.first else {
      if let manifest = manifests.first {
        record.control("a privacy manifest is there", manual, in: manifest, at: manifest.root.position)
      }
      return
    }
    if let manifest = manifests.first {
      record.flaw(
        manual, in: manifest, at: manifest.root.position, .note,
        "The code uses what \(name) stands for, and no entry says why.")
    } else {
      record.flaw(manual, at: place, .note, "The app has no privacy manifest, and this needs an entry \(name).")
    }
  }
}
