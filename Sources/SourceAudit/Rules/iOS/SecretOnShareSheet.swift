/// A secret that is handed to the share sheet: any app of the user's choice, and AirDrop, gets it.
struct SecretOnShareSheet: Rule {
  /// What shares, and the labels of what is shared.
  private static let sheets: [String: [String]] = [
    "UIActivityViewController": ["activityItems"], "ShareLink": ["item", "items"],
    "MFMailComposeViewController": [], "setMessageBody": ["0"], "NSSharingServicePicker": ["items"],
  ]

  let manual = RuleManual(
    "secret-shared", "Secrets are not shared",
    reason: "What goes to the share sheet leaves the app for good: to mail, chats, notes and other devices.",
    fix: "Share something that opens nothing by itself, such as a link with a short life that the server made.",
    ids: ["O.Plat_7", "O.Purp_8", "MASVS-PLATFORM-1", "MASVS-STORAGE-2", "MASWE-0053", "CWE-200", "CWE-359"],
    violating: [
      RuleExample(
        "a token in the list", lines: [2],
        """
        func share(_ accessToken: String) {
          present(UIActivityViewController(activityItems: ["Token: \\(accessToken)"], applicationActivities: nil), animated: true)
        }
        """),
      RuleExample("a link of SwiftUI", lines: [1], "func f(_ wallet: Wallet) { ShareLink(item: wallet.seedPhrase) }"),
    ],
    conforming: [
      RuleExample(
        "a picture", "let sheet = UIActivityViewController(activityItems: [picture], applicationActivities: nil)"),
      RuleExample("a page", "ShareLink(item: page.url)"),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    for (name, labels) in Self.sheets.sorted(by: { $0.key < $1.key }) {
      for call in unit.calls(name) {
        let shared = labels.compactMap { Int($0).map { call.argument(at: $0) } ?? call.argument($0) }
        guard let secret = shared.lazy.compactMap({ project.secret(inside: $0) }).first else { continue }
        record.flaw(
          manual, at: call, .warning, "A secret is shared with other apps.", confidence: .medium, way: [call, secret])
      }
    }
  }
}
