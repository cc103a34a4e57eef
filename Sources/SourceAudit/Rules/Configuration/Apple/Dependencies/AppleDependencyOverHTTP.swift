import UntrustedInput

/// Dependencies that come over an open connection.
struct AppleDependencyOverHTTP: ProjectRule {
  let manual = RuleManual(
    "apple-dependency-over-http", "Dependencies come over TLS",
    reason: "Whoever shares the network of a build machine puts code of their own into the app.",
    fix: "Write https or ssh.",
    ids: ["O.TrdP_2", "O.Ntwk_1", "MASVS-CODE-3", "MASWE-0076", "CWE-494", "CWE-319"],
    violating: [
      RuleExample(
        "a pod", path: "Podfile", lines: [2],
        "target 'A' do\n  pod 'B', :git => 'http://git.b.app/b.git', :tag => '1'\nend\n"),
      RuleExample(
        "a package", path: "Package.resolved", lines: [2],
        "{\"pins\":[{\"identity\":\"b\",\"kind\":\"remoteSourceControl\",\n\"location\":\"http://git.b.app/b.git\","
          + "\"state\":{\"revision\":\"0\",\"version\":\"1.0.0\"}}],\"version\":2}"),
    ],
    conforming: [
      RuleExample("TLS", path: "Podfile", "source 'https://cdn.cocoapods.org/'\n# source 'http://old.app'\n"),
      RuleExample("TLS", path: "Cartfile.resolved", "git \"https://git.b.app/b.git\" \"1.2.0\"\n"),
    ])

  func judge(_ project: Project, into record: inout AuditRecord) {
    for pin in project.documents.apple.pins {
      let address = pin.location?.lowercased() ?? ""
      guard address.hasPrefix("http://") || address.hasPrefix("git://"), !address.contains("://localhost") else {
        continue
      }
      record.flaw(manual, in: pin.file, at: pin.position, .warning, "This dependency comes over an open connection.")
    }
  }
}
