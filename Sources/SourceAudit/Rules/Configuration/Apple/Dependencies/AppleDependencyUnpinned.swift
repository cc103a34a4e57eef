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
    ],
    conforming: [
      RuleExample(
        "a tag", path: "Podfile", "pod 'B', :git => 'https://git.b.app/b.git', :tag => '1.2'\npod 'C', '~> 2.0'\n"),
      RuleExample("a version", path: "Cartfile.resolved", "github \"a/b\" \"v1.2.0\"\n"),
    ])

  func judge(_ project: Project, into record: inout AuditRecord) {
    for pin in project.documents.apple.pins where pin.isMoving {
      record.flaw(manual, in: pin.file, at: pin.position, .note, "This dependency is whatever was pushed last.")
    }
  }
}
