#if Audit
  import Foundation
  import SecurityPolicy
  import SourceAudit
  import Testing

  @Suite struct SourceTreeTests {
    /// A folder that lives as long as the body.
    private func withProject(_ body: (_ folder: URL) throws -> Void) throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("audit-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      try body(folder)
    }

    private func write(_ text: String, _ path: String, in folder: URL) throws {
      let file = folder.appendingPathComponent(path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }

    private func link(_ path: String, to target: String, in folder: URL) throws {
      try FileManager.default.createSymbolicLink(
        atPath: folder.appendingPathComponent(path).path, withDestinationPath: target)
    }

    @Test("Build products, vendored folders and archives are left out and named")
    func skipped() throws {
      try withProject { folder in
        for path in [
          "App/A.swift", ".build/B.swift", "Pods/X/C.swift", "App/DerivedData/D.swift", "notes.txt", "App/old.zip",
        ] {
          try write("let a = 1", path, in: folder)
        }
        let tree = try SourceTree.read(folder: folder.path)
        #expect(tree.files.map(\.path) == ["App/A.swift"])
        #expect(tree.skippedFolders == [".build", "App/DerivedData", "App/old.zip", "Pods"])
        #expect(tree.incomplete.isEmpty)
      }
    }

    @Test("A folder of more names than the system lists at once loses none")
    func wide() throws {
      try withProject { folder in
        let names = (0..<3_000).map { "\($0).swift" }
        for name in names { try write("", name, in: folder) }
        #expect(Set(try SourceTree.read(folder: folder.path).files.map(\.path)) == Set(names))
      }
    }

    @Test("A link loop ends, and a link inside the project reads nothing twice")
    func loop() throws {
      try withProject { folder in
        try write("let a = 1", "A.swift", in: folder)
        try link("again", to: ".", in: folder)
        try link("B.swift", to: "A.swift", in: folder)
        let tree = try SourceTree.read(folder: folder.path)
        #expect(tree.files.map(\.path) == ["A.swift"])
        #expect(tree.incomplete.isEmpty)
      }
    }

    @Test("Links that leave the project or lead nowhere are not followed and are reported")
    func leaving() throws {
      try withProject { outside in
        try write("let secret = 1", "Out.swift", in: outside)
        try withProject { folder in
          try link("Out.swift", to: outside.appendingPathComponent("Out.swift").path, in: folder)
          try link("folder", to: outside.path, in: folder)
          try link("Gone.swift", to: "nowhere", in: folder)
          try link("Self.swift", to: "Self.swift", in: folder)
          let tree = try SourceTree.read(folder: folder.path)
          #expect(tree.files.isEmpty)
          #expect(tree.incomplete.map(\.file) == ["Gone.swift", "Out.swift", "Self.swift", "folder"])
          #expect(tree.incomplete.allSatisfy { $0.cause == .linkLeavesProject })
        }
      }
    }

    @Test("Text that is not UTF-8, files beyond the limit and pipes are reported, not skipped")
    func unreadable() throws {
      try withProject { folder in
        try Data([0x6C, 0xFF, 0xFE]).write(to: folder.appendingPathComponent("Bytes.swift"))
        try write(String(repeating: " ", count: 101), "Huge.swift", in: folder)
        #expect(mkfifo(folder.appendingPathComponent("Pipe.swift").path, 0o600) == 0)
        var limits = SourceLimits()
        limits.fileBytes = 100
        let tree = try SourceTree.read(folder: folder.path, limits: limits)
        #expect(tree.files.isEmpty)
        #expect(tree.incomplete.map(\.cause) == [.notUTF8, .tooLarge(limit: 100), .notAFile])
        #expect(Audit().run(tree, policy: RuleExamplesTests.policy).verdict.exitCode == 2)
      }
    }

    @Test("UTF-16 with its mark is read; of another encoding the rest of the file is, and the file is named")
    func encodings() throws {
      try withProject { folder in
        let text = "// Größe\nUserDefaults.standard.set(x, forKey: \"jwt\")\n"
        for (name, mark, encoding) in [
          ("Little.swift", [0xFF, 0xFE] as [UInt8], String.Encoding.utf16LittleEndian),
          ("Big.swift", [0xFE, 0xFF], .utf16BigEndian), ("Latin.swift", [], .isoLatin1),
        ] {
          try (Data(mark) + (text.data(using: encoding) ?? Data())).write(to: folder.appendingPathComponent(name))
        }
        let tree = try SourceTree.read(folder: folder.path)
        #expect(tree.incomplete == [AuditIncompleteness(file: "Latin.swift", cause: .notUTF8)])
        let report = Audit().run(tree, policy: RuleExamplesTests.policy)
        #expect(report.findings.map { "\($0.file):\($0.line)" } == ["Big.swift:2", "Latin.swift:2", "Little.swift:2"])
        #expect(report.incomplete == tree.incomplete)
      }
    }

    @Test("An archive or program under the name of a source is named and not read, a lone NUL does no harm")
    func binaries() throws {
      try withProject { folder in
        let zip = Data("PK\u{3}\u{4}".utf8) + Data((0..<400).map { UInt8($0 * 37 & 0xFF) })
        try zip.write(to: folder.appendingPathComponent("Zip.kt"))
        try Data(repeating: 0, count: 4_096).write(to: folder.appendingPathComponent("Zero.swift"))
        try write("let a = 1\u{0}\nUserDefaults.standard.set(x, forKey: \"jwt\")\n", "Nul.swift", in: folder)
        let tree = try SourceTree.read(folder: folder.path)
        #expect(tree.files.map(\.path) == ["Nul.swift"])
        #expect(tree.incomplete.map(\.file) == ["Zero.swift", "Zip.kt"])
        #expect(tree.incomplete.allSatisfy { $0.cause == .notUTF8 })
        #expect(Audit().run(tree, policy: RuleExamplesTests.policy).findings.count == 1)
      }
    }

    @Test("Too many files, and folders too deep, are reported")
    func bounds() throws {
      try withProject { folder in
        for path in ["A.swift", "B.swift", "C.swift"] { try write("", path, in: folder) }
        var limits = SourceLimits()
        limits.files = 2
        #expect(try SourceTree.read(folder: folder.path, limits: limits).incomplete.map(\.cause) == [.projectTooLarge])
        try write("", "x/y/z/D.swift", in: folder)
        limits = SourceLimits()
        limits.folderDepth = 2
        let tree = try SourceTree.read(folder: folder.path, limits: limits)
        #expect(tree.incomplete == [AuditIncompleteness(file: "x/y/z", cause: .folderTooDeep(limit: 2))])
      }
    }

    @Test("A missing folder and a file in its place are refused")
    func refused() throws {
      try withProject { folder in
        #expect(throws: SourceAuditError.unreadableFolder(errno: ENOENT)) {
          try SourceTree.read(folder: folder.path + "/none")
        }
        try write("", "A.swift", in: folder)
        #expect(throws: SourceAuditError.notAFolder) { try SourceTree.read(folder: folder.path + "/A.swift") }
      }
    }
  }
#endif
