#if Records
  import GRDB

  extension DatabaseError {
    /// Whether SQLite cannot make sense of the file, or does not find its tables in it.
    var isDamage: Bool {
      if isCutShort { return true }
      return switch resultCode {
      case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT, .SQLITE_MISMATCH, .SQLITE_TOOBIG, .SQLITE_ERROR: true
      default: false
      }
    }

    /// Whether the log ends before what it is to hold; only of the file itself SQLite takes what is missing for zeros.
    var isCutShort: Bool { extendedResultCode == .SQLITE_IOERR_SHORT_READ }

    /// Whether the file can be emptied as a whole at most: by one bit in its head SQLite only reads it.
    var forbidsWriting: Bool { isDamage || resultCode == .SQLITE_READONLY }

    /// Whether the medium may lack the room for what SQLite was to write: past a quota, or a limit on the size of files,
    /// it only says that writing failed.
    var isFull: Bool { resultCode == .SQLITE_FULL || extendedResultCode == .SQLITE_IOERR_WRITE }
  }

  extension RecordError {
    /// Whether the top of the index cannot be read, or not with any key that is there.
    var hidesTop: Bool { isDamage || self == .keyMissing(.index) }

    /// Whether the tables are none that this version made: what they do when something is written nobody can tell.
    var isForeign: Bool {
      switch self {
      case .foreignDatabase, .newerSchema: true
      default: false
      }
    }

    /// Whether neither the file nor the top of its index tells what it holds.
    var isDamage: Bool {
      switch self {
      case .damaged: true
      case .indexDamaged(let level, _): level == RecordIndex.topLevel
      case .unavailable(let code): code == ResultCode.SQLITE_ERROR.rawValue
      default: false
      }
    }

    /// What SQLite's answer means for the caller.
    init(_ error: any Error) {
      if let own = error as? RecordError {
        self = own
        return
      }
      guard let error = error as? DatabaseError else {
        // GRDB's other errors are about values that do not decode.
        self = .damaged(0)
        return
      }
      let code = error.extendedResultCode.rawValue
      guard !error.isCutShort else {
        self = .damaged(code)
        return
      }
      self =
        switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT, .SQLITE_MISMATCH, .SQLITE_TOOBIG: .damaged(code)
        case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
        case _ where error.isFull: .full
        case .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_AUTH: .denied(code)
        default: .unavailable(code)
        }
    }
  }
#endif
