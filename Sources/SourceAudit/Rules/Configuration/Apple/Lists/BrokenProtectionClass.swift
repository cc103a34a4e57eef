import SecurityPolicy
import UntrustedInput

/// The class of file protection that entitlements ask for: none at all, or, in an app that has secrets on disk, a word
/// that is not there.
/// Source: Apple, Data Protection Entitlement.
struct BrokenProtectionClass: ProjectRule {
  private static let key = "com.apple.developer.default-data-protection"

  let manual = RuleManual(
    "broken-protection-class", "Files are encrypted while the device is locked",
    reason: "The class of the entitlement holds for every file that the app makes without another one. With "
      + "NSFileProtectionNone whoever holds the device reads them.",
    fix: "Set com.apple.developer.default-data-protection to NSFileProtectionComplete.",
    ids: ["O.Data_2", "O.Data_3", "MASVS-STORAGE-1", "MASWE-0006", "CWE-311", "CWE-922"],
    violating: [
      RuleExample(
        "no protection", path: "App.entitlements", lines: [2],
        plist("<key>com.apple.developer.default-data-protection</key><string>NSFileProtectionNone</string>")),
      RuleExample(
        "in a binary list of entitlements", path: "entitlements.plist", lines: [2],
        plist("<key>com.apple.developer.default-data-protection</key><string>none</string>")),
    ],
    conforming: [
      RuleExample(
        "complete", path: "App.entitlements",
        plist("<key>com.apple.developer.default-data-protection</key><string>NSFileProtectionComplete</string>")),
      RuleExample(
        "left to the system", path: "App.entitlements", plist("<key>aps-environment</key><string>p</string>")),
    ])

  func judge(_ project: Project, into record: inout AuditRecord) {
    for list in project.propertyLists {
      for member in list.root.members ?? [] where member.name == Self.key {
        let text = member.node.string ?? ""
        if ["NSFileProtectionNone", "none"].contains(text) {
          record.flaw(
            manual, in: list, at: member.position, .error, "Files of this app are readable on a locked device.")
        } else if text == "NSFileProtectionComplete" || text == "NSFileProtectionCompleteUnlessOpen" {
          record.control("files are encrypted while the device is locked", manual, in: list, at: member.position)
        }
      }
    }
  }
}
