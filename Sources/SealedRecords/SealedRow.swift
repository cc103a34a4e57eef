#if Records
  import Foundation
  import GRDB

  /// A row as it lies in the file: nothing in it is believed before its seal is opened.
  struct SealedRow: Sendable {
    static let columns = "SELECT id, kind, sequence, synced, sealed FROM record"

    let mark: RecordMark
    let synced: Bool
    let sealed: Data

    init(_ row: Row) throws {
      let sequence: Int64 = try row.decode(forColumn: "sequence")
      let text: String = try row.decode(forColumn: "id")
      // Only one spelling of an id: else one record could stand under two keys of the table.
      guard let id = UUID(uuidString: text), id.uuidString == text,
        let kind = RecordKind(try row.decode(String.self, forColumn: "kind"))
      else { throw RecordError.unreadableRow(sequence: sequence) }
      switch try row.decode(Int.self, forColumn: "synced") {
      case 0: synced = false
      case 1: synced = true
      default: throw RecordError.altered(id)
      }
      mark = RecordMark(id: id, kind: kind, sequence: sequence)
      sealed = try row.decode(forColumn: "sealed")
    }

    func open(with seal: RowSeal) throws(RecordError) -> SealedRecord {
      try seal.open(sealed, id: mark.id, sequence: mark.sequence, synced: synced)
    }
  }
#endif
