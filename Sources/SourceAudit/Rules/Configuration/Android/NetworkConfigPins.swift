import SecurityPolicy
import UntrustedInput

/// Pins of the network security configuration: expired, alone, no pins at all, or others than the policy's.
/// Source: developer.android.com, Network security configuration, Pin certificates.
struct NetworkConfigPins: NetworkConfigRule {
  /// Version of MASTG that the rules go by: what had ended on this day has ended, whichever day it is.
  static let catalogueDay = PolicyDay("2025-07-29")

  let manual = RuleManual(
    "network-config-pins", "Pins are in force and have a reserve",
    reason: "Pins that have expired are no longer asked for; without a second one a lost key locks every user out.",
    fix: "Pin two keys that you hold and renew the day of expiry with each release.",
    ids: ["O.Ntwk_4", "MASVS-NETWORK-2", "MASWE-0047", "MASTG-TEST-0243", "CWE-295"],
    violating: [
      RuleExample(
        "expired", path: "network.xml", lines: [3],
        networkConfig(
          "<domain-config><domain>api.sleep.app</domain>\n<pin-set expiration=\"2021-01-01\">"
            + "<pin digest=\"SHA-256\">7HIpactkIAq2Y49orFOOQKurWxmmSFZhBCoQYcRhJ3Y=</pin>"
            + "<pin digest=\"SHA-256\">fwza0LRMXouZHRC8Ei+4PyuldPDcf3UKgO/04cDM1oE=</pin></pin-set></domain-config>")),
      RuleExample(
        "no reserve", path: "network.xml", lines: [3],
        networkConfig(
          "<domain-config><domain>api.sleep.app</domain>\n<pin-set>"
            + "<pin digest=\"SHA-256\">7HIpactkIAq2Y49orFOOQKurWxmmSFZhBCoQYcRhJ3Y=</pin></pin-set></domain-config>")),
      RuleExample(
        "no pins", path: "network.xml", lines: [2, 3],
        networkConfig(
          "<domain-config><domain>a.app</domain><pin-set><pin digest=\"SHA-1\">AAAA</pin>\n"
            + "<pin digest=\"SHA-256\">AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=</pin></pin-set></domain-config>")),
    ],
    conforming: [
      RuleExample(
        "two, for long", path: "network.xml",
        networkConfig(
          "<domain-config><domain>api.sleep.app</domain><pin-set expiration=\"2999-01-01\">"
            + "<pin digest=\"SHA-256\">7HIpactkIAq2Y49orFOOQKurWxmmSFZhBCoQYcRhJ3Y=</pin>"
            + "<pin digest=\"SHA-256\">fwza0LRMXouZHRC8Ei+4PyuldPDcf3UKgO/04cDM1oE=</pin></pin-set></domain-config>"))
    ])

  func judge(_ config: AndroidXML, in project: Project, into record: inout AuditRecord) {
    guard config.place.isShipped else { return }
    for set in config.root.everyElement where set.localName == "pin-set" {
      judge(set, in: config, on: project.today ?? Self.catalogueDay, into: &record)
    }
    compare(config, project.policy, into: &record)
  }

  private func judge(
    _ set: MarkupElement, in config: AndroidXML, on today: PolicyDay?, into record: inout AuditRecord
  ) {
    let bad = set.all("pin").filter { !Self.isPin($0) }
    for pin in bad { record.flaw(manual, android: config.file, at: pin.position, .warning, "This is no pin.") }
    guard bad.isEmpty else { return }
    if let expiry = set.attribute("expiration") {
      guard let day = PolicyDay(expiry.value) else {
        return record.flaw(manual, android: config.file, at: expiry.position, .warning, "This is no day.")
      }
      if let today, day <= today {
        // O.Ntwk_4#670
        return record.flaw(
          manual, android: config.file, at: expiry.position, .error, "These pins have expired and count no longer.")
      }
    }
    if Set(set.all("pin").map(\.text.trimmingBlanks)).count < 2 {
      return record.flaw(
        manual, android: config.file, at: set.position, .warning, "There is no second pin for the day the key changes.")
    }
    record.control("hosts are pinned", manual, in: config.file, at: set.position)
  }

  /// SHA-256 in base64, and not the same sign all over.
  private static func isPin(_ pin: MarkupElement) -> Bool {
    let text = pin.text.trimmingBlanks
    return pin.attribute("digest")?.value == "SHA-256" && text.utf8.count == 44 && text.hasSuffix("=")
      && Set(text.dropLast(2)).count > 4
  }

  /// The policy's hosts: each must be pinned here, to the keys that the policy names.
  private func compare(_ config: AndroidXML, _ policy: Policy, into record: inout AuditRecord) {
    for (_, environment) in policy.environments.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      var hosts = environment.hosts.map { (host: $0.host, pins: $0.pins) }
      let endpoint = environment.endpoint.drop { $0 != "/" }.drop { $0 == "/" }.prefix { $0 != ":" && $0 != "/" }
      hosts.append((String(endpoint), environment.pins))
      for (host, pins) in hosts where !pins.isEmpty {
        guard let section = Self.section(for: host, in: config.root) else {
          record.flaw(
            manual, android: config.file, at: config.root.position, .warning,
            "The policy pins a host that this file does not pin.")
          continue
        }
        let own = Set(section.first("pin-set")?.all("pin").map(\.text.trimmingBlanks) ?? [])
        if !Set(pins).isSubset(of: own) {
          record.flaw(
            manual, android: config.file, at: (section.first("pin-set") ?? section).position, .warning,
            "The pins of this host are not those of the policy.")
        }
      }
    }
  }

  /// The innermost section whose domain is the host or, when it includes them, above it.
  private static func section(for host: String, in root: MarkupElement) -> MarkupElement? {
    root.everyElement.filter { $0.localName == "domain-config" }.last { section in
      section.all("domain").contains { domain in
        let name = domain.text.trimmingBlanks.lowercased()
        return name == host
          || domain.attribute("includeSubdomains")?.value == "true" && host.hasSuffix("." + name)
      }
    }
  }
}
