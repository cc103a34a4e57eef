import UntrustedInput

/// The manifest's switch for safe browsing in web views.
struct SafeBrowsingOff: ManifestRule {
  private static let switches = "android.webkit.WebView.EnableSafeBrowsing"

  let manual = RuleManual(
    "safe-browsing-off", "Web views warn of known bad pages",
    reason: "Without safe browsing a web view of the app opens pages that are known to steal or infect.",
    fix: "Remove the element: it is on by default.",
    ids: ["O.Plat_8", "MASVS-PLATFORM-2", "MASWE-0071", "CWE-693"],
    violating: [
      RuleExample(
        "off", path: "AndroidManifest.xml", lines: [3],
        application("<meta-data android:name=\"android.webkit.WebView.EnableSafeBrowsing\" android:value=\"false\" />"))
    ],
    conforming: [
      RuleExample(
        "on", path: "AndroidManifest.xml",
        application("<meta-data android:name=\"android.webkit.WebView.EnableSafeBrowsing\" android:value=\"true\" />"))
    ])

  func judge(_ manifest: AndroidManifest, in project: Project, into record: inout AuditRecord) {
    for element in manifest.application?.all("meta-data") ?? []
    where element.android("name")?.value == Self.switches
      && project.documents.android.isFalse(element.android("value"))
    {
      record.flaw(
        manual, android: manifest.file, at: element.position, .warning, "Web views open pages that are known to be bad."
      )
    }
  }
}
