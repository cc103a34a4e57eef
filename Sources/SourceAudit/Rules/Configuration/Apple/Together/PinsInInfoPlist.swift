import SecurityPolicy
import UntrustedInput

/// Pins in Info.plist: one without a spare, only of the server's own key, or other ones than the policy's.
/// Source: Apple, NSPinnedDomains.
struct PinsInInfoPlist: ProjectRule {
  let manual = RuleManual(
    "pins-in-info-plist", "Pins in Info.plist are the policy's, and one of them is spare",
    reason: "With a single pin the app goes silent on the day when the key is changed or lost. Pins that differ from "
      + "the policy's refuse the policy's server, or trust one that the policy does not.",
    fix: "Write the policy's pins for this host, at least two of them.",
    ids: ["O.Ntwk_3", "O.Ntwk_4", "O.Ntwk_5", "MASVS-NETWORK-2", "MASWE-0047", "CWE-295", "CWE-1104"],
    violating: [
      RuleExample(
        "one pin", path: "App/Info.plist", lines: [3],
        plist(
          "<key>NSAppTransportSecurity</key><dict><key>NSPinnedDomains</key><dict>\n<key>api.a.app</key><dict>"
            + "<key>NSPinnedLeafIdentities</key><array><dict><key>SPKI-SHA256-BASE64</key>"
            + "<string>AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=</string></dict></array></dict></dict></dict>"))
    ],
    conforming: [
      RuleExample(
        "two pins", path: "App/Info.plist",
        plist(
          "<key>NSAppTransportSecurity</key><dict><key>NSPinnedDomains</key><dict><key>api.a.app</key><dict>"
            + "<key>NSPinnedCAIdentities</key><array><dict><key>SPKI-SHA256-BASE64</key><string>"
            + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=</string></dict><dict><key>SPKI-SHA256-BASE64</key><string>"
            + "BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB=</string></dict></array></dict></dict></dict>"))
    ])

  func judge(_ project: Project, into record: inout AuditRecord) {
    let wanted = Self.pins(of: project.policy)
    for list in project.propertyLists where list.isWhole {
      for domain in list.root["NSAppTransportSecurity"]?["NSPinnedDomains"]?.members ?? [] {
        let identities = ["NSPinnedLeafIdentities", "NSPinnedCAIdentities"].flatMap { domain.node[$0]?.array ?? [] }
        let pins = Set(identities.compactMap { $0["SPKI-SHA256-BASE64"]?.string })
        let expected = wanted[domain.name.lowercased()] ?? []
        if !expected.isEmpty, pins.isDisjoint(with: expected) {
          record.flaw(
            manual, in: list, at: domain.position, .error,
            "None of these pins is one of the policy's for this host.")
        } else if pins.count == 1 {
          record.flaw(manual, in: list, at: domain.position, .note, "There is one pin and no spare one.")
        } else if !pins.isEmpty {
          record.control("the keys of the server are pinned", manual, in: list, at: domain.position)
        }
      }
    }
  }

  /// The policy's pins by host, of all environments.
  private static func pins(of policy: Policy) -> [String: Set<String>] {
    var found: [String: Set<String>] = [:]
    for environment in policy.environments.values {
      let rest = environment.endpoint.drop { $0 != "/" }.dropFirst(2)
      let host = rest.prefix { $0 != "/" && $0 != ":" }.lowercased()
      found[host, default: []].formUnion(environment.pins.map(bare))
      for entry in environment.hosts { found[entry.host.lowercased(), default: []].formUnion(entry.pins.map(bare)) }
    }
    return found
  }

  /// Without the name of the digest that may stand in front: `sha256/…`.
  private static func bare(_ pin: String) -> String {
    pin.hasPrefix("sha256/") || pin.hasPrefix("sha256:") ? String(pin.dropFirst(7)) : pin
  }
}
