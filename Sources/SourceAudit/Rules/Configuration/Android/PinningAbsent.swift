import UntrustedInput

/// An app that talks to hosts of its own and pins none of them, neither in the configuration nor in code.
struct PinningAbsent: ProjectRule {
  private static let pinners = [
    "CertificatePinner", "TrustKit", "CertificateTransparencyInterceptor", "PinnedTrustManager", "certificatePinner",
  ]
  private static let hint =
    "The app names hosts of its own, and no pin stands in the network security configuration or in code."

  let manual = RuleManual(
    "pinning-absent", "The app's own hosts are pinned",
    reason:
      "Any of the authorities on the device, also one that the maker or an employer has added, speaks for the host.",
    fix: "Give the host a domain-config with a pin-set of two keys, and a day of expiry.",
    ids: ["O.Ntwk_4", "MASVS-NETWORK-2", "MASWE-0047", "MASTG-TEST-0242", "CWE-295"],
    violating: [
      RuleExample(
        "a configuration without pins", path: "res/xml/network_security_config.xml", lines: [1],
        others: [
          SourceText(
            path: "AndroidManifest.xml",
            text: manifest("<application android:networkSecurityConfig=\"@xml/network_security_config\" />")),
          SourceText(
            path: "Api.kt", text: "fun api() = Retrofit.Builder().baseUrl(\"https://api.sleep.app/\").build()"),
        ],
        networkConfig("<base-config cleartextTrafficPermitted=\"false\" />")),
      RuleExample(
        "no configuration", path: "AndroidManifest.xml", lines: [2],
        others: [
          SourceText(path: "Api.kt", text: "fun api() = Retrofit.Builder().baseUrl(\"https://api.sleep.app/\").build()")
        ],
        manifest("<application />")),
    ],
    conforming: [
      RuleExample(
        "pinned in code", path: "AndroidManifest.xml",
        others: [
          SourceText(
            path: "Api.kt",
            text: "val pins = CertificatePinner.Builder().add(\"api.sleep.app\", PIN).build()\n"
              + "fun api() = Retrofit.Builder().baseUrl(\"https://api.sleep.app/\").build()")
        ],
        manifest("<application />")),
      RuleExample(
        "no host", path: "AndroidManifest.xml",
        others: [SourceText(path: "A.kt", text: "fun f() = 1")], manifest("<application />")),
    ])

  func judge(_ project: Project, into record: inout AuditRecord) {
    let android = project.documents.android
    let manifests = android.manifests.filter { $0.place.isShipped && $0.application != nil }
    guard let manifest = manifests.first(where: { $0.components.contains(where: \.isLauncher) }) ?? manifests.first,
      !android.networkConfigs.contains(where: { $0.root.everyElement.contains { $0.localName == "pin-set" } })
    else { return }
    let units = project.units.filter { $0.role == .app && AndroidRules.languages.contains($0.language) }
    guard !units.contains(where: { unit in Self.pinners.contains { unit.row(of: $0) != nil } }),
      units.contains(where: { Self.opensHost($0, project) })
    else { return }
    if let config = android.networkConfigs.first(where: { $0.place.isShipped }) {
      record.flaw(manual, android: config.file, at: config.root.position, .note, Self.hint)
    } else if let application = manifest.application {
      record.flaw(manual, android: manifest.file, at: application.position, .note, Self.hint)
    }
  }

  /// A call that opens connections to an address that is written down.
  private static func opensHost(_ unit: SourceUnit, _ project: Project) -> Bool {
    unit.calls("baseUrl", "url", "URL", "toHttpUrl").contains { call in
      guard let address = call.argument(at: 0) ?? call.receiver else { return false }
      return project.origins(of: address).leaves.contains { leaf in
        leaf.kind == .string && leaf.list.first.map { leaf.unit.name($0.name).hasPrefix("https://") } == true
      }
    }
  }
}
