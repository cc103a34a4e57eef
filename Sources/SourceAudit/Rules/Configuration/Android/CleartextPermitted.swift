import UntrustedInput

/// Traffic without TLS, allowed by the manifest or by the network security configuration.
/// Source: developer.android.com, Network security configuration, Opt out of cleartext traffic.
struct CleartextPermitted: ProjectRule {
  let manual = RuleManual(
    "cleartext-permitted", "The platform refuses traffic without TLS",
    reason: "Whoever shares the network reads and changes what goes in the clear; the switch opens it for all code of "
      + "the app, libraries included.",
    fix: "Set cleartextTrafficPermitted to false; where one server cannot do better, name that one domain.",
    ids: ["O.Ntwk_1", "O.Ntwk_7", "MASVS-NETWORK-1", "MASWE-0050", "MASTG-TEST-0235", "CWE-319"],
    violating: [
      RuleExample(
        "for everything", path: "AndroidManifest.xml", lines: [2],
        manifest("<application android:usesCleartextTraffic=\"true\" />")),
      RuleExample(
        "a placeholder of the build", path: "app/src/main/AndroidManifest.xml", lines: [2],
        others: [
          SourceText(
            path: "app/build.gradle",
            text: "android {\n  defaultConfig {\n    manifestPlaceholders = [clear: \"true\"]\n  }\n}\n")
        ],
        manifest("<application android:usesCleartextTraffic=\"${clear}\" />")),
      RuleExample(
        "base and domain", path: "res/xml/network_security_config.xml", lines: [2, 3],
        networkConfig(
          "<base-config cleartextTrafficPermitted=\"true\" />\n"
            + "<domain-config cleartextTrafficPermitted=\"true\"><domain>api.sleep.app</domain></domain-config>")),
      RuleExample(
        "a host that only looks near", path: "res/xml/network_security_config.xml", lines: [2],
        networkConfig(
          "<domain-config cleartextTrafficPermitted=\"true\"><domain>127.evil.tld</domain></domain-config>")),
      RuleExample(
        "a name of documentation", path: "network.xml", lines: [2],
        networkConfig(
          "<domain-config cleartextTrafficPermitted=\"true\"><domain>api.example.com</domain></domain-config>")),
      RuleExample(
        "a domain inside a domain", path: "network.xml", lines: [3],
        networkConfig(
          "<domain-config><domain>a.app</domain>\n"
            + "<domain-config cleartextTrafficPermitted=\"true\"><domain>b.a.app</domain></domain-config></domain-config>"
        )),
    ],
    conforming: [
      RuleExample(
        "forbidden", path: "AndroidManifest.xml", manifest("<application android:usesCleartextTraffic=\"false\" />")),
      RuleExample(
        "this machine", path: "network.xml",
        networkConfig(
          "<domain-config cleartextTrafficPermitted=\"true\"><domain>10.0.2.2</domain><domain>localhost</domain>"
            + "</domain-config>")),
      RuleExample(
        "debug builds", path: "app/src/debug/AndroidManifest.xml",
        manifest("<application android:usesCleartextTraffic=\"true\" />")),
    ])

  func judge(_ project: Project, into record: inout AuditRecord) {
    let android = project.documents.android
    for manifest in android.manifests where manifest.place.isShipped {
      guard let attribute = manifest.application?.android("usesCleartextTraffic") else { continue }
      // From version 7 on the configuration counts instead.
      let hasConfig = android.manifests.contains {
        $0.place.module == manifest.place.module && $0.application?.android("networkSecurityConfig") != nil
      }
      if android.isFalse(attribute), !android.isTrue(attribute), !hasConfig {
        record.control("traffic without TLS is refused", manual, in: manifest.file, at: attribute.position)
      }
      guard android.isTrue(attribute) else { continue }
      let isReplaced = hasConfig && (android.minSdk(near: manifest.file.path) ?? 0) > 23
      record.flaw(
        manual, android: manifest.file, at: attribute.position, isReplaced ? .note : .warning,
        isReplaced ? "The network security configuration decides instead." : "Every connection may go in the clear.",
        edits: manifest.file.edit(attribute, to: "false"))
    }
    for config in android.networkConfigs where config.place.isShipped {
      for section in config.root.everyElement where ["base-config", "domain-config"].contains(section.localName) {
        guard let attribute = section.attribute("cleartextTrafficPermitted") else { continue }
        if attribute.value == "false", section.localName == "base-config" {
          record.control("traffic without TLS is refused", manual, in: config.file, at: attribute.position)
        }
        let hosts = section.all("domain").map(\.text)
        guard attribute.value == "true", hosts.isEmpty || !hosts.allSatisfy(Self.isPrivate) else { continue }
        record.flaw(
          manual, android: config.file, at: attribute.position, .warning,
          section.localName == "base-config"
            ? "Every connection may go in the clear." : "Connections to these hosts may go in the clear.",
          edits: config.file.edit(attribute, to: "false"))
      }
    }
  }

  private static func isPrivate(_ host: String) -> Bool { NearHost.isPrivate(host.trimmingBlanks.lowercased()) }
}

extension String {
  /// Without the blanks around it.
  var trimmingBlanks: String {
    var text = self[...].drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text = text.dropLast() }
    return String(text)
  }
}
