#if Records
  import Foundation
  import GRDB

  /// The header of a store as its file shows it, unproven.
  struct ShownHeader: Sendable {
    let store: [UInt8]
    /// Of the index's key.
    let version: UInt32?
    /// What a wipe that has begun wrote, or somebody else: empty where it is nothing that a wipe writes.
    let mark: [UInt8]?
    let sealed: Data

    /// Nil where there is none that can be read.
    ///
    /// - Throws: as ``row(_:)``.
    init?(_ database: Database) throws {
      guard let row = try Self.row(database), let store = try? row.decode(Data.self, atIndex: 1),
        let sealed = try? row.decode(Data.self, atIndex: 4)
      else { return nil }
      let number = try? row.decode(Int64.self, atIndex: 2)
      self.store = Array(store)
      version = number.flatMap { UInt32(exactly: $0) }
      mark = row.hasNull(atIndex: 3) ? nil : Array((try? row.decode(Data.self, atIndex: 3)) ?? Data())
      self.sealed = sealed
    }

    /// Whether it says that a wipe has begun.
    var isMarked: Bool { mark != nil }

    /// The version of the index's key that its seal names.
    var sealedVersion: UInt32? { (try? SealedEnvelope(sealed))?.keyVersion }

    /// The only row of its table; nil where there is none. Ask for it only where that table is known as ours. No more
    /// than two rows are asked for, however many pages seem to hold some.
    ///
    /// - Throws: ``RecordError/indexDamaged(level:place:)`` where there are several, or one that no update finds:
    ///   whoever wrote that has SQLite believe one here and another one there.
    static func row(_ database: Database) throws -> Row? {
      let rows = try Row.fetchAll(
        database.cachedStatement(sql: "SELECT one, store, index_key, wipe, sealed FROM header LIMIT 2"))
      guard let row = rows.first else { return nil }
      guard rows.count == 1, (try? row.decode(Int64.self, atIndex: 0)) == 1 else { throw RecordIndex.topDamaged }
      return row
    }
  }

  /// What tells a header from others.
  enum HeaderColumn {
    case wipe, store

    private var place: Int {
      switch self {
      case .wipe: 3
      case .store: 1
      }
    }

    var deletion: String {
      switch self {
      case .wipe: "DELETE FROM header WHERE one = 1 AND wipe = ?"
      case .store: "DELETE FROM header WHERE one = 1 AND store = ?"
      }
    }

    /// Whether there is no header but the one that this value tells; nil tells none.
    func isAlone(_ value: [UInt8]?, in database: Database) throws -> Bool {
      guard let row = try ShownHeader.row(database) else { return true }
      guard let value else { return false }
      return (try? row.decode(Data.self, atIndex: place)) == Data(value)
    }
  }

  extension SQLiteRecords {
    /// Nil where there is none that can be read.
    func shownHeader() throws(RecordError) -> ShownHeader? {
      try once { database -> ShownHeader? in
        try expectOwnHeader(database)
        return try ShownHeader(database)
      }
    }

    /// Whether the seal proves it: whoever writes there without keys makes none.
    func opens(_ shown: ShownHeader) async throws(RecordError) -> Bool {
      guard let version = shown.version else { return false }
      guard let secret = try await keys.key(for: .index, version: Int(version)) else { return false }
      return try IndexSeal(secret, version: version).open(shown.sealed, store: shown.store, place: .header) != nil
    }

    /// Whether the file has no header but the one that this value tells; nil where damage, or tables that are not ours,
    /// keep it from saying so.
    func isAlone(_ value: [UInt8]?, by column: HeaderColumn = .wipe) throws(RecordError) -> Bool? {
      do throws(RecordError) {
        return try once { database -> Bool in
          try expectOwnHeader(database)
          return try column.isAlone(value, in: database)
        }
      } catch {
        guard error.isDamage || error.isForeign else { throw error }
        return nil
      }
    }
  }
#endif
