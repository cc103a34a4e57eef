#if Records
  import Foundation
  import GRDB

  /// The header of a store as its file shows it, unproven.
  struct ShownHeader: Sendable {
    let store: [UInt8]
    /// Of the index's key.
    let version: UInt32?
    /// Whether it says that a wipe has begun.
    let isMarked: Bool
    let sealed: Data

    init?(_ database: Database) throws {
      let row = try Row.fetchOne(
        database.cachedStatement(sql: "SELECT store, index_key, wipe, sealed FROM header"))
      guard let row, let store = try? row.decode(Data.self, atIndex: 0),
        let sealed = try? row.decode(Data.self, atIndex: 3)
      else { return nil }
      let number = try? row.decode(Int64.self, atIndex: 1)
      self.store = Array(store)
      version = number.flatMap { UInt32(exactly: $0) }
      isMarked = !row.hasNull(atIndex: 2)
      self.sealed = sealed
    }
  }

  /// What tells a header from others.
  enum HeaderColumn {
    case wipe, store

    var others: String {
      switch self {
      case .wipe: "SELECT count(*) FROM header WHERE wipe IS NOT ?"
      case .store: "SELECT count(*) FROM header WHERE store IS NOT ?"
      }
    }

    var deletion: String {
      switch self {
      case .wipe: "DELETE FROM header WHERE wipe = ?"
      case .store: "DELETE FROM header WHERE store = ?"
      }
    }
  }

  extension SQLiteRecords {
    /// Nil where there is none that can be read.
    func shownHeader() throws(RecordError) -> ShownHeader? { try once { try ShownHeader($0) } }

    /// Whether the seal proves it: whoever writes there without keys makes none.
    func opens(_ shown: ShownHeader) async throws(RecordError) -> Bool {
      guard let version = shown.version else { return false }
      guard let secret = try await keys.key(for: .index, version: Int(version)) else { return false }
      return try IndexSeal(secret, version: version).open(shown.sealed, store: shown.store, place: .header) != nil
    }

    /// Whether the file has no header but the one that this tells; nil where damage keeps it from saying so.
    func isAlone(_ value: [UInt8], by column: HeaderColumn = .wipe) throws(RecordError) -> Bool? {
      do throws(RecordError) {
        let others = try once { try Int.fetchOne($0, sql: column.others, arguments: [Data(value)]) }
        return others == 0
      } catch {
        guard error.isDamage else { throw error }
        return nil
      }
    }
  }
#endif
