import UntrustedInput

/// Dependencies that follow a branch.
struct AppleDependencyUnpinned: ProjectRule {
  let manual = RuleManual(
    "apple-dependency-unpinned", "Dependencies stand at a version",
    reason: "A branch is whatever was pushed last: nobody has looked at the code that the next build takes.",
    fix: "Name a tag, a commit or a version.",
    ids: ["O.TrdP_1", "O.TrdP_2", "MASVS-CODE-3", "MASWE-0076", "CWE-1357"],
    violating: [
      RuleExample(
        "a pod", path: "Podfile", lines: [1], "pod 'B', :git => 'https://git.b.app/b.git', :branch => 'main'\n"),
      RuleExample("Carthage", path: "Cartfile", lines: [1], "github \"a/b\" \"main\"\n"),
      RuleExample(
        "a manifest of SwiftPM, told once", path: "Package.swift", lines: [3, 4],
        others: [
          SourceText(
            path: "Package.resolved",
            text: "{\"pins\":[{\"identity\":\"b\",\"kind\":\"remoteSourceControl\",\n"
              + "\"location\":\"https://git.b.app/b.git\",\"state\":{\"branch\":\"main\",\"revision\":\"0\"}}],"
              + "\"version\":2}")
        ],
        """
        import PackageDescription
        let package = Package(name: "A", dependencies: [
          .package(url: "https://git.b.app/b.git", branch: "main"),
          .package(url: "https://git.b.app/c.git", .branch("main")),
        ])
        """),
      RuleExample(
        "a manifest of Tuist, over a constant", path: "Tuist/ProjectDescriptionHelpers/Packages.swift", lines: [2],
        """
        import ProjectDescription
        let latest: Package.Requirement = .branch("develop")
        let packages: [Package] = [.remote(url: "https://git.b.app/b.git", requirement: latest)]
        """),
      RuleExample(
        "a project of Xcode", path: "A.xcodeproj/project.pbxproj", lines: [4],
        """
        { objects = { B = {
          isa = XCRemoteSwiftPackageReference; repositoryURL = "https://git.b.app/b.git";
          requirement = {
            kind = branch; branch = main; }; }; }; }
        """),
    ],
    conforming: [
      RuleExample(
        "a tag", path: "Podfile", "pod 'B', :git => 'https://git.b.app/b.git', :tag => '1.2'\npod 'C', '~> 2.0'\n"),
      RuleExample("a version", path: "Cartfile.resolved", "github \"a/b\" \"v1.2.0\"\n"),
      RuleExample(
        "versions, a commit and a folder", path: "Package.swift",
        """
        import PackageDescription
        let package = Package(name: "A", dependencies: [
          .package(url: "https://git.b.app/b.git", from: "1.0.0"),
          .package(url: "https://git.b.app/c.git", .upToNextMajor(from: "1.0.0")),
          .package(url: "https://git.b.app/d.git", revision: "0f9a"),
          .package(path: "../branch"),
        ])
        """),
      RuleExample(
        "a version in a manifest of Tuist", path: "Project.swift",
        """
        import ProjectDescription
        let packages: [Package] = [
          .remote(url: "https://git.b.app/b.git", requirement: .upToNextMajor(from: "1.0.0")),
          .remote(url: "https://git.b.app/c.git", requirement: .revision("0f9a")), .local(path: "branch"),
        ]
        """),
    ])

  func judge(_ project: Project, into record: inout AuditRecord) {
    var told: Set<String> = []
    for asked in ManifestDependency.all(in: project) {
      guard let branch = asked.branch else { continue }
      told.formUnion(asked.addresses.map { DependencyAddress.repository($0) })
      record.flaw(manual, at: branch, .note, "This dependency is whatever was pushed last.")
    }
    let moving = project.documents.apple.pins.filter(\.isMoving)
    told.formUnion(moving.filter { !$0.isResolved }.compactMap(\.location).map { DependencyAddress.repository($0) })
    for pin in moving {
      // Told where it is asked for.
      if pin.isResolved, let location = pin.location, told.contains(DependencyAddress.repository(location)) { continue }
      record.flaw(manual, in: pin.file, at: pin.position, .note, "This dependency is whatever was pushed last.")
    }
  }
}
