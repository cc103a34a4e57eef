import UntrustedInput

/// Keys and passwords in resources and in the manifest.
struct SecretInResources: ProjectRule {
  /// What Google's plug-in writes there names a project and opens nothing by itself.
  private static let names: Set<String> = [
    "google_api_key", "google_app_id", "google_crash_reporting_api_key", "gcm_defaultSenderId", "default_web_client_id",
    "firebase_database_url", "google_storage_bucket", "project_id", "google_maps_key", "facebook_client_token",
  ]

  let manual = RuleManual(
    "secret-in-resources", "Secrets do not belong into the package",
    reason: "The package is unpacked with one command; whoever has the app has the text.",
    fix: "Let the server hold the secret, or give each installation one of its own after it has logged in.",
    ids: ["O.Cryp_1", "O.Data_4", "MASVS-CRYPTO-2", "MASWE-0005", "MASWE-0014", "MASTG-TEST-0212", "CWE-798"],
    violating: [
      RuleExample(
        "by its name, and by its look", path: "res/values/strings.xml", lines: [2, 3],
        "<resources>\n<string name=\"client_secret\">9f8Ab3kQ7xZ2mN5pL0rT</string>\n"
          + "<string name=\"pay\">sk_live_4eC39HqLyjWDarjtT1zdp7dc</string>\n</resources>"),
      RuleExample(
        "in the manifest", path: "AndroidManifest.xml", lines: [3],
        application("<meta-data android:name=\"io.backend.API_SECRET\" android:value=\"9f8Ab3kQ7xZ2mN5pL0rT\" />")),
    ],
    conforming: [
      RuleExample(
        "labels, and what Google's plug-in writes", path: "res/values/strings.xml",
        "<resources><string name=\"password\">Password</string>"
          + "<string name=\"google_api_key\">AIzaSyA1234567890abcdefghijklmnopqrstuv</string></resources>"),
      RuleExample(
        "a value of the build", path: "AndroidManifest.xml",
        application("<meta-data android:name=\"io.backend.API_SECRET\" android:value=\"${API_SECRET}\" />")),
    ])

  func judge(_ project: Project, into record: inout AuditRecord) {
    let android = project.documents.android
    for entry in android.resources.entries where entry.kind == "string" && !Self.names.contains(entry.name) {
      guard Self.isSecret(entry.value.trimmingBlanks, named: entry.name) else { continue }
      record.flaw(manual, android: entry.file, at: entry.position, .warning, "A secret lies in the package.")
    }
    for manifest in android.manifests {
      for element in manifest.root.everyElement where element.localName == "meta-data" {
        guard let name = element.android("name")?.value, let value = element.android("value")?.value,
          // The key for maps is bound to the app's signature.
          !name.hasPrefix("com.google.android."), Self.isSecret(value, named: name)
        else { continue }
        record.flaw(manual, android: manifest.file, at: element.position, .warning, "A secret lies in the package.")
      }
    }
  }

  /// A text with the form of a secret, or a random one under a telling name.
  static func isSecret(_ text: String, named name: String) -> Bool {
    guard !text.hasPrefix("@"), !text.hasPrefix("$"), !text.contains(" ") else { return false }
    if SecretLook.isSecret(text) { return !text.hasPrefix("AIza") || SecretWords.judge(name) == .secret }
    return SecretWords.judge(name) == .secret && HardcodedSecret.isRandom(text)
  }
}
