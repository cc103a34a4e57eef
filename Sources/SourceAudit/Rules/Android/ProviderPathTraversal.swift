/// Paths from outside that name files.
struct ProviderPathTraversal: Rule {
  private static let parts: Set<String> = [
    "getLastPathSegment", "lastPathSegment", "getPath", "path", "getPathSegments", "pathSegments", "getEncodedPath",
    "getName", "name",
  ]
  private static let questions: Set<String> = [
    "canonicalPath", "getCanonicalPath", "canonicalFile", "getCanonicalFile", "normalize", "toRealPath", "contains",
  ]

  let languages = AndroidRules.languages
  let manual = RuleManual(
    "path-from-outside", "A path from outside stays in its folder",
    reason: "A name with ../ in a request to a provider or in a zip archive reaches any file of the app.",
    fix: "Compare the canonical path of the file with that of the folder before it is opened.",
    ids: ["O.Source_1", "O.Data_4", "MASVS-CODE-4", "MASWE-0064", "MASWE-0085", "CWE-22"],
    violating: [
      RuleExample(
        "a provider", path: "A.kt", lines: [3],
        """
        class Files : ContentProvider() {
          override fun openFile(uri: Uri, mode: String): ParcelFileDescriptor? {
            val file = File(context!!.filesDir, uri.lastPathSegment!!)
            return ParcelFileDescriptor.open(file, ParcelFileDescriptor.MODE_READ_ONLY)
          }
        }
        """),
      RuleExample(
        "an archive", path: "A.java", lines: [2],
        """
        class A { void f(ZipInputStream in, File dir) throws IOException { ZipEntry entry = in.getNextEntry();
          File out = new File(dir, entry.getName());
          copy(in, new FileOutputStream(out)); } }
        """),
      RuleExample(
        "the folder is asked, and not the file", path: "A.kt", lines: [4],
        """
        class Files : ContentProvider() {
          override fun openFile(uri: Uri, mode: String): ParcelFileDescriptor? {
            if (!folder.canonicalPath.startsWith("/data")) return null
            return ParcelFileDescriptor.open(File(folder, uri.lastPathSegment!!), ParcelFileDescriptor.MODE_READ_ONLY)
          }
        }
        """),
    ],
    conforming: [
      RuleExample(
        "compared", path: "A.kt",
        """
        class Files : ContentProvider() {
          override fun openFile(uri: Uri, mode: String): ParcelFileDescriptor? {
            val file = File(folder, uri.lastPathSegment!!)
            if (!file.canonicalPath.startsWith(folder.canonicalPath)) throw SecurityException()
            return ParcelFileDescriptor.open(file, ParcelFileDescriptor.MODE_READ_ONLY)
          }
        }
        """),
      RuleExample(
        "a name of its own", path: "A.java", #"class A { File f(File dir) { return new File(dir, "a.txt"); } }"#),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    for call in code.calls("File", "resolve", "FileOutputStream", "FileInputStream") {
      guard let name = call.arguments.first(where: { $0.value.kind == .binary })?.value ?? call.arguments.last?.value,
        call.calledName != "resolve" || call.arguments.count == 1
      else { continue }
      let passed = project.origins(of: name, reach: .influence).passed
      // A stream of a file that was named before: the name was judged there.
      if call.calledName.hasSuffix("Stream"), passed.contains(where: { ["File", "resolve"].contains($0.calledName) }) {
        continue
      }
      let isOutside = passed.contains { part in
        let isCall = part.kind == .call
        guard Self.parts.contains(isCall ? part.calledName : part.name) else { return false }
        guard let base = isCall ? part.receiver : part.first else { return false }
        return isForeign(base, project)
      }
      guard isOutside || isSent(name, passed, code) else { continue }
      let inquiry = Inquiry(project: project, questions: Self.questions)
      var file = inquiry.subject(of: name)
      file.add(resultOf: call)
      if !inquiry.isAsked(file, in: [call.owner]) {
        record.flaw(manual, on: call, .error, "The name of this file comes from outside and is not checked.")
      }
    }
  }

  /// A text that another app sent, as it came.
  private func isSent(_ name: Expression, _ passed: [Expression], _ code: AndroidCode) -> Bool {
    passed.contains { $0.kind == .call && ["getStringExtra", "getQueryParameter"].contains($0.calledName) }
      && IntentData.reaches(name, code)
  }

  private static let entries: Set<String> = ["ZipEntry", "ZipArchiveEntry", "JarEntry", "TarArchiveEntry"]
  private static let archives: Set<String> = ["ZipFile", "JarFile", "ZipInputStream", "ZipArchiveInputStream"]

  private func isForeign(_ base: Expression, _ project: Project) -> Bool {
    if project.type(of: base).map(Self.entries.contains) == true { return true }
    for use in project.origins(of: base, reach: .influence).passed {
      if use.kind == .call, ["getNextEntry", "getNextZipEntry"].contains(use.calledName) { return true }
      if ["nextEntry", "nextZipEntry"].contains(use.kind == .call ? use.calledName : use.name) { return true }
      if use.kind == .call, use.calledName == "generateSequence",
        use.arguments.last?.value.declaration.map({ closure in
          !use.unit.mentions("nextEntry", "getNextEntry").filter { $0.owner == closure }.isEmpty
        }) == true
      {
        return true
      }
      if use.kind == .call, use.calledName == "entries", let archive = use.receiver,
        project.type(of: archive).map(Self.archives.contains) == true
      {
        return true
      }
      for declaration in use.kind == .name ? project.declarations(of: use) : [] where declaration.kind == .parameter {
        if ["openFile", "openAssetFile", "openTypedAssetFile"].contains(declaration.parent?.name ?? ""),
          declaration.typeName == "Uri"
        {
          return true
        }
        if Self.entries.contains(declaration.typeName) { return true }
      }
    }
    return false
  }
}
