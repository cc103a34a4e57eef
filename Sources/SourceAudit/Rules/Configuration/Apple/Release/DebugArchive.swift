import UntrustedInput

/// Schemes whose archives, which go to the store, are debug builds.
struct DebugArchive: ProjectRule {
  let manual = RuleManual(
    "debug-archive", "What is archived is a release build",
    reason: "The archive is what goes to the store; built as debug it holds everything that was meant for the desk.",
    fix: "Choose the release configuration for the archive action of the scheme.",
    ids: ["O.Source_9", "O.Purp_8", "MASVS-RESILIENCE-4", "MASWE-0067", "CWE-489"],
    violating: [
      RuleExample(
        "debug", path: "App.xcodeproj/xcshareddata/xcschemes/App.xcscheme", lines: [3],
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Scheme version = \"1.7\"><LaunchAction buildConfiguration = "
          + "\"Debug\"/>\n<ArchiveAction buildConfiguration = \"Debug\" revealArchiveInOrganizer = \"YES\"/></Scheme>\n"
      )
    ],
    conforming: [
      RuleExample(
        "release", path: "App.xcodeproj/xcshareddata/xcschemes/App.xcscheme",
        "<Scheme><LaunchAction buildConfiguration=\"Debug\"/><ArchiveAction buildConfiguration=\"Release\"/></Scheme>\n"
      ),
      RuleExample(
        "a scheme for debugging", path: "App.xcodeproj/xcshareddata/xcschemes/App Debug.xcscheme",
        "<Scheme><ArchiveAction buildConfiguration=\"Debug\"/></Scheme>\n"),
    ])

  func judge(_ project: Project, into record: inout AuditRecord) {
    for scheme in project.documents.apple.schemes {
      // A scheme that says in its name what it is goes to nobody by mistake.
      let name = scheme.file.path.split(separator: "/").last ?? ""
      guard let archive = scheme.archive, BuildConfiguration.isDebug(archive.value),
        !BuildConfiguration.isDebug(String(name)), !name.lowercased().contains("dev")
      else { continue }
      record.flaw(manual, in: scheme.file, at: archive.position, .warning, "Archives of this scheme are debug builds.")
    }
  }
}
