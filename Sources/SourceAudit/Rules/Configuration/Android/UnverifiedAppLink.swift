import UntrustedInput

/// Links that other apps can take over: schemes of one's own, and web addresses without verification.
/// Source: developer.android.com, Verify Android App Links.
struct UnverifiedAppLink: ManifestRule {
  private static let verbs: Set<String> = [
    "getQueryParameter", "queryParameter", "getQueryParameters", "lastPathSegment", "getLastPathSegment",
  ]

  let manual = RuleManual(
    "unverified-app-link", "Links lead to this app and to no other",
    reason:
      "Any app may claim the same scheme or address: it gets what the link carries, and may send links of its own.",
    fix: "Use https with android:autoVerify=\"true\" and an assetlinks.json on the host; check every part of the link.",
    ids: ["O.Plat_6", "O.Plat_7", "O.Source_1", "MASVS-PLATFORM-1", "MASWE-0058", "CWE-939"],
    violating: [
      RuleExample(
        "a web address", path: "AndroidManifest.xml", lines: [4],
        application(
          "<activity android:name=\".Open\" android:exported=\"true\">\n<intent-filter>"
            + "<action android:name=\"android.intent.action.VIEW\" />"
            + "<category android:name=\"android.intent.category.BROWSABLE\" />"
            + "<data android:scheme=\"https\" android:host=\"sleep.app\" /></intent-filter></activity>")),
      RuleExample(
        "a scheme that carries a token", path: "AndroidManifest.xml", lines: [6],
        others: [
          SourceText(
            path: "Callback.kt",
            text: "class Callback : Activity() {\n  fun read() = intent.data?.getQueryParameter(\"access_token\")\n}")
        ],
        application(
          "<activity android:name=\".Callback\" android:exported=\"true\"><intent-filter>\n"
            + "<action android:name=\"android.intent.action.VIEW\" />\n"
            + "<category android:name=\"android.intent.category.BROWSABLE\" />\n"
            + "<data android:scheme=\"sleepapp\" /></intent-filter></activity>")),
    ],
    conforming: [
      RuleExample(
        "verified", path: "AndroidManifest.xml",
        application(
          "<activity android:name=\".Open\" android:exported=\"true\"><intent-filter android:autoVerify=\"true\">"
            + "<action android:name=\"android.intent.action.VIEW\" />"
            + "<category android:name=\"android.intent.category.BROWSABLE\" />"
            + "<data android:scheme=\"https\" android:host=\"sleep.app\" /></intent-filter></activity>")),
      RuleExample(
        "a browser", path: "AndroidManifest.xml",
        application(
          "<activity android:name=\".Tab\" android:exported=\"true\"><intent-filter>"
            + "<action android:name=\"android.intent.action.VIEW\" />"
            + "<category android:name=\"android.intent.category.BROWSABLE\" />"
            + "<data android:scheme=\"http\" /><data android:scheme=\"https\" /></intent-filter></activity>")),
    ])

  func judge(_ manifest: AndroidManifest, in project: Project, into record: inout AuditRecord) {
    guard manifest.place.isShipped else { return }
    for component in manifest.components where component.kind == .activity || component.kind == .alias {
      for filter in component.filters {
        let names = { (part: String) in filter.all(part).compactMap { $0.android("name")?.value } }
        guard names("category").contains("android.intent.category.BROWSABLE") else { continue }
        judge(filter, of: component, manifest, project, into: &record)
      }
    }
  }

  private func judge(
    _ filter: MarkupElement, of component: AndroidComponent, _ manifest: AndroidManifest, _ project: Project,
    into record: inout AuditRecord
  ) {
    let data = filter.all("data")
    let hosts = data.compactMap { $0.android("host") }.filter { !["", "*"].contains($0.value) }
    let isVerified = filter.android("autoVerify")?.value == "true"
    var sawWeb = false
    for element in data {
      guard let scheme = element.android("scheme")?.value, !scheme.isEmpty else { continue }
      switch scheme.lowercased() {
      case "http", "https":
        guard !hosts.isEmpty, !sawWeb else { continue }
        sawWeb = true
        if isVerified {
          record.control("links are verified", manual, in: manifest.file, at: filter.position)
        } else {
          record.flaw(
            manual, android: manifest.file, at: filter.position, .warning,
            "Another app may claim this address: nobody verifies it.")
        }
      case "content", "file", "mailto", "tel", "geo", "sms", "smsto", "market", "package", "about", "javascript":
        continue
      default:
        // O.Plat_7#670
        record.flaw(
          manual, android: manifest.file, at: element.position, takesSecret(component, project) ? .warning : .note,
          "Another app may claim this scheme and read what the link carries.")
      }
    }
  }

  /// Whether the class takes a part of the link that is a secret by its name.
  private func takesSecret(_ component: AndroidComponent, _ project: Project) -> Bool {
    project.typeDeclarations(component.className).contains { type in
      type.unit.calls(Self.verbs.sorted()).contains { call in
        guard call.owner == type || call.owner.enclosing.contains(type), let key = call.argument(at: 0) else {
          return false
        }
        return project.texts(of: key).contains { $0 == "code" || SecretWords.judge($0) == .secret }
      }
    }
  }
}
