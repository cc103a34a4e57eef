import UntrustedInput

/// Providers that lend out everything they have.
/// Source: developer.android.com, grant-uri-permission element.
struct ProviderGrants: ManifestRule {
  let manual = RuleManual(
    "provider-grants", "A provider lends out only what it must",
    reason: "With a grant for all paths one address that slips out, or one intent that is answered carelessly, opens "
      + "everything behind the provider.",
    fix: "Name the folder that is shared: <grant-uri-permission android:pathPrefix=\"/shared/\" />.",
    ids: ["O.Plat_6", "O.Data_4", "MASVS-PLATFORM-1", "MASWE-0064", "CWE-276"],
    violating: [
      RuleExample(
        "every path", path: "AndroidManifest.xml", lines: [4],
        application(
          "<provider android:name=\".Files\" android:authorities=\"a.f\" android:exported=\"false\">\n"
            + "<grant-uri-permission android:pathPattern=\".*\" /></provider>")),
      RuleExample(
        "all of a provider of one's own", path: "AndroidManifest.xml", lines: [3],
        application(
          "<provider android:name=\".Files\" android:authorities=\"a.f\" android:grantUriPermissions=\"true\" />")),
    ],
    conforming: [
      RuleExample(
        "a FileProvider, which has paths of its own", path: "AndroidManifest.xml",
        application(
          "<provider android:name=\"androidx.core.content.FileProvider\" android:authorities=\"a.f\" "
            + "android:exported=\"false\" android:grantUriPermissions=\"true\" />")),
      RuleExample(
        "one folder", path: "AndroidManifest.xml",
        application(
          "<provider android:name=\".Files\" android:authorities=\"a.f\" android:exported=\"false\">"
            + "<grant-uri-permission android:pathPrefix=\"/shared/\" /></provider>")),
    ])

  func judge(_ manifest: AndroidManifest, in project: Project, into record: inout AuditRecord) {
    for provider in manifest.components where provider.kind == .provider {
      for grant in provider.element.all("grant-uri-permission") {
        let path = grant.android("path") ?? grant.android("pathPrefix") ?? grant.android("pathPattern")
        guard let path, ["/", "", ".*", "/.*", "."].contains(path.value) else { continue }
        record.flaw(manual, android: manifest.file, at: grant.position, .warning, "Every path may be lent out.")
      }
      let sharesPaths = provider.element.all("meta-data").contains {
        $0.android("name")?.value.contains("FILE_PROVIDER_PATHS") == true
      }
      if project.documents.android.isTrue(provider.element.android("grantUriPermissions")), !sharesPaths,
        !provider.name.hasSuffix("FileProvider")
      {
        record.flaw(
          manual, android: manifest.file, at: provider.element.position, .note, "All of this provider may be lent out.")
      }
    }
  }
}
