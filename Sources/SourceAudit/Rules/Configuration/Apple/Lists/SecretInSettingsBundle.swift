import UntrustedInput

/// Secrets that the system's Settings app asks for: it keeps them in the app's preferences, in the clear.
struct SecretInSettingsBundle: PropertyListRule {
  let manual = RuleManual(
    "secret-in-settings-bundle", "No secret is typed into the system's settings",
    reason: "What is typed there lies in the app's preferences: a plain file, in every backup. A secure text field "
      + "hides it on the screen and nowhere else.",
    fix: "Ask for the secret inside the app and keep it in the keychain.",
    ids: ["O.Data_2", "O.Auth_2", "MASVS-STORAGE-1", "MASWE-0006", "CWE-312", "CWE-922"],
    violating: [
      RuleExample(
        "a password", path: "App/Settings.bundle/Root.plist", lines: [3],
        plist(
          "<key>PreferenceSpecifiers</key><array>\n<dict><key>Type</key><string>PSTextFieldSpecifier</string>"
            + "<key>Key</key><string>server_password</string></dict></array>"))
    ],
    conforming: [
      RuleExample(
        "a name", path: "App/Settings.bundle/Root.plist",
        plist(
          "<key>PreferenceSpecifiers</key><array><dict><key>Type</key><string>PSTextFieldSpecifier</string>"
            + "<key>Key</key><string>server_name</string></dict></array>"))
    ])

  func judge(_ list: PropertyList, into record: inout AuditRecord) {
    for node in list.root["PreferenceSpecifiers"]?.array ?? [] where node["Type"]?.string == "PSTextFieldSpecifier" {
      let isSecret = node["Key"]?.string.map(SecretWords.judge) == .secret
      guard isSecret || node["IsSecure"]?.isYes == true else { continue }
      record.flaw(manual, in: list, at: node.position, .warning, "The system keeps this secret in plain preferences.")
    }
  }
}
