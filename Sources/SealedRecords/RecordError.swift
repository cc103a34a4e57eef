public import Foundation

/// Why records could not be kept or given back. Codes are SQLite's extended result codes or `errno`.
@nonexhaustive
public enum RecordError: Error, Sendable, Hashable {
  /// The key of this kind is out of reach now.
  case keyUnavailable(RecordKind)
  /// The device is locked, and what keeps the keys or the newest state is locked with it.
  case locked
  /// This handle was closed: another person signed in, or somebody signed out.
  case closed
  /// The key that sealed records of this kind is erased, lost or was never here: they cannot be opened any more. Other
  /// kinds are not touched by it, unless it is the index's key.
  case keyMissing(RecordKind)
  /// A record key must have 32 bytes.
  case keySize(Int)
  /// The row is sealed under another key than the one given for its kind.
  case wrongKey(UUID)
  /// The row is not what was sealed for this id, kind, sequence and state: moved, edited or swapped.
  case altered(UUID)
  /// The row with this sequence number has an id or kind that this library never writes, or a longer value than any of
  /// its own: repair the file. In the first format, whose move leaves such rows out, 0 stands for a number that was not
  /// read.
  case unreadableRow(sequence: Int64)
  /// The row is sealed in a newer format than this build knows, or damaged so that it seems to be.
  case newerRow(UUID)
  /// An older state of this row was put back in its place, or beside the record that took its place.
  case olderRow(UUID)
  /// The row with this sequence number was removed by someone else.
  case removedRow(sequence: Int64)
  /// The row with this sequence number was put there by someone else.
  case plantedRow(sequence: Int64)
  /// The file's count of sequence numbers is one that this library never reaches: altered or damaged. A file of the
  /// first format is left as it was.
  case unusableSequence(Int64)
  /// A part of the index is missing, altered or older than the rest (level 0 is the lowest; 255 the top). Records
  /// elsewhere are not touched by it; that there is none with some id cannot be said, nor be brought about by a deletion.
  /// After a record is stored, only a repair brings back what lies below that part.
  case indexDamaged(level: Int, place: Int64)
  /// Below this damaged part of the index, which was built anew, there are as many rows fewer than there were: somebody
  /// took them away, or a newer record with the same id took their place. Which ones they were nothing tells.
  case missingRows(Int, level: Int, place: Int64)
  /// The file is an older one of this app: it has this generation, the anchor remembers a newer one. Nothing of
  /// it is used.
  case rolledBack(found: UInt64, anchored: UInt64)
  /// The file holds records, but the place that remembers its newest state knows none: whether it is the newest is
  /// unknown. Nothing of it is used.
  case anchorMissing
  /// The file is another one than the one that the anchor remembers. Nothing of it is used.
  case foreignStore
  case duplicate(UUID)
  /// More bytes than a payload, or the plain columns of one record, may have.
  case tooLarge(limit: Int)
  /// An upgrade makes more of this record than may be stored (``tooLarge(limit:)``): it stays as it was, under the key
  /// that sealed it, and is upgraded each time that it is read, or cannot be read where the upgrade itself says so.
  /// Declare an upgrade that makes less of it under a new version: unless a rotation waits for the record, nothing tries
  /// the same version again.
  case upgradeTooLarge(UUID, limit: Int)
  /// A plain column that the kind's table does not declare, or another form than declared.
  case undeclaredColumn(RecordKind)
  /// The record's time is not a number, or its kind is reserved.
  case unsuitable(UUID)
  /// What the record holds is no valid value of its type (a range or an order is broken), or was not written by it.
  case invalidEntry(RecordKind)
  /// The payloads of this kind were written by a newer version of the app; nothing was changed.
  case newerTable(RecordKind, found: Int, supported: Int)
  /// The declaration of this kind has no usable step from this payload version to the next.
  case upgradeMissing(RecordKind, from: Int)
  /// The database was made by a newer version; nothing was changed.
  case newerSchema(found: Int, supported: Int)
  /// The file is a database of something else, or its tables were changed; nothing was changed.
  case foreignDatabase
  /// SQLite cannot make sense of the file.
  case damaged(Int32)
  /// The records are what they should be, and the repair or wipe holds. But pages that were damaged and given up, or
  /// pages of before, still lie in the file or its log: ids and sealed rows that were deleted may stand there. A later
  /// repair tries again.
  case pagesStay(Int32)
  /// A wipe of these records was begun, here or in another process, and has not come to its end. Nothing is read or
  /// stored until it has: `SQLiteRecords.eraseAll()` goes on with it, and so does the next opening.
  case wipePending
  case busy
  /// The medium has no room left, or only says that writing failed: past a quota, and also where it is broken.
  case full
  /// The file has as many kinds of records as it takes, and this one is not among them; or it is one of the first
  /// format with more kinds than that: then nothing of it is moved or used.
  case tooManyKinds(limit: Int)
  case denied(Int32)
  case unavailable(Int32)
  /// Group or others have rights on the file, or may write to its folder (`mode` as in `chmod`).
  case exposed(mode: UInt32)
  /// The file or its folder belongs to another user.
  case foreignOwner(UInt32)
  /// A link or a special file stands where the database belongs, or beside it a journal of SQLite's that names other
  /// files to delete.
  case notPlain
  /// SQLite did not accept a setting that durability or erasure depends on.
  case settingRefused
  case sealingFailed
}

extension RecordError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .keyUnavailable(let kind):
      "\(kind): the key is not available now; unlock the device and try again"
    case .locked: "the keys of the records are locked; unlock the device and try again"
    case .closed: "these records were closed by a login or a logout; ask for the records again"
    case .keyMissing(let kind): "\(kind): its key is lost; delete the records, or rotate the key and fetch them anew"
    case .keySize(let count): "a record key has 32 bytes, not \(count)"
    case .wrongKey(let id): "record \(id): sealed under another key"
    case .altered(let id):
      "record \(id): the stored row was altered or damaged; delete it or fetch it anew"
    case .unreadableRow(let sequence): "row \(sequence): altered or damaged beyond recognition; repair the file"
    case .olderRow(let id): "record \(id): an older state was put in its place; fetch it anew"
    case .removedRow(let sequence):
      "row \(sequence) was removed from outside; repair the file or fetch the record anew"
    case .plantedRow(let sequence): "row \(sequence) was put there from outside; repair the file"
    case .unusableSequence(let sequence):
      "the record database counts to \(sequence), which cannot be; it was altered or damaged: restore it or erase it"
    case .indexDamaged(let level, let place):
      "the index of the record database is damaged (level \(level), place \(place)); repair it or restore the file"
    case .missingRows(let count, let level, let place):
      "\(count) rows are gone below a damaged part of the index (level \(level), place \(place)); fetch them anew"
    case .rolledBack(let found, let anchored):
      "the record database is an older one (state \(found), the newest is \(anchored)); restore the newest or erase it"
    case .anchorMissing:
      "nothing remembers the newest state of the record database; erase it or accept it knowingly"
    case .foreignStore:
      "the record database is not the one that this app wrote last; restore that one or erase it"
    case .undeclaredColumn(let kind):
      "\(kind): a plain column is not declared; declare it or leave the value out"
    case .unsuitable(let id): "record \(id): its time is not a number or its kind is reserved"
    case .invalidEntry(let kind): "\(kind): the values break the rules of this type; correct them"
    case .newerTable(let kind, let found, let supported):
      "\(kind): written by a newer version (\(found), this one knows \(supported)); update the app"
    case .upgradeMissing(let kind, let version):
      "\(kind): no usable upgrade from version \(version); declare one"
    case .newerRow(let id): "record \(id): written by a newer version of the app; update the app"
    case .duplicate(let id): "record \(id) exists already"
    case .tooLarge(let limit): "a record's payload, or its plain values, have at most \(limit) bytes here"
    case .upgradeTooLarge(let id, let limit):
      "record \(id): its upgrade makes more than \(limit) bytes of it; declare less under a new version, or delete it"
    case .newerSchema(let found, let supported):
      "the records were written by a newer version (\(found), this one knows \(supported)); update the app"
    case .foreignDatabase: "the file is not a record database of this app; choose another path"
    case .damaged(let code):
      "the record database is damaged (code \(code)); restore it or delete it"
    case .pagesStay(let code):
      "the records are sound, but pages of before stay in the file (code \(code)); free some space, close what else "
        + "uses the file and repair it"
    case .wipePending:
      "these records are being wiped; erase them again or open them anew to end it"
    case .busy: "the record database is in use by another process; try again"
    case .full: "no space left for records; free some space and try again"
    case .tooManyKinds(let limit):
      "a record database takes records of \(limit) kinds at most; use a kind that it has, or another file"
    case .denied(let code):
      "the system denied access to the record database (code \(code)); check owner and rights"
    case .unavailable(let code): "the record database is not available (code \(code))"
    case .exposed(let mode):
      "others may access the record database (mode \(String(mode, radix: 8))); set its folder to 700 and it to 600"
    case .foreignOwner(let user): "the record database or its folder belongs to another user (uid \(user))"
    case .notPlain:
      "a link, a special file or another database's journal stands in the place of the record database; take it away"
    case .settingRefused: "SQLite refused a setting that the records' safety depends on"
    case .sealingFailed: "the record could not be sealed"
    }
  }
}
