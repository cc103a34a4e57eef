import UntrustedInput

/// An app that acts on links and only has a scheme for them, which every other app may claim too.
struct CustomURLScheme: ProjectRule {
  let manual = RuleManual(
    "custom-url-scheme", "Links that the app acts on are universal links",
    reason: "Any app may register the same scheme and get the links (with codes and tokens) in this app's stead. A "
      + "universal link belongs to the app that the host names.",
    fix: "Add an associated domain (applinks:) and let links that matter come in over https; keep the scheme for what "
      + "may be public.",
    ids: ["O.Plat_13", "O.Source_1", "MASVS-PLATFORM-1", "MASWE-0058", "CWE-939"],
    violating: [
      RuleExample(
        "a scheme and nothing else", path: "App/Info.plist", lines: [3],
        others: [
          SourceText(
            path: "App/A.swift",
            text: """
              func application(_ app: UIApplication, open url: URL, options: [Key: Any] = [:]) -> Bool {
                guard url.scheme == "nap", url.host == "join" else { return false }
                return join(url.lastPathComponent)
              }
              """)
        ],
        plist(
          "<key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key>\n<array><string>nap</string></array>"
            + "</dict></array>"))
    ],
    conforming: [
      RuleExample(
        "with universal links", path: "App/Info.plist",
        others: [
          SourceText(path: "App/A.swift", text: "let view = Home().onOpenURL { link = DeepLink($0) }"),
          SourceText(
            path: "App/App.entitlements",
            text: plist(
              "<key>com.apple.developer.associated-domains</key><array><string>applinks:a.app</string></array>")),
        ],
        plist(
          "<key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array><string>nap</string></array>"
            + "</dict></array>")),
      RuleExample(
        "no code for links", path: "App/Info.plist",
        plist(
          "<key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array><string>nap</string></array>"
            + "</dict></array>")),
    ])

  func judge(_ project: Project, into record: inout AuditRecord) {
    let lists = project.propertyLists
    let isVerified = lists.contains { list in
      list.kind == .entitlements && !list.isWhole
        || (list.root["com.apple.developer.associated-domains"]?.strings ?? []).contains { $0.hasPrefix("applinks:") }
    }
    guard !isVerified,
      let (list, scheme) = lists.lazy.compactMap({ list in Self.scheme(list).map { (list, $0) } }).first
    else { return }
    let isHandled = project.appleUnits.contains { unit in
      unit.allDeclarations.contains { $0.kind == .parameter && project.door(of: $0) == .link }
    }
    guard isHandled else { return }
    record.flaw(
      manual, in: list, at: scheme.position, .note,
      "The code acts on links of this scheme, and no universal link says whose they are.")
  }

  /// The first scheme of the app's own; those that a kit for signing in prescribes are not.
  private static func scheme(_ list: PropertyList) -> PropertyListNode? {
    guard list.kind == .info, list.isShipped else { return nil }
    for type in list.root["CFBundleURLTypes"]?.array ?? [] {
      for node in type["CFBundleURLSchemes"]?.array ?? [] {
        guard let text = node.string?.lowercased(), !["http", "https", "file"].contains(text) else { continue }
        guard !["com.googleusercontent.", "msauth", "fb", "db-", "tw-"].contains(where: { text.hasPrefix($0) }) else {
          continue
        }
        return node
      }
    }
    return nil
  }
}
