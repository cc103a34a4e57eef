import UntrustedInput

/// Questions for other apps that the system answers with no, because Info.plist does not announce them.
/// Source: Apple, canOpenURL(_:), LSApplicationQueriesSchemes.
struct UndeclaredSchemeQuery: ProjectRule {
  private static let open: Set<String> = [
    "http", "https", "tel", "telprompt", "mailto", "sms", "facetime", "facetime-audio", "app-settings", "itms-apps",
    "itms", "shareddocuments", "x-apple.systempreferences", "file", "prefs", "itms-services", "message",
  ]

  let manual = RuleManual(
    "undeclared-scheme-query", "Schemes that the code asks for stand in LSApplicationQueriesSchemes",
    reason: "For a scheme that is not announced canOpenURL always says no: a look for the shops of jailbroken devices "
      + "then finds nothing on any device.",
    fix: "Add the scheme to LSApplicationQueriesSchemes.",
    ids: ["O.Resi_2", "O.Plat_14", "MASVS-RESILIENCE-1", "MASWE-0097", "CWE-693"],
    violating: [
      RuleExample(
        "a check that never fires", path: "App/A.swift", lines: [2],
        others: [SourceText(path: "App/Info.plist", text: plist("<key>LSRequiresIPhoneOS</key><true/>"))],
        """
        func isJailbroken() -> Bool {
          UIApplication.shared.canOpenURL(URL(string: "cydia://package/com.a")!)
        }
        """)
    ],
    conforming: [
      RuleExample(
        "announced", path: "App/A.swift",
        others: [
          SourceText(
            path: "App/Info.plist",
            text: plist(
              "<key>LSRequiresIPhoneOS</key><true/>\n<key>LSApplicationQueriesSchemes</key><array><string>Cydia</string>"
                + "</array>"))
        ],
        "func isJailbroken() -> Bool { UIApplication.shared.canOpenURL(URL(string: \"cydia://a\")!) }"),
      RuleExample(
        "a page", path: "App/A.swift",
        others: [SourceText(path: "App/Info.plist", text: plist("<key>LSRequiresIPhoneOS</key><true/>"))],
        "func ask() -> Bool { UIApplication.shared.canOpenURL(URL(string: \"https://a.app\")!) }"),
    ])

  func judge(_ project: Project, into record: inout AuditRecord) {
    guard !project.appLists.isEmpty, !project.hidesKeys else { return }
    let declared = Set(
      project.propertyLists.flatMap { $0.root["LSApplicationQueriesSchemes"]?.strings ?? [] }
        .map { $0.lowercased() })
    for unit in project.appleUnits {
      for call in unit.calls("canOpenURL") {
        guard let address = call.argument(at: 0) else { continue }
        let texts = project.origins(of: address, reach: .influence).leaves.compactMap { leaf -> String? in
          guard leaf.kind == .string, let first = leaf.list.first else { return nil }
          return leaf.unit.name(first.name)
        }
        let schemes = texts.compactMap { text -> String? in
          guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else { return nil }
          return text[..<colon].lowercased()
        }
        guard
          let missing = schemes.first(where: {
            !Self.open.contains($0) && !declared.contains($0)
              && $0.allSatisfy { $0.isLetter || $0.isNumber || "-+.".contains($0) }
          })
        else { continue }
        // The app's own scheme needs no announcement.
        guard !Self.own(project).contains(missing) else { continue }
        record.flaw(
          manual, at: call, .warning, "The system always says no here: the scheme is not announced in Info.plist.")
      }
    }
  }

  private static func own(_ project: Project) -> Set<String> {
    Set(
      project.propertyLists.flatMap { $0.root["CFBundleURLTypes"]?.array ?? [] }
        .flatMap { $0["CFBundleURLSchemes"]?.strings ?? [] }.map { $0.lowercased() })
  }
}
