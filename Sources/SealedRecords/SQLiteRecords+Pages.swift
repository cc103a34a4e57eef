#if Records
  import Foundation
  import GRDB

  /// Pages of the file that SQLite has no use for any more, and what lies in them.
  extension SQLiteRecords {
    /// The connection to the file. Where a wipe closed one, and failed to make another, whoever needs it next does.
    var queue: DatabaseQueue {
      get throws {
        if let connection { return connection }
        return try connectAnew()
      }
    }

    private func connectAnew() throws -> DatabaseQueue {
      let place = RecordFile(path: files[0])
      _ = try place.prepare()
      let made = try Self.connect(to: files[0])
      file = try place.identity()
      connection = made
      return made
    }

    /// Leaves a file that another process's wipe has put another one in the place of. Where nothing can be opened there
    /// the wipe goes on with this one: the keys are to be erased whatever lies in the file's place.
    func leaveGivenUpFile() {
      do {
        guard let connection, try RecordFile(path: files[0]).identity() != file else { return }
        _ = try connectAnew()
        try connection.close()
      } catch {
        return
      }
    }

    private func disconnect() {
      if let connection { try? connection.close() }
      connection = nil
    }

    /// Whether SQLite finds every page in its place, and none that nothing leads to.
    func hasSoundPages() -> Bool { isSound(.pages) }

    /// What SQLite looks at: all pages, up to the first fault, or one table.
    private enum PageCheck: String {
      case pages = "PRAGMA quick_check(1)"
      case record = "PRAGMA quick_check(record)"
      case node = "PRAGMA quick_check(node)"
      case header = "PRAGMA quick_check(header)"
    }

    private func isSound(_ check: PageCheck) -> Bool { firstAnswer(check.rawValue) == "ok" }

    /// What SQLite says first. It works out conditions of tables that others planted, which may have no end: nil for a
    /// file that has any.
    private func firstAnswer(_ check: String) -> String? {
      try? once { database in
        try RecordSchema.expectCurrent(database)
        return try String.fetchOne(database, sql: check)
      }
    }

    /// Whether SQLite says of pages that nothing leads to them.
    func namesUnusedPages() -> Bool {
      // In its first answer it tells of pages, and in those that follow of rows, through which it may walk for ever.
      firstAnswer("PRAGMA quick_check")?.contains("never used") ?? true
    }

    /// Makes tables anew with which SQLite finds fault though all in them can be read: their pages may refuse whatever
    /// is to be written.
    func renewTables() async throws(RecordError) {
      let (areRowsSound, areNodesSound) = (isSound(.record), isSound(.node))
      guard !areRowsSound || !areNodesSound else { return }
      try await write(for: Set(tables.keys), freesPages: false) { transaction, _ in
        if !areNodesSound { try transaction.index.copyNodes() }
        if !areRowsSound {
          transaction.index.unreadable.hasIDIndex = true
          try transaction.copyRows()
        }
      }
    }

    /// Frees pages that nothing leads to, in the file and in its log. The records are sound without it, so that no
    /// room for it, or another process that reads, fails nothing else. Not beside damage in a table: what SQLite makes
    /// of that when it writes the table anew is its own affair, and a repair finds more in it as it is.
    ///
    /// - Returns: ``RecordError/pagesStay(_:)`` when they stay.
    @discardableResult
    func freePages() -> RecordError? {
      guard isSound(.record) && isSound(.node) && isSound(.header) else {
        return .pagesStay(ResultCode.SQLITE_CORRUPT.rawValue)
      }
      do {
        try rewritePages()
        guard try emptyLog() else { return .pagesStay(ResultCode.SQLITE_BUSY.rawValue) }
      } catch {
        return .pagesStay((error as? DatabaseError)?.extendedResultCode.rawValue ?? 0)
      }
      hasLoosePages = false
      return nil
    }

    /// Has SQLite read its own tables within a bound: what comes next reads them without one.
    private func expectReadableTables() throws { _ = try reading { try RecordSchema.check($0) } }

    /// Has SQLite write all that it finds into as few pages as that takes.
    func rewritePages() throws {
      try expectReadableTables()
      try queue.writeWithoutTransaction { try $0.execute(sql: "VACUUM") }
    }

    /// The log still holds old pages, sealed; it is emptied as far as no other process reads it.
    ///
    /// - Returns: whether it is empty now, and all that it held in the file.
    @discardableResult
    func emptyLog() throws -> Bool {
      try expectReadableTables()
      let answer = try queue.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
      // 1 where another one is in the way.
      return answer == 0
    }

    /// Empties the log at the end of a repair: until then the file may hold what a wipe has deleted, also one before a
    /// restart.
    ///
    /// - Returns: ``RecordError/pagesStay(_:)`` when something stays.
    func settleLog() -> RecordError? {
      do {
        return try emptyLog() ? nil : .pagesStay(ResultCode.SQLITE_BUSY.rawValue)
      } catch {
        return .pagesStay((error as? DatabaseError)?.extendedResultCode.rawValue ?? 0)
      }
    }

    /// Makes the file an empty database, whatever lies in it: by SQLite, which keeps other processes out meanwhile, or
    /// without it where it does not take the file for a database, or has no room to note that: they keep the old file
    /// then.
    func startOver() throws {
      do {
        try DatabaseQueue().backup(to: queue)
        hasLoosePages = try !emptyLog()
      } catch let error as DatabaseError where error.forbidsWriting || error.isFull {
        // It may also have pages of another size, which SQLite copies nothing over.
        disconnect()
        try RecordFile(path: files[0]).replace()
        _ = try queue
        hasLoosePages = false
      }
    }
  }
#endif
