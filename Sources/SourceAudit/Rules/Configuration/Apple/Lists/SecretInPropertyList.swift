import UntrustedInput

/// Keys and passwords in property lists of the bundle.
struct SecretInPropertyList: PropertyListRule {
  let manual = RuleManual(
    "secret-in-property-list", "Secrets do not belong into the bundle",
    reason: "The bundle is unpacked with one command; whoever has the app has the file.",
    fix: "Let the server hold the secret, or give each installation one of its own after it has logged in.",
    ids: [
      "O.Data_4", "O.Cryp_4", "MASVS-CRYPTO-2", "MASWE-0014", "MASWE-0005", "MASTG-TEST-0214", "CWE-798", "CWE-321",
    ],
    violating: [
      RuleExample(
        "a client's secret", path: "Config.plist", lines: [2],
        plist("<key>ClientSecret</key><string>9f8Ab3kQ7xZ2mN5pL0rT</string>")),
      RuleExample(
        "a private key", path: "Keys.plist", lines: [3],
        plist(
          "<key>a</key><string>b</string>\n<key>pem</key><string>-----BEGIN PRIVATE KEY-----MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj</string>"
        )),
    ],
    conforming: [
      RuleExample("a text", path: "Info.plist", plist("<key>NSFaceIDUsageDescription</key><string>Unlock</string>")),
      RuleExample(
        "a setting of the build", path: "Info.plist", plist("<key>ApiSecret</key><string>$(API_SECRET)</string>")),
    ])

  func judge(_ list: PropertyList, into record: inout AuditRecord) {
    for (_, member) in list.root.everyMember {
      guard let text = member.node.string, !text.hasPrefix("$(") else { continue }
      let isNamed = SecretWords.judge(member.name) == .secret && HardcodedSecret.isRandom(text)
      guard isNamed || HardcodedSecret.hasKnownForm(text), !isOfGoogle(list, member) else { continue }
      // Of a literal in code its own rule has spoken.
      guard !record.holds("hardcoded-secret", at: list.place(of: member.node.position)) else { continue }
      record.flaw(manual, in: list, at: member.position, .warning, "A secret lies in the bundle.")
    }
  }

  /// The key in Google's file names a project and opens nothing by itself.
  private func isOfGoogle(_ list: PropertyList, _ member: PropertyListMember) -> Bool {
    member.name == "API_KEY" && list.file.path.contains("GoogleService-Info")
  }
}
