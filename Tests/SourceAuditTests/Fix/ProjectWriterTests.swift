#if Audit
  import Foundation
  import SourceAudit
  import Testing

  @Suite struct ProjectWriterTests {
    private func withFolder(_ body: (_ folder: URL) throws -> Void) throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("fix-\(UUID().uuidString)")
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent("App"), withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      try body(folder)
    }

    private let change = FixPlan.Change(file: "App/A.swift", old: "old", new: "new text")

    @Test("A file is replaced whole, keeps its permissions, and nothing is left beside it")
    func writes() throws {
      try withFolder { folder in
        let file = folder.appendingPathComponent("App/A.swift")
        try Data("old".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
        try ProjectWriter(root: folder.path).write(change)
        #expect(try String(contentsOf: file, encoding: .utf8) == "new text")
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o640)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/App") == ["A.swift"])
      }
    }

    @Test("A file that changed since it was read is left alone")
    func changed() throws {
      try withFolder { folder in
        let file = folder.appendingPathComponent("App/A.swift")
        for text in ["odd", "older", ""] {
          try Data(text.utf8).write(to: file)
          #expect(throws: SourceAuditError.changedMeanwhile) { try ProjectWriter(root: folder.path).write(change) }
          #expect(try String(contentsOf: file, encoding: .utf8) == text)
        }
      }
    }

    @Test("A link in the place of the file or of a folder is never written through")
    func links() throws {
      try withFolder { outside in
        let target = outside.appendingPathComponent("App/A.swift")
        try Data("old".utf8).write(to: target)
        try withFolder { folder in
          let writer = ProjectWriter(root: folder.path)
          try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/App/A.swift", withDestinationPath: target.path)
          #expect(throws: SourceAuditError.changedMeanwhile) { try writer.write(change) }
          try FileManager.default.removeItem(atPath: folder.path + "/App")
          try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/App", withDestinationPath: outside.path + "/App")
          #expect(throws: SourceAuditError.changedMeanwhile) { try writer.write(change) }
          #expect(throws: SourceAuditError.changedMeanwhile) {
            try writer.write(FixPlan.Change(file: "../A.swift", old: "old", new: "new"))
          }
        }
        #expect(try String(contentsOf: target, encoding: .utf8) == "old")
      }
    }
  }
#endif
