/// A path that is put together with a name from outside, an archive's entry included: `..` leaves the folder.
struct PathFromOutside: Rule {
  private static let joins = ["appendingPathComponent", "appending", "appendPathComponent", "append"]
  /// What leaves nothing of a path.
  private static let cleaners: Set<String> = ["lastPathComponent", "uuidString"]
  private static let questions: Set<String> = [
    "standardizedFileURL", "standardized", "standardizingPath", "resolvingSymlinksInPath", "hasPrefix", "contains",
    "isDescendant",
  ]

  let manual = RuleManual(
    "outside-name-as-path", "A name from outside does not choose a path",
    reason: "`../../Library/Preferences/a.plist` in a link or an archive reads or writes a file that nobody meant.",
    fix: "Take only lastPathComponent, or standardise the result and ask that it still begins with the folder.",
    ids: ["O.Source_1", "O.Arch_5", "MASVS-CODE-4", "MASVS-PLATFORM-1", "MASWE-0081", "CWE-22", "CWE-73"],
    violating: [
      RuleExample(
        "a name from a link", lines: [4],
        """
        func application(_ app: UIApplication, open url: URL, options: [Key: Any] = [:]) -> Bool {
          guard url.host == "open" else { return false }
          let name = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems?.first?.value ?? ""
          let file = documents.appendingPathComponent(name)
          return show(try? Data(contentsOf: file))
        }
        """),
      RuleExample(
        "entries of an archive", lines: [4],
        """
        import ZIPFoundation
        func unpack(_ archive: Archive, to folder: URL) throws {
          for entry in archive {
            let target = folder.appendingPathComponent(entry.path)
            _ = try archive.extract(entry, to: target)
          }
        }
        """),
      RuleExample(
        "another name is asked", lines: [4],
        """
        func application(_ app: UIApplication, open url: URL, options: [Key: Any] = [:]) -> Bool {
          guard url.host == "open", folders.contains("inbox") else { return false }
          let name = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems?.first?.value ?? ""
          return show(url.host, try? Data(contentsOf: documents.appendingPathComponent(name)))
        }
        """),
    ],
    conforming: [
      RuleExample(
        "the last part alone",
        """
        func application(_ app: UIApplication, open url: URL, options: [Key: Any] = [:]) -> Bool {
          guard url.host == "open" else { return false }
          return show(try? Data(contentsOf: documents.appendingPathComponent(url.lastPathComponent)))
        }
        """),
      RuleExample(
        "asked for afterwards",
        """
        import ZIPFoundation
        func unpack(_ archive: Archive, to folder: URL) throws {
          for entry in archive {
            let target = folder.appendingPathComponent(entry.path).standardizedFileURL
            guard target.path.hasPrefix(folder.path) else { throw Refused() }
            _ = try archive.extract(entry, to: target)
          }
        }
        """),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let reads = unit.mentions(
      "contentsOf", "contents", "write", "createFile", "extract", "moveItem", "copyItem", "removeItem", "fileExists",
      "contentsOfFile", "createDirectory", "FileHandle", "InputStream")
    let isZip = unit.imports.contains { ["ZIPFoundation", "Zip", "SSZipArchive", "SWCompression"].contains($0) }
    for call in unit.calls(Self.joins) {
      guard let name = call.argument(at: 0), isPath(call, project) else { continue }
      if let found = project.door(of: name), !reads.isEmpty || touchesFiles(unit), !isCleaned(call, project) {
        record.flaw(
          manual, at: call, .warning, "A name from outside chooses a path.", confidence: .medium, way: found.way)
      } else if isZip, isEntry(name, project), !isCleaned(call, project) {
        record.flaw(manual, at: call, .warning, "A name in an archive chooses a path.", confidence: .medium)
      }
    }
  }

  private func touchesFiles(_ unit: SourceUnit) -> Bool {
    unit.all(.call).contains { call in call.arguments.contains { ["contentsOf", "contentsOfFile"].contains($0.label) } }
  }

  private func isPath(_ call: Expression, _ project: Project) -> Bool {
    if call.calledName.hasSuffix("PathComponent") { return true }
    return call.arguments.first.map { ["path", "component"].contains($0.label) } ?? false
  }

  private func isEntry(_ name: Expression, _ project: Project) -> Bool {
    let name = name.unwrapped
    guard name.kind == .member, ["path", "name", "fileName", "filename"].contains(name.name) else { return false }
    return name.first?.unwrapped.name.lowercased().contains("entry") == true
      || name.first.flatMap { project.type(of: $0) } == "Entry"
  }

  private func isCleaned(_ call: Expression, _ project: Project) -> Bool {
    guard let name = call.argument(at: 0) else { return false }
    if !Self.cleaners.isDisjoint(with: project.origins(of: name).names) { return true }
    let inquiry = Inquiry(project: project, questions: Self.questions)
    var file = inquiry.subject(of: name)
    file.add(resultOf: call)
    return inquiry.isAsked(file, in: [call.owner])
  }
}
