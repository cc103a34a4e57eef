#if Records
  import Foundation
  import GRDB

  extension RecordTransaction {
    /// A row as it lies in the file: nothing in it is believed before its seal is opened.
    struct StoredRow {
      let sequence: Int64
      let id: UUID
      let plain: String?
      let sealed: Data

      /// Bytes that are longer than any of ours are NULL here: from its version 3.39 on SQLite tells how many there are
      /// without reading them; before, a row that is too long as a whole comes bare. For the length of a text it reads
      /// that.
      private static func query(_ source: String) -> RowWalk.Query {
        let columns = """
          sequence, CASE WHEN length(id) = 16 THEN id END, plain,
            CASE WHEN length(sealed) <= \(RowSeal.sealedLimit) THEN sealed END
          """
        return RowWalk.Query(columns, bare: bare, from: source)
      }

      private static let bare = "sequence, NULL, NULL, NULL"

      static let byID = query("record WHERE id = ?")
      static let bySequence = query("record WHERE sequence = ?")
      static let following = query("record WHERE sequence > ? ORDER BY sequence")
      static let between = query("record WHERE sequence BETWEEN ? AND ? ORDER BY sequence")
      static let aside = query("old_record NOT INDEXED ORDER BY sequence")

      /// Those that begin at a number and end at another one. Of a row that lies there out of its order, before them,
      /// only the number is read: SQLite may show as many of them as it likes.
      static let stretch = RowWalk.Query(
        """
        sequence, CASE WHEN sequence >= ?1 AND length(id) = 16 THEN id END,
          CASE WHEN sequence >= ?1 THEN plain END,
          CASE WHEN sequence >= ?1 AND length(sealed) <= \(RowSeal.sealedLimit) THEN sealed END
        """,
        bare: bare, from: "record WHERE sequence BETWEEN ?1 AND ?2")

      init(_ row: Row) throws {
        sequence = try row.decode(Int64.self, atIndex: 0)
        guard (1..<IndexHeader.sequenceLimit).contains(sequence) else {
          throw RecordError.unreadableRow(sequence: sequence)
        }
        // STRICT and NOT NULL hold when a row is written: one bit in the file gives a value another type, and a
        // subscript of a row ends the process then. Only the number is the row's own place, in our own table.
        let id = try? row.withUnsafeData(atIndex: 1) { bytes -> UUID? in
          guard let bytes, bytes.count == 16 else { return nil }
          return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
        }
        guard let id else { throw RecordError.unreadableRow(sequence: sequence) }
        self.id = id
        do {
          plain = try row.decode(String?.self, atIndex: 2)
          sealed = try row.decode(Data.self, atIndex: 3)
        } catch {
          throw RecordError.altered(id)
        }
      }

      var idPrefix: UInt32 { Self.prefix(of: id) }

      static func prefix(of id: UUID) -> UInt32 {
        let bytes = id.uuid
        return UInt32(bytes.0) << 24 | UInt32(bytes.1) << 16 | UInt32(bytes.2) << 8
          | UInt32(bytes.3)
      }
    }
  }
#endif
