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
      RuleExample(
        "a manifest of SwiftPM, told once", path: "Package.swift", lines: [4, 5],
        others: [
          SourceText(
            path: "Package.resolved",
            text: "{\"pins\":[{\"identity\":\"c\",\"kind\":\"remoteSourceControl\",\n"
              + "\"location\":\"http://git.b.app/c\",\"state\":{\"revision\":\"0\",\"version\":\"1.0.0\"}}],"
              + "\"version\":2}")
        ],
        """
        import PackageDescription
        let host = "git://git.b.app"
        let package = Package(name: "A", dependencies: [
          .package(url: host + "/b.git", from: "1.0.0"),
          .package(url: "http://git.b.app/c.git", exact: "1.0.0"),
        ])
        """),
      RuleExample(
        "a manifest of Tuist", path: "Project.swift", lines: [3],
        """
        import ProjectDescription
        let packages: [Package] = [
          .remote(url: "HTTP://git.b.app/b.git", requirement: .exact("1.0.0"))
        ]
        """),
      RuleExample(
        "a project of Xcode", path: "A.xcodeproj/project.pbxproj", lines: [2],
        """
        { objects = { B = { isa = XCRemoteSwiftPackageReference;
          repositoryURL = "http://git.b.app/b.git"; requirement = { kind = exactVersion; version = 1.0.0; }; }; }; }
        """),
    ],
    conforming: [
      RuleExample("TLS", path: "Podfile", "source 'https://cdn.cocoapods.org/'\n# source 'http://old.app'\n"),
      RuleExample("TLS", path: "Cartfile.resolved", "git \"https://git.b.app/b.git\" \"1.2.0\"\n"),
      RuleExample(
        "TLS, SSH, this machine and a folder", path: "Package.swift",
        """
        import PackageDescription
        let package = Package(name: "A", dependencies: [
          .package(url: "https://git.b.app/b.git", from: "1.0.0"),
          .package(url: "git@git.b.app:c.git", from: "1.0.0"),
          .package(url: "http://localhost:3000/d.git", from: "1.0.0"), .package(path: "../http"),
        ])
        """),
    ])

  func judge(_ project: Project, into record: inout AuditRecord) {
    let message = "This dependency comes over an open connection."
    var told: Set<String> = []
    for asked in ManifestDependency.all(in: project) {
      guard let address = asked.addresses.first(where: DependencyAddress.isOpen) else { continue }
      told.insert(DependencyAddress.repository(address))
      record.flaw(manual, at: asked.place, .warning, message)
    }
    let open = project.documents.apple.pins.filter { DependencyAddress.isOpen($0.location ?? "") }
    told.formUnion(open.filter { !$0.isResolved }.compactMap(\.location).map { DependencyAddress.repository($0) })
    for pin in open {
      // Told where it is asked for.
      if pin.isResolved, let location = pin.location, told.contains(DependencyAddress.repository(location)) { continue }
      record.flaw(manual, in: pin.file, at: pin.position, .warning, message)
    }
  }
}
