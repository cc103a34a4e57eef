import UntrustedInput

/// Traffic without TLS, allowed by the settings of a framework for apps of several platforms.
/// Source: OWASP MASTG-TEST-0237; cordova.apache.org, config.xml; capacitorjs.com, Capacitor configuration.
struct FrameworkCleartext: ProjectRule {
  let manual = RuleManual(
    "framework-cleartext", "A framework's settings refuse traffic without TLS",
    reason:
      "The framework writes the switch into the manifest of each build; whoever shares the network then reads and "
      + "changes what goes in the clear.",
    fix: "Remove the switch, and write https where an address is named.",
    ids: ["O.Ntwk_1", "O.Ntwk_7", "MASVS-NETWORK-1", "MASWE-0050", "MASTG-TEST-0237", "CWE-319"],
    violating: [
      RuleExample(
        "Cordova", path: "config.xml", lines: [2, 3, 5],
        widget(
          "<access origin=\"http://api.sleep.app\" />\n<allow-navigation href=\"http://*/*\" />\n"
            + "<edit-config file=\"app/src/main/AndroidManifest.xml\" mode=\"merge\" target=\"/manifest/application\">\n"
            + "<application android:usesCleartextTraffic=\"true\" /></edit-config>")),
      RuleExample(
        "Capacitor", path: "capacitor.config.json", lines: [4],
        "{\n  \"appId\": \"app.sleep\",\n  \"server\": {\n    \"cleartext\": true\n  }\n}\n"),
      RuleExample(
        "a page of Capacitor", path: "mobile/capacitor.config.json", lines: [1],
        "{ \"server\": { \"url\": \"http://www.sleep.app\" } }\n"),
      RuleExample(
        "Expo", path: "app.json", lines: [2],
        "{ \"expo\": { \"plugins\": [[\"expo-build-properties\",\n"
          + "  { \"android\": { \"usesCleartextTraffic\": true } }]] } }\n"),
    ],
    conforming: [
      RuleExample(
        "Cordova over TLS", path: "config.xml",
        widget(
          "<access origin=\"https://api.sleep.app\" />\n<allow-navigation href=\"https://*/*\" />\n"
            + "<access origin=\"http://localhost:8080\" />")),
      RuleExample(
        "Capacitor over TLS, and this machine", path: "capacitor.config.json",
        "{ \"server\": { \"cleartext\": false, \"url\": \"http://192.168.0.4:8100\" } }\n"),
      RuleExample(
        "settings of something else", path: "app.json",
        "{ \"name\": \"sleep\", \"env\": { \"usesCleartextTraffic\": true } }\n"),
    ])

  func judge(_ project: Project, into record: inout AuditRecord) {
    for config in project.documents.android.widgets {
      for element in config.root.everyElement {
        let address =
          switch element.localName {
          case "access": element.attribute("origin")
          case "allow-navigation": element.attribute("href")
          default: nil as MarkupAttribute?
          }
        if let address, isClear(address.value) {
          record.flaw(
            manual, android: config.file, at: address.position, .warning, "The app may speak to this host in the clear."
          )
        }
        guard let attribute = element.android("usesCleartextTraffic"), attribute.value == "true" else { continue }
        record.flaw(
          manual, android: config.file, at: attribute.position, .warning, "Every connection may go in the clear.",
          edits: config.file.edit(attribute, to: "false"))
      }
    }
    for settings in project.documents.android.frameworks {
      for member in settings.members(["cleartext", "usesCleartextTraffic"]) where member.node.bool == true {
        record.flaw(
          manual, android: settings.file, at: member.node.position, .warning, "Every connection may go in the clear.")
      }
      for member in settings.members(["url"]) where member.node.string.map(isClear) ?? false {
        record.flaw(
          manual, android: settings.file, at: member.node.position, .warning,
          "The app's pages come from this host in the clear.")
      }
    }
  }

  private func isClear(_ address: String) -> Bool {
    NearHost.clearHost(of: address).map { !NearHost.isPrivate($0) } ?? false
  }
}

/// Settings of Cordova around some elements, for examples: they begin on line 2.
private func widget(_ inside: String) -> String {
  "<widget xmlns=\"http://www.w3.org/ns/widgets\" xmlns:android=\"http://schemas.android.com/apk/res/android\">\n"
    + "\(inside)\n</widget>\n"
}
