import UntrustedInput

/// An app that talks to hosts of its own and pins none of them, neither in the configuration nor in code: said once, at
/// the first place that names such a host.
struct PinningAbsent: ProjectRule {
  private static let pinners = [
    "TrustKit", "CertificateTransparencyInterceptor", "PinnedTrustManager",
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
        "a configuration without pins", path: "Api.kt", lines: [1],
        others: [
          SourceText(
            path: "AndroidManifest.xml",
            text: manifest("<application android:networkSecurityConfig=\"@xml/network_security_config\" />")),
          SourceText(
            path: "res/xml/network_security_config.xml",
            text: networkConfig("<base-config cleartextTrafficPermitted=\"false\" />")),
        ], "fun api() = Retrofit.Builder().baseUrl(\"https://api.sleep.app/\").build()"),
      RuleExample(
        "no configuration", path: "Api.kt", lines: [1],
        others: [SourceText(path: "AndroidManifest.xml", text: manifest("<application />"))],
        "fun api() = Retrofit.Builder().baseUrl(\"https://api.sleep.app/\").build()"),
      RuleExample(
        "a pinner that no client takes", path: "Api.kt", lines: [2],
        others: [SourceText(path: "AndroidManifest.xml", text: manifest("<application />"))],
        """
        val pins = CertificatePinner.Builder().add("api.sleep.app", PIN).build()
        fun api() = Retrofit.Builder().baseUrl("https://api.sleep.app/").build()
        """),
    ],
    conforming: [
      RuleExample(
        "pinned in code", path: "Api.kt",
        others: [SourceText(path: "AndroidManifest.xml", text: manifest("<application />"))],
        """
        val pins = CertificatePinner.Builder().add("api.sleep.app", PIN).build()
        fun api() = Retrofit.Builder().baseUrl("https://api.sleep.app/").client(client()).build()
        fun client() = OkHttpClient.Builder().certificatePinner(pins).build()
        """),
      RuleExample(
        "no host", path: "AndroidManifest.xml",
        others: [SourceText(path: "A.kt", text: "fun f() = 1")], manifest("<application />")),
    ])

  func judge(_ project: Project, into record: inout AuditRecord) {
    let android = project.documents.android
    let manifests = android.manifests.filter { $0.place.isShipped && $0.application != nil }
    guard !manifests.isEmpty,
      !android.networkConfigs.contains(where: { $0.root.everyElement.contains { $0.localName == "pin-set" } })
    else { return }
    let units = project.units.filter { $0.role == .app && AndroidRules.languages.contains($0.language) }
    guard let place = units.lazy.compactMap({ Self.host(in: $0, project) }).first,
      !units.contains(where: { unit in
        Self.pinners.contains { unit.row(of: $0) != nil } || AndroidControls.pinner(in: unit, project) != nil
      })
    else { return }
    record.flaw(manual, at: place, .note, Self.hint)
  }

  /// A call that opens connections to an address that is written down.
  private static func host(in unit: SourceUnit, _ project: Project) -> Expression? {
    unit.calls("baseUrl", "url", "URL", "toHttpUrl").first { call in
      guard let address = call.argument(at: 0) ?? call.receiver else { return false }
      return project.origins(of: address).leaves.contains { leaf in
        leaf.kind == .string && leaf.list.first.map { leaf.unit.name($0.name).hasPrefix("https://") } == true
      }
    }
  }
}
