#if Records
  import Foundation
  import GRDB
  import SealedRecords
  import SecurityTesting
  import Testing

  /// A folder with a record file, its keys and its anchor; the folder goes away with the test.
  final class Place: Sendable {
    let root: String
    let keys: InMemoryRecordKeys
    let anchor = InMemoryRecordAnchor()
    var path: String { root + "/records.sqlite" }

    init(keys: InMemoryRecordKeys = InMemoryRecordKeys()) throws {
      self.keys = keys
      root = FileManager.default.temporaryDirectory.path + "/sealed-records-\(UUID().uuidString)"
      try FileManager.default.createDirectory(
        atPath: root, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    func open(
      _ owner: RecordOwner = .device, adoptsUnowned: Bool = false, tables: [RecordTable] = [],
      keys: (any RecordKeys)? = nil, anchor: (any RecordAnchor)? = nil, interval: Int = 1,
      insecureAcceptOlderFile: Bool = false
    ) async throws(SealedRecords.RecordError) -> SQLiteRecords {
      try await SQLiteRecords.open(
        path: path, owner: owner, adoptsUnowned: adoptsUnowned, tables: tables, keys: keys ?? self.keys,
        anchor: anchor ?? self.anchor,
        anchorInterval: interval,
        random: SystemRandomNumberGenerator(), insecureAcceptOlderFile: insecureAcceptOlderFile)
    }

    /// What someone with access to the file does to it.
    func tamper(_ sql: String, _ arguments: StatementArguments = []) throws {
      let queue = try DatabaseQueue(path: path)
      try queue.writeWithoutTransaction { try $0.execute(sql: sql, arguments: arguments) }
      try queue.close()
    }

    func number(_ sql: String) throws -> Int {
      let queue = try DatabaseQueue(path: path)
      defer { try? queue.close() }
      return try queue.inDatabase { try Int.fetchOne($0, sql: sql) ?? -1 }
    }

    /// A copy of the file as it is now, its log included, to be put back later.
    func copy() throws -> [String: Data] {
      var copy: [String: Data] = [:]
      for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: path + suffix) {
        copy[suffix] = try Data(contentsOf: URL(fileURLWithPath: path + suffix))
      }
      return copy
    }

    func putBack(_ copy: [String: Data]) throws {
      for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
      for (suffix, bytes) in copy {
        _ = FileManager.default.createFile(
          atPath: path + suffix, contents: bytes, attributes: [.posixPermissions: 0o600])
      }
    }

    /// What SQLite says of the file's pages: "ok".
    func soundness() throws -> String? {
      let queue = try DatabaseQueue(path: path)
      defer { try? queue.close() }
      return try queue.inDatabase { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
    }

    /// Whether these bytes stand in the file or its log.
    func holds(_ bytes: [UInt8]) throws -> Bool {
      try copy().values.contains { $0.range(of: Data(bytes)) != nil }
    }

    /// Damages pages of a closed file: those of a table, by its name.
    func spoil(_ table: String, _ change: (inout DatabasePages, Int) -> Bool) throws {
      let root = try number("SELECT rootpage FROM sqlite_schema WHERE name = '\(table)'")
      var pages = try DatabasePages(self)
      guard change(&pages, root) else { throw CocoaError(.fileReadCorruptFile) }
      try pages.write()
    }

    /// A wipe of the file that ends once its keys are gone, with the rows still in it; its store is let go.
    func wipeKeysAlone() async throws {
      let watched = WatchedKeys(keys)
      let store = try await open(keys: watched)
      watched.whenErased { [anchor] kind, _ in anchor.isLocked = kind == .index }
      await #expect(throws: SealedRecords.RecordError.keyUnavailable(.index)) { try await store.eraseAll() }
      anchor.isLocked = false
      try #require(keys.count == 0)
    }

    /// Fills the file and closes it.
    func fill(_ count: Int, kind: RecordKind = night) async throws {
      let store = try await open()
      try await store.apply((0..<count).map { .insert(record($0, kind: kind)) })
    }
  }

  let night = RecordKind("night") ?? .sleepLog
  let survey = RecordKind("survey") ?? .sleepLog

  func name(_ number: Int) -> UUID {
    UUID(uuid: (UInt8(number >> 8), UInt8(number & 0xFF), 3, 4, 5, 6, 0x40, 8, 0x80, 10, 11, 12, 13, 14, 15, 1))
  }

  func time(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }

  func record(_ number: Int, _ text: String = "slept well", kind: RecordKind = night) -> SealedRecord {
    SealedRecord(
      id: name(number), kind: kind, createdAt: time(5), date: time(Double(number)), payload: Array(text.utf8))
  }
#endif
