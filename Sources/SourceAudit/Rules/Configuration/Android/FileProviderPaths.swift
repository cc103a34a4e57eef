import UntrustedInput

/// Folders that a FileProvider shares.
/// Source: developer.android.com, FileProvider, Specifying available files.
struct FileProviderPaths: ProjectRule {
  let manual = RuleManual(
    "file-provider-paths", "A FileProvider shares one folder",
    reason: "Whoever gets hold of an address, or can make the app build one, reaches every file below the folder: the "
      + "root path opens the app's keys and databases.",
    fix: "Name one folder that holds nothing else: <cache-path name=\"export\" path=\"export/\" />.",
    ids: ["O.Plat_6", "O.Data_4", "MASVS-PLATFORM-1", "MASWE-0064", "CWE-552"],
    violating: [
      RuleExample(
        "the root, the whole storage", path: "res/xml/paths.xml", lines: [2, 3],
        "<paths>\n<root-path name=\"r\" path=\"\" />\n<external-path name=\"e\" path=\".\" />\n</paths>"),
      RuleExample(
        "all of the app's own files", path: "file_paths.xml", lines: [2],
        "<paths xmlns:android=\"http://schemas.android.com/apk/res/android\">\n<files-path name=\"f\" path=\"/\" />\n</paths>"
      ),
    ],
    conforming: [
      RuleExample(
        "one folder", path: "res/xml/paths.xml", "<paths><cache-path name=\"e\" path=\"export/\" /></paths>")
    ])

  func judge(_ project: Project, into record: inout AuditRecord) {
    for paths in project.documents.android.sharedPaths where paths.place.isShipped {
      for element in paths.root.elements {
        let path = (element.attribute("path") ?? element.android("path"))?.value ?? ""
        let isAll = ["", ".", "/", "./", "*"].contains(path)
        switch element.localName {
        case "root-path":
          record.flaw(
            manual, android: paths.file, at: element.position, isAll ? .error : .warning,
            "Files anywhere on the device are shared, those of the app included.")
        case "external-path" where isAll:
          record.flaw(manual, android: paths.file, at: element.position, .warning, "All of the storage is shared.")
        case "files-path" where isAll:
          record.flaw(
            manual, android: paths.file, at: element.position, .note, "All of the app's own files are shared.")
        default: break
        }
      }
    }
  }
}
