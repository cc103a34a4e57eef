#if Records
  import BackupAudit
  import Foundation
  import GRDB
  import SecurityPolicy
  import Testing

  @Suite struct DeviceBackupTests {
    static let app = BackedUpApp(bundle: "org.example.sleep")

    static func entry(_ path: String, _ content: Data? = nil, protection: Int? = 3) -> SampleBackup.Entry {
      SampleBackup.Entry(path: path, protection: protection, content: content)
    }

    func findings(_ entries: [SampleBackup.Entry], expected: [String] = []) throws -> [String] {
      let sample = try SampleBackup(entries)
      let review = try DeviceBackup(folder: sample.folder).review(of: Self.app, expected: expected)
      return review.findings.map { "\($0.flaw.rawValue) \($0.file.path)" }
    }

    @Test(
      "Each kind of file is named by its flaw",
      arguments: [
        ("Documents/identity.p12", "key-in-backup"), ("Library/Application Support/sleep.sqlite", "database-in-backup"),
        ("Documents/sleep.sqlite-wal", "database-in-backup"),
        ("Library/Cookies/Cookies.binarycookies", "web-data-in-backup"),
        ("Library/WebKit/WebsiteData/LocalStorage/a.localstorage", "web-data-in-backup"),
        ("Library/HTTPStorages/org.example.sleep/httpstorages.sqlite", "web-data-in-backup"),
        ("Documents/app.log", "log-in-backup"), ("Documents/Logs/1.txt", "log-in-backup"),
        ("Documents/report.pdf", "file-in-backup"), ("Documents/key", "file-in-backup"),
      ])
    func kinds(path: String, flaw: String) throws {
      #expect(try findings([Self.entry(path)]) == ["\(flaw) \(path)"])
    }

    @Test("Settings are what a backup is for; a secret's name with a value in them is found, in both forms of the file")
    func preferences() throws {
      let path = "Library/Preferences/org.example.sleep.plist"
      let harmless: [String: Any] = [
        "theme": "dark", "hasToken": true, "tokenCount": 3, "password": "", "pin": 0, "pin_length": 4,
        "recovery_codes": [""], "otp": false,
      ]
      #expect(try findings([Self.entry(path, SampleBackup.binary(harmless))]) == [])
      let secret: [String: Any] = ["account": [["refreshToken": "a.b.c"]], "theme": "dark"]
      for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
        let data = try PropertyListSerialization.data(fromPropertyList: secret, format: format, options: 0)
        let sample = try SampleBackup([Self.entry(path, data)])
        let review = try DeviceBackup(folder: sample.folder).review(of: Self.app)
        #expect(review.findings.map(\.flaw) == [.secret])
        #expect(review.findings.first?.keys == ["refreshToken"])
        #expect(review.verdict().exitCode == 1)
      }
    }

    @Test("A number that is a secret and a list of secrets are found")
    func numbersAndLists() throws {
      let values: [String: Any] = [
        "user_pin": 1234, "recovery_codes": ["", "4kq-99x"], "backup_codes": [48_201_932], "theme": 7,
      ]
      let path = "Library/Preferences/org.example.sleep.plist"
      let sample = try SampleBackup([Self.entry(path, SampleBackup.binary(values))])
      let review = try DeviceBackup(folder: sample.folder).review(of: Self.app)
      #expect(review.findings.map(\.keys) == [["backup_codes", "recovery_codes", "user_pin"]])
    }

    @Test("A property list that is not there, or is none, leaves the verdict undetermined")
    func unread() throws {
      let path = "Library/Preferences/org.example.sleep.plist"
      for content in [nil, Data("bplist00 no list".utf8), Data("<plist>".utf8)] {
        let sample = try SampleBackup([Self.entry(path, content)])
        let review = try DeviceBackup(folder: sample.folder).review(of: Self.app)
        #expect(review.findings.map(\.flaw) == [.unreadablePreferences])
        #expect(review.verdict().exitCode == 2)
      }
    }

    @Test("A file without a protection class is found besides, and the classes are read from the list")
    func protection() throws {
      #expect(
        try findings([Self.entry("Documents/a.txt", protection: 4)])
          == ["unprotected-in-backup Documents/a.txt", "file-in-backup Documents/a.txt"])
      let sample = try SampleBackup([Self.entry("a", protection: 1), Self.entry("b", protection: nil)])
      #expect(try DeviceBackup(folder: sample.folder).files.map(\.protection) == [.complete, nil])
    }

    @Test("What is expected is left alone by whole path parts, but never a key or a secret")
    func expected() throws {
      let entries = [
        Self.entry("Documents/Export/a.csv"), Self.entry("Documents/Exported/b.csv"),
        Self.entry("Documents/Export/c.p12"),
      ]
      #expect(
        try findings(entries, expected: ["Documents/Export"])
          == ["key-in-backup Documents/Export/c.p12", "file-in-backup Documents/Exported/b.csv"])
    }

    @Test("The app's own domain, its extensions and its groups count; other apps do not")
    func domains() throws {
      let domains = [
        "AppDomain-org.example.sleep", "AppDomain-org.example.sleep2", "AppDomainPlugin-org.example.sleep.widget",
        "AppDomainGroup-group.org.example.sleep", "AppDomainGroup-group.shared", "HomeDomain",
      ]
      let sample = try SampleBackup(
        domains.map { SampleBackup.Entry(domain: $0, path: "Documents/a.txt") }
          + [SampleBackup.Entry(path: "Documents", flags: 2)])
      let backup = try DeviceBackup(folder: sample.folder)
      #expect(backup.review(of: Self.app).filesOfTheApp == 3)
      #expect(backup.review(of: BackedUpApp(bundle: "org.example.sleep", groups: ["group.shared"])).filesOfTheApp == 4)
      #expect(backup.review(of: BackedUpApp(bundle: "org.other")).verdict().exitCode == 2)
    }

    @Test("Rows of other types are left out, and a content's name that is no digest is never opened")
    func oddRows() throws {
      let sample = try SampleBackup([Self.entry("Library/Preferences/a.plist", SampleBackup.binary(["token": "x"]))])
      let queue = try DatabaseQueue(path: sample.folder + "/Manifest.db")
      try queue.write { database in
        try database.execute(sql: "UPDATE Files SET fileID = '../../../../etc/passwd'")
        try database.execute(sql: "INSERT INTO Files VALUES ('x', 'AppDomain-org.example.sleep', NULL, 1, NULL)")
        try database.execute(sql: "INSERT INTO Files VALUES ('y', 'AppDomain-org.example.sleep', 'a', 'one', 5)")
      }
      try queue.close()
      let review = try DeviceBackup(folder: sample.folder).review(of: Self.app)
      #expect(review.filesOfTheApp == 1)
      #expect(review.findings.map(\.flaw) == [.unreadablePreferences])
    }

    @Test("Nothing is written into the backup's folder")
    func untouched() throws {
      let sample = try SampleBackup([Self.entry("Documents/a.db")])
      let before = try FileManager.default.subpathsOfDirectory(atPath: sample.folder).sorted()
      let bytes = try Data(contentsOf: URL(fileURLWithPath: sample.folder + "/Manifest.db"))
      _ = try DeviceBackup(folder: sample.folder)
      #expect(try FileManager.default.subpathsOfDirectory(atPath: sample.folder).sorted() == before)
      #expect(try Data(contentsOf: URL(fileURLWithPath: sample.folder + "/Manifest.db")) == bytes)
    }
  }

  @Suite struct DamagedBackupTests {
    func refusal(_ change: (String) throws -> Void) throws -> BackupAuditError? {
      let sample = try SampleBackup([DeviceBackupTests.entry("Documents/a.db")])
      try change(sample.folder)
      do throws(BackupAuditError) { _ = try DeviceBackup(folder: sample.folder) } catch { return error }
      return nil
    }

    func manifest(_ folder: String) -> URL { URL(fileURLWithPath: folder + "/Manifest.db") }

    @Test("A folder without a list, a link in its place, and an encrypted list are refused by name")
    func named() throws {
      #expect(try refusal { try FileManager.default.removeItem(at: manifest($0)) } == .noManifest)
      #expect(
        try refusal {
          try FileManager.default.moveItem(atPath: $0 + "/Manifest.db", toPath: $0 + "/other.db")
          try FileManager.default.createSymbolicLink(atPath: $0 + "/Manifest.db", withDestinationPath: $0 + "/other.db")
        } == .notAFile)
      #expect(
        try refusal { try Data((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) }).write(to: manifest($0)) }
          == .encrypted)
      #expect(try refusal { try Data("SQLite".utf8).write(to: manifest($0)) } == .malformed(code: 26))
    }

    @Test("A view in the place of the table is not asked")
    func view() throws {
      #expect(
        try refusal {
          let queue = try DatabaseQueue(path: $0 + "/Manifest.db")
          try queue.write {
            try $0.execute(
              sql: """
                DROP TABLE Files;
                CREATE VIEW Files AS SELECT 'a' AS fileID, 'AppDomain-a' AS domain, 'a' AS relativePath, 1 AS flags, NULL AS file
                """)
          }
          try queue.close()
        } == .malformed(code: 1))
    }

    @Test("A table with computed columns is not asked, and a folder of contents that is a link is not entered")
    func misleading() throws {
      #expect(
        try refusal {
          let queue = try DatabaseQueue(path: $0 + "/Manifest.db")
          try queue.write {
            try $0.execute(
              sql: """
                DROP TABLE Files;
                CREATE TABLE Files (fileID TEXT, domain TEXT, relativePath TEXT, flags INTEGER,
                  file BLOB GENERATED ALWAYS AS (zeroblob(900000000)))
                """)
          }
          try queue.close()
        } == .malformed(code: 1))
      let path = "Library/Preferences/a.plist"
      let sample = try SampleBackup([DeviceBackupTests.entry(path, SampleBackup.binary(["token": "x"]))])
      try FileManager.default.moveItem(atPath: sample.folder + "/00", toPath: sample.folder + "/elsewhere")
      try FileManager.default.createSymbolicLink(
        atPath: sample.folder + "/00", withDestinationPath: sample.folder + "/elsewhere")
      let review = try DeviceBackup(folder: sample.folder).review(of: DeviceBackupTests.app)
      #expect(review.findings.map(\.flaw) == [.unreadablePreferences])
    }

    @Test("A list that is cut or changed anywhere is read or refused, and never ends the program")
    func damaged() throws {
      let sample = try SampleBackup([
        DeviceBackupTests.entry("Documents/a.db"), DeviceBackupTests.entry("Documents/b.p12"),
      ])
      let sound = try Data(contentsOf: manifest(sample.folder))
      for step in stride(from: 0, to: sound.count, by: 97) {
        var changed = sound
        changed[step] ^= 0xFF
        try changed.write(to: manifest(sample.folder))
        _ = try? DeviceBackup(folder: sample.folder).review(of: DeviceBackupTests.app)
        try sound.prefix(step).write(to: manifest(sample.folder))
        #expect(throws: BackupAuditError.self) { try DeviceBackup(folder: sample.folder) }
      }
    }
  }
#endif
