#if Records
  import Foundation
  import GRDB

  extension SQLiteRecords {
    /// Wipes every record: the keys first, then what they sealed. The store is empty and usable afterwards, under new
    /// keys. A crash in between is finished by the next opening, and a call that failed by the next one: until then
    /// nothing is read or stored (``RecordError/wipePending``, and ``RecordError/keyMissing(_:)`` once the index's key is
    /// gone). Who takes the wipe's mark out of the file, or puts the file of before in its place, changes nothing of
    /// that once the anchor knows of the wipe: the next opening goes on with it. One wipe at a time: a second call
    /// waits for the first.
    ///
    /// An older state in the file's place stops nothing, nor a store that another process made for the same owner: the
    /// keys that the file names are erased, and those that this process knew last. Another owner's store is refused
    /// (``RecordError/foreignStore``).
    ///
    /// Damage that came after the opening stops nothing, nor do tables that somebody exchanged or a second header, also
    /// where it forbids SQLite to write, or would keep it at work for ever: the file is emptied as a whole then, and
    /// the keys are those that this process knew of it last. After a crash in between that file does not open, and is
    /// to be removed. A file that the system keeps from being written stays as it is (`denied`), without its keys.
    ///
    /// On a full medium the wipe has to be noted in the file first, which takes the room of a few pages, if need be
    /// what emptying the file's log frees. Without it nothing was erased (``RecordError/full``). Once the keys are gone
    /// the file is emptied as a whole where there is no room to overwrite its rows: sealed blocks of it may stay on the
    /// medium.
    ///
    /// - Returns: how many records there were.
    /// - Throws: ``RecordError``; what was erased by then stays erased. ``RecordError/pagesStay(_:)`` after all of it,
    ///   where another process reads the file: the keys are gone and the store is usable, but ids and sealed rows stand
    ///   in the file until ``repair(discardingNewer:)`` or another wipe. ``RecordError/busy`` also where again and
    ///   again another process came between.
    @discardableResult
    public func eraseAll() async throws(RecordError) -> Int {
      while let wiping { _ = await wiping.value }
      let task = Task {
        // Inside the task: whoever waits for it must find it gone.
        defer { wiping = nil }
        do throws(RecordError) {
          return Result<Int, RecordError>.success(try await beginAnew())
        } catch {
          return .failure(error)
        }
      }
      wiping = task
      let result = await task.value
      return try result.get()
    }

    private func beginAnew() async throws(RecordError) -> Int {
      let count = try await wipe(.ofOwner)
      if try await !create() { try await begin(false, insecureAcceptOlderFile: false) }
      if let pagesStay { throw pagesStay }
      return count
    }

    /// Why a wipe that is through has left something in the file.
    var pagesStay: RecordError? { hasLoosePages ? .pagesStay(ResultCode.SQLITE_BUSY.rawValue) : nil }

    /// Which store a wipe takes.
    enum WipedStore {
      /// The one that this process has seen, whoever owns it.
      case thatWasSeen
      /// Whichever is there and belongs to this owner.
      case ofOwner
    }

    /// Tells the anchor, and erases the keys of the kinds, the index's key and the rows, in this order, and leaves the
    /// file without an owner.
    func wipe(_ wiped: WipedStore) async throws(RecordError) -> Int {
      leaveGivenUpFile()
      // A wipe here came that far, and made no new store.
      if isWiped, (try? once({ try RecordSchema.check($0) })) == .empty {
        defer { forget() }
        return lastTop.map(Self.count) ?? 0
      }
      let (top, isMarked) = try await topToWipe(wiped)
      // A wipe that is asked for again after its rows went finds no store to name.
      if !top.store.isEmpty { endedStore = top.store }
      noteKeys(of: top)
      let count = Self.count(top)
      guard isMarked else {
        try await eraseKeys(of: top, isMarked: false)
        try await eraseFile()
        return count
      }
      try await eraseKeys(of: top, isMarked: true)
      try await eraseRows(top.mark, top.store)
      return count
    }

    /// How many records the index says there are.
    private static func count(_ top: IndexTop) -> Int {
      top.header.root?.zones.reduce(0) { $0 + Int($1.count) } ?? 0
    }

    /// What the file says; what this process knew last, where the file says nothing any more.
    private func topToWipe(_ wiped: WipedStore) async throws(RecordError) -> (top: IndexTop, isMarked: Bool) {
      do throws(RecordError) {
        return try await markedTop(wiped)
      } catch {
        guard error.hidesTop || error.isForeign else { throw error }
        // A wipe that did not come to its end, here or in another process; where this one knows of no store, only a
        // file without any header is that.
        if try isAlone(lastTop?.mark) == true { return (lastTop ?? IndexTop(), true) }
      }
      // Once more: another process may have made a new store since.
      do throws(RecordError) {
        return try await markedTop(wiped)
      } catch {
        guard error.hidesTop || error.isForeign, let lastTop else { throw error }
        return (lastTop, false)
      }
    }

    /// Reads the top and marks the file in one transaction: what another process enters before is in this top, and
    /// after the mark nobody enters anything. From here on the wipe will be finished, now or by the next opening,
    /// unless somebody takes the mark away before the anchor knows of the wipe.
    ///
    /// - Returns: unmarked where damage keeps SQLite from noting it, or the tables are foreign.
    /// - Throws: ``RecordError/full`` where there is no room for the mark, also not with an emptied log.
    private func markedTop(_ wiped: WipedStore) async throws(RecordError) -> (top: IndexTop, isMarked: Bool) {
      var ring = KeyRing()
      var isLogEmptied = false
      while true {
        do {
          return (try mark(wiped, ring), true)
        } catch {
          if !isLogEmptied, (error as? DatabaseError)?.isFull == true, (try? emptyLog()) == true {
            isLogEmptied = true
            continue
          }
          guard Self.needsNewFile(error) else {
            try await provide(error, &ring)
            continue
          }
          let top = try await storedTop()
          let isAdmitted = try await state == nil ? isOwners(top) : state?.store == top.store
          guard isAdmitted else { throw RecordError.foreignStore }
          return (known(top), false)
        }
      }
    }

    /// Whether SQLite cannot write there, or would do what others planted.
    private static func needsNewFile(_ error: any Error) -> Bool {
      (error as? DatabaseError)?.forbidsWriting ?? (error as? RecordError)?.isForeign ?? false
    }

    private func mark(_ wiped: WipedStore, _ ring: KeyRing) throws -> IndexTop {
      var marked: IndexTop?
      try queue.inTransaction(.immediate) { database in
        try RecordSchema.expectCurrent(database)
        let index = try RecordIndex(database, keys: ring)
        try expect(wiped, index)
        let top = IndexTop(index)
        let mark = index.seal.wipeMark(store: index.store)
        try database.execute(sql: "UPDATE header SET wipe = ? WHERE one = 1", arguments: [Data(mark)])
        marked = top
        return .commit
      }
      guard let marked else { throw RecordError.unavailable(0) }
      let top = known(marked)
      lastTop = top
      return top
    }

    /// Whether the store is this owner's, as the seal of its index says.
    private func isOwners(_ top: IndexTop) async throws(RecordError) -> Bool {
      guard let secret = try await keys.key(for: .index, version: Int(top.version)) else { return false }
      return try IndexSeal(secret, version: top.version).hash(of: owner, store: top.store) == top.header.owner
    }

    /// Refuses another store than the one to be wiped. An older state of that one is no reason to keep its keys. After
    /// a wipe that made no new store each one is another.
    private func expect(_ wiped: WipedStore, _ index: RecordIndex) throws(RecordError) {
      guard state?.store != index.store else { return }
      let isOwners = index.seal.hash(of: owner, store: index.store) == index.header.owner
      guard wiped == .ofOwner, isOwners else { throw .foreignStore }
    }

    /// With the keys that this process knew last: the file may have been set back since, or be another one.
    private func known(_ found: IndexTop) -> IndexTop {
      var top = found
      top.add(lastTop)
      return top
    }

    /// - Parameter isMarked: another process may go on with the wipe, and make a new store then, whose keys and anchor
    ///   are none of this one's.
    func eraseKeys(of top: IndexTop, isMarked: Bool) async throws(RecordError) {
      guard try await !isOver(top, isMarked) else { return }
      // Before the first key, so that from there on no file passes for one that nobody wiped.
      try await endAnchor(RecordState.wiping(top.store))
      for name in top.names where name.kind != .index {  // O.Data_5#60
        guard try await !isOver(top, isMarked) else { return }
        try await keys.eraseKey(for: name.kind, version: Int(name.version))
      }
      guard try await !isOver(top, isMarked) else { return }
      // Before the index's own key, so that a file without it and an anchor that knows of no wipe are never a wipe's.
      let versions = top.names.filter { $0.kind == .index }.map(\.version)
      try await endAnchor(RecordState.wiped(top.store, indexKeys: versions))
      for version in versions {
        guard try await !isOver(top, isMarked) else { return }
        try await keys.eraseKey(for: .index, version: Int(version))
      }
    }

    /// Has the anchor keep that a store ends. Where that fails, for whatever reason, and forgetting does not, as on a
    /// full medium, it forgets: then a file without the mark is refused, but a state that is saved late stays.
    private func endAnchor(_ end: RecordState?) async throws(RecordError) {
      // It keeps so already, of a store that nothing here names any more.
      if end == nil, let kept = try? await anchor.load(), kept.isWiped { return }
      do throws(RecordError) { try await anchor.save(end) } catch { try await anchor.save(nil) }
    }

    /// Whether a new store lies in the file. Its seal proves it: nobody ends a wipe by what he writes there.
    private func isOver(_ top: IndexTop, _ isMarked: Bool) async throws(RecordError) -> Bool {
      guard isMarked, try isAlone(top.mark) == false, let found = try shownHeader(), found.store != top.store else {
        return false
      }
      return try await opens(found)
    }

    /// Erases what lies in the file, unless that is a new store, whose seal proves it.
    ///
    /// - Parameter mark: of the wiped store's header; nil where it has none.
    /// - Throws: ``RecordError/busy`` where again and again another header comes between.
    func eraseRows(_ mark: [UInt8]?, _ store: [UInt8]) async throws(RecordError) {
      for _ in 0..<Self.attempts {
        var (column, value) = (HeaderColumn.wipe, mark)
        if try isAlone(mark) == false {
          guard let found = try shownHeader() else { return try await eraseFile() }
          if found.store != store, try await opens(found) { return forget() }
          // One that nothing opens any more, as this wipe erased its key before another process was done with it, or
          // whose mark somebody took away: no other store could be made beside it.
          (column, value) = (.store, found.store)
        }
        // Before the rows, so that no anchor is left that remembers a store without a file. Another process may have
        // saved its last transaction since the keys went, where the anchor could not keep that the store ends.
        try await endAnchor(RecordState.wiped(store))
        if try eraseRows(of: column, value) { return }
        // Another header came between: of a new store, or of whoever may write there.
      }
      throw .busy
    }

    /// - Returns: whether they are erased; not beside another header than the one that is told.
    private func eraseRows(of column: HeaderColumn, _ value: [UInt8]?) throws(RecordError) -> Bool {
      do {
        guard try deleteRows(of: column, value) else { return false }
      } catch let error as DatabaseError where error.isFull {
        // The keys are gone. Nothing comes between the look for another process's new store and this.
        guard try isAlone(value, by: column) ?? true else { return false }
        try emptyFile()
      } catch {
        guard Self.needsNewFile(error) || RecordError(error).isDamage else { throw RecordError(error) }
        // Unless another process has made it a new store meanwhile.
        guard try isAlone(value, by: column) ?? true else { return false }
        try emptyFile()
      }
      forget()
      return true
    }

    /// Deletes what is there without a header or under this one, which goes last: until then the next opening goes on.
    ///
    /// - Parameter column: what tells the header.
    /// - Returns: whether it did. Another process may have been faster, and have made a new store, whose header is
    ///   another one.
    private func deleteRows(of column: HeaderColumn, _ value: [UInt8]?) throws -> Bool {
      var isOurs = false
      try queue.inTransaction(.immediate) { database in
        try RecordSchema.expectCurrent(database)
        isOurs = try column.isAlone(value, in: database)
        guard isOurs else { return .rollback }
        try database.execute(sql: "DELETE FROM record")
        try database.execute(sql: "DELETE FROM node")
        return .commit
      }
      guard isOurs else { return false }
      // Once before the file gets shorter, so that what was deleted is overwritten there.
      let isEmpty = try emptyLog()
      // Pages that nothing leads to are none of a table's.
      try rewritePages()
      let told = value.map { Data($0) }
      try queue.inTransaction(.immediate) { database in
        try database.execute(sql: column.deletion, arguments: [told])
        return .commit
      }
      // Another process that reads keeps in the file what the log has deleted.
      hasLoosePages = try !isEmpty || !emptyLog()
      return true
    }

    /// Erases the file's contents as a whole.
    private func eraseFile() async throws(RecordError) {
      try await endAnchor(RecordState.wiped(endedStore ?? []))
      try emptyFile()
      forget()
    }

    private func emptyFile() throws(RecordError) {
      isWiped = true
      // An empty file tells no version of the index's key that is free.
      if firstKey == nil { drawFirstKey() }
      do { try startOver() } catch { throw RecordError(error) }
    }

    /// Forgets the store that was: until there is a new one nothing is read or stored.
    func forget() {
      isWiped = true
      state = nil
      unanchored = 0
      ids = nil
      lastTop = nil
    }
  }
#endif
