#if Records
  import Foundation
  import GRDB

  /// A backup made by the test, in the layout of iOS 10 and later.
  final class SampleBackup {
    let folder: String

    struct Entry {
      var domain = "AppDomain-org.example.sleep"
      var path: String
      var flags: Int64 = 1
      var protection: Int? = 3
      var content: Data?
    }

    init(_ entries: [Entry]) throws {
      folder = NSTemporaryDirectory() + "backup-" + UUID().uuidString
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let queue = try DatabaseQueue(path: folder + "/Manifest.db")
      try queue.write { database in
        try database.execute(
          sql: "CREATE TABLE Files (fileID TEXT PRIMARY KEY, domain TEXT, relativePath TEXT, flags INTEGER, file BLOB)")
        for (index, entry) in entries.enumerated() {
          let id = String(repeating: "0", count: 40 - String(index, radix: 16).count) + String(index, radix: 16)
          var facts: Data?
          if let protection = entry.protection {
            facts = try Self.binary(["$objects": ["$null", ["ProtectionClass": protection, "Size": 7]]])
          }
          try database.execute(
            sql: "INSERT INTO Files VALUES (?, ?, ?, ?, ?)",
            arguments: [id, entry.domain, entry.path, entry.flags, facts])
          guard let content = entry.content else { continue }
          try FileManager.default.createDirectory(atPath: folder + "/00", withIntermediateDirectories: true)
          try content.write(to: URL(fileURLWithPath: folder + "/00/" + id))
        }
      }
      try queue.close()
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    static func binary(_ value: Any) throws -> Data {
      try PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0)
    }
  }
#endif
