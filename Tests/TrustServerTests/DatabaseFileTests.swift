#if Server
  import Foundation
  import Testing
  import TrustServer

  @Suite struct DatabaseFileTests {
    private func mode(_ path: String, _ mode: Int) throws {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    private func folder(_ path: String) -> String { (path as NSString).deletingLastPathComponent }

    /// A closed database and somebody else's file beside it.
    private func made() throws -> (path: String, other: String) {
      let path = temporaryFile()
      try SQLiteTrustStore(path: path).release()
      let other = folder(path) + "/other"
      try Data("other".utf8).write(to: URL(fileURLWithPath: other))
      try mode(other, 0o600)
      return (path, other)
    }

    @Test("A link in the place of the database or of a companion is refused, and its target is left alone")
    func links() throws {
      for suffix in ["", "-wal", "-shm", "-journal"] {
        let (path, other) = try made()
        try? FileManager.default.removeItem(atPath: path + suffix)
        try FileManager.default.createSymbolicLink(atPath: path + suffix, withDestinationPath: other)
        #expect(throws: StoreError.notPlain(path: path + suffix)) { try SQLiteTrustStore(path: path) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: other)) == Data("other".utf8))
      }
      let dangling = temporaryFile()
      let target = folder(dangling) + "/made-by-link"
      try FileManager.default.createSymbolicLink(atPath: dangling, withDestinationPath: target)
      #expect(throws: StoreError.notPlain(path: dangling)) { try SQLiteTrustStore(path: dangling) }
      #expect(!FileManager.default.fileExists(atPath: target))
    }

    @Test("A second name of the file, and a folder in its place, are refused")
    func kinds() throws {
      let (path, other) = try made()
      try FileManager.default.linkItem(atPath: path, toPath: other + "-name")
      #expect(throws: StoreError.notPlain(path: path)) { try SQLiteTrustStore(path: path) }
      let place = temporaryFile()
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
      #expect(throws: StoreError.notPlain(path: place)) { try SQLiteTrustStore(path: place) }
    }

    @Test("A file that others may read, and a folder that others may write to, are refused by their mode")
    func modes() throws {
      let (path, _) = try made()
      try mode(path, 0o640)
      #expect(throws: StoreError.exposed(path: path, mode: 0o640)) { try SQLiteTrustStore(path: path) }
      #expect("\(StoreError.exposed(path: path, mode: 0o640))".contains("mode 0640"))
      try mode(path, 0o600)
      try mode(folder(path), 0o770)
      #expect(throws: StoreError.exposed(path: folder(path), mode: 0o770)) { try SQLiteTrustStore(path: path) }
      try mode(folder(path), 0o755)
      try SQLiteTrustStore(path: path).release()
    }

    @Test(
      "A foreign file or folder is refused by its owner", .enabled(if: getuid() == 0, "only root can give a file away"))
    func owners() throws {
      let (path, _) = try made()
      #expect(chown(path, 12345, 12345) == 0)
      #expect(throws: StoreError.foreignOwner(path: path, owner: 12345)) { try SQLiteTrustStore(path: path) }
      #expect(chown(path, 0, 0) == 0)
      #expect(chown(folder(path), 12345, 12345) == 0)
      #expect(throws: StoreError.foreignOwner(path: folder(path), owner: 12345)) { try SQLiteTrustStore(path: path) }
    }

    @Test("A damaged file is named as such and left as it was; a missing folder is another thing")
    func damaged() throws {
      let (path, _) = try made()
      let junk = Data((0..<8192).map { UInt8(truncatingIfNeeded: $0 &* 31) })
      let handle = try #require(FileHandle(forWritingAtPath: path))
      try handle.write(contentsOf: junk)
      try handle.close()
      #expect(throws: StoreError.damaged(path: path, code: 26)) { try SQLiteTrustStore(path: path) }
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)).prefix(8192) == junk)
      #expect(throws: StoreError.cannotOpen(path: "/nowhere/at/all", code: ENOENT)) {
        try SQLiteTrustStore(path: "/nowhere/at/all")
      }
    }
  }
#endif
