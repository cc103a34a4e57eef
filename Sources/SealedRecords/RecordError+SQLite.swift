#if Records
  import GRDB

  extension RecordError {
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
      self =
        switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT, .SQLITE_MISMATCH: .damaged(code)
        case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
        case .SQLITE_FULL: .full
        case .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_AUTH: .denied(code)
        default: .unavailable(code)
        }
    }
  }
#endif
