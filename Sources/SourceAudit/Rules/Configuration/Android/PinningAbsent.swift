import UntrustedInput

/// An app that talks to hosts of its own and pins none of them, neither in the configuration nor in code, or whose
/// configuration has a section for a host and no pins in it: said once, at the first place that names such a host.
///
/// Does not tell which host of several the code pins.
struct PinningAbsent: ProjectRule {
  private static let pinners = [
    "TrustKit", "CertificateTransparencyInterceptor", "PinnedTrustManager",
  ]
  private static let hint =
    "The app names hosts of its own, and no pin stands in the network security configuration or in code."
  private static let hintForSection = "This section names a host and has no pins for it; no code pins it, either."

  private static let pins =
    "<pin-set expiration=\"2999-01-01\"><pin digest=\"SHA-256\">7HIpactkIAq2Y49orFOOQKurWxmmSFZhBCoQYcRhJ3Y=</pin>"
    + "<pin digest=\"SHA-256\">fwza0LRMXouZHRC8Ei+4PyuldPDcf3UKgO/04cDM1oE=</pin></pin-set>"

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
      RuleExample(
        "sections without pins, inside and beside one that has them", path: "res/xml/network_security_config.xml",
        lines: [5], others: [SourceText(path: "AndroidManifest.xml", text: manifest("<application />"))],
        networkConfig(
          """
          <domain-config><domain>10.0.2.2</domain></domain-config>
          <domain-config><domain>pay.sleep.app</domain>\(PinningAbsent.pins)
          <domain-config><domain>card.pay.sleep.app</domain></domain-config></domain-config>
          <domain-config><domain includeSubdomains="true">api.sleep.app</domain></domain-config>
          """)),
    ],
    conforming: [
      RuleExample(
        "each section pinned, by keys or by an authority of its own", path: "res/xml/network_security_config.xml",
        others: [SourceText(path: "AndroidManifest.xml", text: manifest("<application />"))],
        networkConfig(
          """
          <base-config cleartextTrafficPermitted="false" />
          <domain-config><domain>api.sleep.app</domain>\(PinningAbsent.pins)</domain-config>
          <domain-config><domain>in.sleep.app</domain>
            <trust-anchors><certificates src="@raw/own" /></trust-anchors></domain-config>
          <domain-config><domain>localhost</domain><domain>192.168.1.7</domain></domain-config>
          """)),
      RuleExample(
        "a section, pinned in code", path: "res/xml/network_security_config.xml",
        others: [
          SourceText(path: "AndroidManifest.xml", text: manifest("<application />")),
          SourceText(
            path: "Api.kt",
            text: """
              val pins = CertificatePinner.Builder().add("api.sleep.app", PIN).build()
              fun api() = Retrofit.Builder().baseUrl("https://api.sleep.app/").client(client()).build()
              fun client() = OkHttpClient.Builder().certificatePinner(pins).build()
              """),
        ], networkConfig("<domain-config><domain>api.sleep.app</domain></domain-config>")),
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
    guard android.manifests.contains(where: { $0.place.isShipped && $0.application != nil }) else { return }
    let units = project.units.filter { $0.role == .app && AndroidRules.languages.contains($0.language) }
    if let (config, section) = Self.unpinned(in: android.networkConfigs) {
      guard !Self.isPinned(in: units, project) else { return }
      return record.flaw(manual, android: config.file, at: section.position, .note, Self.hintForSection)
    }
    guard
      !android.networkConfigs.contains(where: { $0.root.everyElement.contains { $0.localName == "pin-set" } }),
      let place = units.lazy.compactMap({ Self.host(in: $0, project) }).first, !Self.isPinned(in: units, project)
    else { return }
    record.flaw(manual, at: place, .note, Self.hint)
  }

  private static func isPinned(in units: [SourceUnit], _ project: Project) -> Bool {
    units.contains { unit in
      pinners.contains { unit.row(of: $0) != nil } || AndroidControls.pinner(in: unit, project) != nil
    }
  }

  /// The first section for a host out there that no section of that name pins. Where traffic in the clear is allowed
  /// another rule speaks; who trusts nothing but authorities of the app's own has pinned them.
  private static func unpinned(in configs: [AndroidXML]) -> (config: AndroidXML, section: MarkupElement)? {
    var pinned: Set<String> = []
    var open: [(config: AndroidXML, section: MarkupElement, hosts: [String])] = []
    for config in configs where config.place.isShipped {
      var waiting = config.root.all("domain-config").reversed().map { (section: $0, isPinned: false) }
      while let (section, isAround) = waiting.popLast() {
        // A section inside another one has its pins.
        let isPinned = isAround || section.first("pin-set") != nil || trustsOwnAlone(section)
        let hosts = section.all("domain").map { $0.text.trimmingBlanks.lowercased() }
        if isPinned {
          pinned.formUnion(hosts)
        } else if section.attribute("cleartextTrafficPermitted")?.value != "true" {
          open.append((config, section, hosts.filter { !$0.isEmpty && !NearHost.isPrivate($0) }))
        }
        waiting += section.all("domain-config").reversed().map { (section: $0, isPinned: isPinned) }
      }
    }
    return open.first { !pinned.isSuperset(of: $0.hosts) }.map { (config: $0.config, section: $0.section) }
  }

  private static func trustsOwnAlone(_ section: MarkupElement) -> Bool {
    let anchors = section.all("trust-anchors").flatMap { $0.all("certificates") }
    return !anchors.isEmpty && anchors.allSatisfy { $0.attribute("src")?.value.hasPrefix("@raw/") == true }
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
