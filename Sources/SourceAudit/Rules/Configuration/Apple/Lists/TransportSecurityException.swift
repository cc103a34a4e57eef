import UntrustedInput

/// Exceptions from App Transport Security.
/// Source: Apple, NSAppTransportSecurity.
struct TransportSecurityException: PropertyListRule {
  private static let switches: Set<String> = [
    "NSAllowsArbitraryLoads", "NSAllowsArbitraryLoadsInWebContent", "NSAllowsArbitraryLoadsForMedia",
    "NSExceptionAllowsInsecureHTTPLoads", "NSTemporaryExceptionAllowsInsecureHTTPLoads",
    "NSThirdPartyExceptionAllowsInsecureHTTPLoads",
  ]
  private static let forward: Set<String> = [
    "NSExceptionRequiresForwardSecrecy", "NSTemporaryExceptionRequiresForwardSecrecy",
    "NSThirdPartyExceptionRequiresForwardSecrecy",
  ]
  private static let versions: Set<String> = [
    "NSExceptionMinimumTLSVersion", "NSTemporaryExceptionMinimumTLSVersion", "NSThirdPartyExceptionMinimumTLSVersion",
  ]

  let manual = RuleManual(
    "transport-security-exception", "App Transport Security has no exceptions",
    reason: "Each exception lets connections go in the clear, with old versions of TLS, or without forward secrecy, "
      + "and code that comes later uses it unseen.",
    fix: "Remove the key. Where one server cannot do better, name that one domain and put TLS in front of it.",
    ids: ["O.Ntwk_1", "O.Ntwk_2", "MASVS-NETWORK-1", "MASWE-0050", "CWE-319"],
    violating: [
      RuleExample(
        "everything", path: "Info.plist", lines: [3],
        plist("<key>NSAppTransportSecurity</key><dict>\n<key>NSAllowsArbitraryLoads</key><true/>\n</dict>")),
      RuleExample(
        "one domain, and an old version", path: "Info.plist", lines: [4, 5],
        plist(
          "<key>NSAppTransportSecurity</key><dict><key>NSExceptionDomains</key><dict>\n<key>a.example</key><dict>\n"
            + "<key>NSExceptionAllowsInsecureHTTPLoads</key><true/>\n"
            + "<key>NSExceptionMinimumTLSVersion</key><string>TLSv1.0</string></dict></dict></dict>")),
      RuleExample(
        "Tuist, through a function of another file", path: "Tuist/ProjectDescriptionHelpers/Lists.swift", lines: [4],
        others: [
          SourceText(
            path: "Project.swift",
            text: """
              import ProjectDescription
              let app = Target.target(name: "App", product: .app, infoPlist: .extendingDefault(with: list(isOpen: true)))
              """)
        ],
        """
        import ProjectDescription
        public func list(isOpen: Bool) -> [String: Plist.Value] {
          ["NSAppTransportSecurity": .dictionary([
            "NSAllowsArbitraryLoads": .boolean(isOpen)
          ])]
        }
        """),
    ],
    conforming: [
      RuleExample(
        "turned off", path: "Info.plist",
        plist("<key>NSAppTransportSecurity</key><dict><key>NSAllowsArbitraryLoads</key><false/></dict>")),
      RuleExample(
        "this machine", path: "Info.plist",
        plist("<key>NSAppTransportSecurity</key><dict><key>NSAllowsLocalNetworking</key><true/></dict>")),
    ])

  func judge(_ list: PropertyList, into record: inout AuditRecord) {
    for (path, member) in list.root.everyMember where path.contains("NSAppTransportSecurity") {
      if path.contains("localhost") { continue }
      if Self.switches.contains(member.name), member.node.bool == true {
        let isAll = member.name == "NSAllowsArbitraryLoads"
        record.flaw(
          manual, in: list, at: member.position, isAll ? .error : .warning,
          isAll ? "Every connection may go in the clear." : "Connections may go in the clear.",
          edits: list.turningOff(member))
      } else if Self.forward.contains(member.name), member.node.bool == false {
        record.flaw(manual, in: list, at: member.position, .warning, "What was recorded can be opened later.")
      } else if Self.versions.contains(member.name), let version = member.node.string, version < "TLSv1.2",
        !version.hasPrefix("$(")
      {
        record.flaw(manual, in: list, at: member.position, .warning, "This version of TLS is broken.")
      }
    }
  }
}
