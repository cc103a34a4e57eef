public import Foundation

/// Why records could not be kept or given back. Codes are SQLite's extended result codes or `errno`.
@nonexhaustive
public enum RecordError: Error, Sendable, Hashable {
  /// The key of this kind is out of reach now.
  case keyUnavailable(RecordKind)
  /// A record key must have 32 bytes.
  case keySize(Int)
  /// The row is sealed under another key than the one given for its kind.
  case wrongKey(UUID)
  /// The row is not what was sealed for this id, kind, sequence and state: moved, edited or swapped.
  case altered(UUID)
  /// The row with this sequence number has an id or kind that this library never writes.
  case unreadableRow(sequence: Int64)
  /// The row is sealed in a newer format than this build knows.
  case newerRow(UUID)
  case duplicate(UUID)
  /// More bytes than a payload may have.
  case tooLarge(limit: Int)
  /// The database was made by a newer version; nothing was changed.
  case newerSchema(found: Int, supported: Int)
  /// The file is a database of something else, or its tables were changed; nothing was changed.
  case foreignDatabase
  /// SQLite cannot make sense of the file.
  case damaged(Int32)
  case busy
  case full
  case denied(Int32)
  case unavailable(Int32)
  /// Group or others have rights on the file, or may write to its folder (`mode` as in `chmod`).
  case exposed(mode: UInt32)
  case foreignOwner(UInt32)
  /// A link or a special file stands where the database belongs.
  case notPlain
  /// SQLite did not accept a setting that durability or erasure depends on.
  case settingRefused
  case sealingFailed
}

extension RecordError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .keyUnavailable(let kind): "\(kind): the key is not available now; unlock the device and try again"
    case .keySize(let count): "a record key has 32 bytes, not \(count)"
    case .wrongKey(let id): "record \(id): sealed under another key"
    case .altered(let id): "record \(id): the stored row was altered or damaged; delete it or fetch it anew"
    case .unreadableRow(let sequence): "row \(sequence): altered or damaged beyond recognition"
    case .newerRow(let id): "record \(id): written by a newer version of the app; update the app"
    case .duplicate(let id): "record \(id) exists already"
    case .tooLarge(let limit): "a record's payload has at most \(limit) bytes"
    case .newerSchema(let found, let supported):
      "the records were written by a newer version (\(found), this one knows \(supported)); update the app"
    case .foreignDatabase: "the file is not a record database of this app; choose another path"
    case .damaged(let code): "the record database is damaged (code \(code)); restore it or delete it"
    case .busy: "the record database is in use by another process; try again"
    case .full: "no space left for records; free some space and try again"
    case .denied(let code): "the system denied access to the record database (code \(code)); check owner and rights"
    case .unavailable(let code): "the record database is not available (code \(code))"
    case .exposed(let mode):
      "others may access the record database (mode \(String(mode, radix: 8))); set its folder to 700 and it to 600"
    case .foreignOwner(let user): "the record database belongs to another user (uid \(user))"
    case .notPlain: "a link or special file stands in the place of the record database"
    case .settingRefused: "SQLite refused a setting that the records' safety depends on"
    case .sealingFailed: "the record could not be sealed"
    }
  }
}
