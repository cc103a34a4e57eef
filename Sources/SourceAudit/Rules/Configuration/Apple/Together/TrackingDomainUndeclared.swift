import UntrustedInput

/// Known hosts of trackers that the code talks to and the privacy manifest does not name.
/// Source: Apple, NSPrivacyTrackingDomains; hosts as the companies themselves document their kits.
struct TrackingDomainUndeclared: ProjectRule {
  private static let domains = [
    "app-measurement.com", "google-analytics.com", "doubleclick.net", "graph.facebook.com", "appsflyer.com",
    "app.adjust.com", "adjust.io", "branch.io", "mixpanel.com", "amplitude.com", "applovin.com", "unityads.unity3d.com",
    "flurry.com", "chartboost.com", "mopub.com", "criteo.com", "inmobi.com", "kochava.com", "singular.net",
  ]

  let manual = RuleManual(
    "tracking-domain-undeclared", "Hosts of trackers stand in the privacy manifest",
    reason: "The system holds back connections to the domains of the manifest until the user has agreed to be tracked; "
      + "to others the app talks from the first launch on.",
    fix: "Name the domain under NSPrivacyTrackingDomains, or leave the tracker out.",
    ids: ["O.Purp_3", "O.Data_6", "MASVS-PRIVACY-1", "MASWE-0108", "MASTG-TEST-0281", "CWE-359"],
    violating: [
      RuleExample(
        "no entry", path: "App/A.swift", lines: [1],
        "let address = URL(string: \"https://events.appsflyer.com/v1/launch\")")
    ],
    conforming: [
      RuleExample(
        "named", path: "App/A.swift",
        others: [
          SourceText(
            path: "App/PrivacyInfo.xcprivacy",
            text: plist(
              "<key>NSPrivacyTracking</key><true/><key>NSPrivacyTrackingDomains</key><array>"
                + "<string>appsflyer.com</string></array>"))
        ],
        "let address = URL(string: \"https://events.appsflyer.com/v1/launch\")"),
      RuleExample("a list of hosts to block", "let blocked = [\"doubleclick.net\"]"),
    ])

  func judge(_ project: Project, into record: inout AuditRecord) {
    let manifests = project.propertyLists.filter { $0.kind == .privacy }
    guard manifests.allSatisfy(\.isWhole) else { return }
    let declared = manifests.flatMap { $0.root["NSPrivacyTrackingDomains"]?.strings ?? [] }
    for unit in project.appleUnits where unit.names.contains(where: { Self.tracker(in: $0) != nil }) {
      for literal in unit.all(.string) {
        guard let first = literal.list.first, let domain = Self.tracker(in: unit.name(first.name)),
          !declared.contains(where: { domain == $0 || domain.hasSuffix("." + $0) || $0.hasSuffix("." + domain) })
        else { continue }
        record.flaw(
          manual, at: literal, .warning, "The privacy manifest does not name this host of a tracker.",
          confidence: .medium)
      }
    }
  }

  private static func tracker(in text: String) -> String? {
    guard text.hasPrefix("https://") || text.hasPrefix("http://") else { return nil }
    let host = text.drop { $0 != "/" }.dropFirst(2).prefix { $0 != "/" && $0 != "?" && $0 != ":" }.lowercased()
    return domains.first { host == $0 || host.hasSuffix("." + $0) }
  }
}
