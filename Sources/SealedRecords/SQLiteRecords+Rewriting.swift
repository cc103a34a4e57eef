#if Records
  import Foundation
  import GRDB

  /// Rewriting rows while the store is in use: key rotation and payload migration. Both go through the file in batches,
  /// each a transaction that also keeps how far it got; between two batches other calls have their turn.
  extension SQLiteRecords {
    /// Replaces the key of a kind, or the index's with ``RecordKind/index``: new rows are sealed under the new key at
    /// once, old rows batch by batch; the old key is erased after the last one. A crash in between is taken up again by
    /// ``finishRewrites()`` or by the next rotation.
    ///
    /// - Returns: why rows stay behind. While one of them is still sound (below a damaged place of the index, without a
    ///   step of its upgrade, with one that makes it too large, of a newer version of the app) the old key stays, and
    ///   ``RecordOpening/hasPendingRewrites``: repair the file or declare another step, and finish. Rows whose own key
    ///   is lost keep a rotation open as well (``RecordError/keyMissing(_:)``) until they are deleted or the key is
    ///   there again; new records of the kind are sealed under the new key meanwhile. All others nothing opens any
    ///   more. Where the new key is lost before the rotation ends, the next call puts another one in its place, and the
    ///   rows under it are given up (``RecordError/altered(_:)``).
    /// - Throws: ``RecordError``, ``RecordError/busy`` when another process gave out the new key's version first; what is
    ///   done by then stays done.
    @discardableResult
    public func rotateKey(of kind: RecordKind) async throws(RecordError) -> [RecordError] {
      let (version, isKnown) = try await look(for: []) { transaction in
        let header = transaction.index.header
        return (try header.nextKey(), kind == .index || header.number(of: kind) != nil)
      }
      guard isKnown else { return [] }
      try await makeNextKey(kind, version)
      let turned: (turn: RecordTransaction.Turn, isUsed: Bool, lost: UInt32?)
      do throws(RecordError) {
        turned = try await write(for: [kind]) { transaction, _ in  // O.Cryp_4#61
          let lost = try transaction.lostKey(of: kind)
          return (try transaction.turn(to: version, of: kind, owner), transaction.seals(kind, version), lost)
        }
      } catch {
        await takeBack(kind, version, after: error)
        throw error
      }
      // Its version is given out, and not for this kind: nobody is about to seal with it.
      if !turned.isUsed { try? await keys.eraseKey(for: kind, version: Int(version)) }
      if turned.turn == .tooLate { throw .busy }
      // No header names it any more, and so no wipe does.
      if let lost = turned.lost { try await keys.eraseKey(for: kind, version: Int(lost)) }
      // Until it ends: an error may cut it off, and nobody opens the file anew for that.
      opening.hasPendingRewrites = true
      return try await finishRewrites()
    }

    /// Whether there is something for ``finishRewrites()``: ``RecordOpening/hasPendingRewrites`` as it stands by now.
    public var hasPendingRewrites: Bool { opening.hasPendingRewrites }

    /// Goes on with every rotation and payload migration that is not finished, to its end.
    ///
    /// A rotation one of whose keys is lost cannot go on: its rows are only read then, to see whether any still needs
    /// the old key.
    ///
    /// - Returns: why rows stay behind; see ``rotateKey(of:)``. Of a rotation that cannot go on each reason once.
    /// - Throws: ``RecordError``; what is done by then stays done.
    @discardableResult
    public func finishRewrites() async throws(RecordError) -> [RecordError] {
      try await eraseLegacyKeys()
      try await takeUp()
      var left: [RecordError] = []
      while try await look(for: [], { $0.index.header.hasCursor }) {
        left += try await write(for: []) { transaction, random in
          try transaction.rewriteSome(using: &random)
        }
        await Task.yield()
      }
      let header = try await look(for: []) { $0.index.header }
      var erased: [IndexHeader.Table] = []
      var known = Set(left)
      for table in header.tables where table.oldKey != 0 {
        let needed = try await need(of: table)
        left += needed.reasons.filter { known.insert($0).inserted }
        guard !needed.isHeld else { continue }
        try await keys.eraseKey(for: table.kind, version: Int(table.oldKey))
        erased.append(table)
      }
      // Also with damaged places: a repair builds them anew from the rows, whatever key sealed them. Not where another
      // rotation of the index began since, whose nodes still rest on the old key.
      let oldIndexKey = header.indexCursor == nil ? header.oldIndexKey : 0
      if oldIndexKey != 0 { try await keys.eraseKey(for: .index, version: Int(oldIndexKey)) }
      try await write(for: []) { [erased] transaction, _ in
        transaction.forget(erased)
        if oldIndexKey != 0, transaction.index.header.oldIndexKey == oldIndexKey {
          transaction.index.header.oldIndexKey = 0
        }
      }
      opening.hasPendingRewrites = try await look(for: []) { $0.index.header.isRewriting }
      return left
    }

    /// Begins once more with rotations that went through the file and whose old key stands in it still. Not where one of
    /// their keys is gone: nothing is sealed anew without it, and whether the rotation erased the old one, or that was
    /// lost with rows under it, a look at the rows tells.
    private func takeUp() async throws(RecordError) {
      let kept = try await look(for: []) { transaction in
        try transaction.index.header.tables.filter { $0.oldKey != 0 && $0.cursor == nil }
          .filter { try transaction.hasKeys(of: $0) }
      }
      guard !kept.isEmpty else { return }
      try await write(for: []) { transaction, _ in
        for table in kept {
          guard let number = transaction.number(of: table) else { continue }
          transaction.index.header.tables[number].cursor = transaction.index.header.tables[number].cursor ?? 0
        }
      }
    }

    /// Whether a row still needs the key that a rotation is about to erase, and why.
    private func need(of table: IndexHeader.Table) async throws(RecordError) -> RecordTransaction.Need {
      var need = RecordTransaction.Need()
      while need.next != nil {
        need = try await look(for: [table.kind]) { [need] in try $0.need(of: table, after: need) }
        await Task.yield()
      }
      return need
    }
  }

  extension RecordTransaction {
    private static let batch = 16

    /// What became of the wish for a rotation.
    enum Turn { case begun, running, tooLate }

    /// Begins a rotation, if none runs and nobody else was given the version.
    func turn(to version: UInt32, of kind: RecordKind, _ owner: RecordOwner) throws -> Turn {
      guard index.header.keys < version else { return .tooLate }
      // Given out in any case: a key that is erased must not be the one that another process begins with.
      index.header.keys = version
      if kind == .index {
        guard index.header.oldIndexKey == 0 else { return .running }
        try index.change(to: version)
        index.header.owner = index.seal.hash(of: owner, store: index.store)
        index.header.indexCursor = 0
      } else if let number = index.header.number(of: kind).map(Int.init) {
        if try lostKey(of: kind) == nil {
          guard index.header.tables[number].oldKey == 0 else { return .running }
          index.header.tables[number].oldKey = index.header.tables[number].key
        }
        index.header.tables[number].key = version
        index.header.tables[number].cursor = 0
      }
      return .begun
    }

    /// The newest key of a kind whose rotation runs, where that key is lost: the rotation ends only under it, and until
    /// then nothing of the kind is stored.
    func lostKey(of kind: RecordKind) throws -> UInt32? {
      guard let number = index.header.number(of: kind), index.header.tables[Int(number)].oldKey != 0 else { return nil }
      do { try expectNewestKey(of: number) } catch RecordError.keyMissing {
        return index.header.tables[Int(number)].key
      }
      return nil
    }

    /// Whether anything is, or will be, sealed with this key.
    func seals(_ kind: RecordKind, _ version: UInt32) -> Bool {
      index.header.seals(kind, version, indexKey: index.seal.version)
    }

    /// Where the table of a rotation stands by now; nil when that rotation is over.
    func number(of table: IndexHeader.Table) -> Int? {
      index.header.tables.firstIndex { $0.kind == table.kind && $0.oldKey == table.oldKey }
    }

    /// Notes that the old keys of these tables are erased.
    func forget(_ erased: [IndexHeader.Table]) {
      for number in erased.compactMap({ number(of: $0) }) { index.header.tables[number].oldKey = 0 }
    }

    /// One batch of each rewrite that runs.
    func rewriteSome(using random: inout any RandomNumberGenerator & Sendable) throws
      -> [RecordError]
    {
      var left: [RecordError] = []
      for number in index.header.tables.indices {
        guard let cursor = index.header.tables[number].cursor else { continue }
        let kind = UInt16(truncatingIfNeeded: number)
        let leaves = try someLeaves(from: cursor, where: { $0.kind == kind }, &left)
        for leaf in leaves { left += try rewrite(leaf, kind, using: &random) }
        index.header.tables[number].cursor =
          leaves.count < Self.batch ? nil : leaves.last.map { $0 + 1 }
      }
      if let cursor = index.header.indexCursor {
        let leaves = try someLeaves(from: cursor, where: { _ in true }, &left)
        for leaf in leaves { try index.touch(leaf) }
        index.header.indexCursor = leaves.count < Self.batch ? nil : leaves.last.map { $0 + 1 }
      }
      return left
    }

    private func someLeaves(
      from first: Int64, where matches: (IndexZone) -> Bool, _ damage: inout [RecordError]
    ) throws -> [Int64] {
      var leaves: [Int64] = []
      try index.walk(from: first, where: matches, damaged: { damage.append($0) }) { leaf, _ in
        leaves.append(leaf)
        return leaves.count < Self.batch
      }
      return leaves
    }

    private func rewrite(
      _ leaf: Int64, _ kind: UInt16, using random: inout any RandomNumberGenerator & Sendable
    ) throws -> [RecordError] {
      let table = index.header.tables[Int(kind)]
      var old: [(StoredRow, IndexLeaf.Entry)] = []
      var left: [RecordError] = []
      try rows(leaf) { row, offset in
        guard let entry = try index[leaf << IndexLeaf.bits | Int64(offset)], entry.kind == kind else { return }
        do {
          let row = try StoredRow(row)
          let envelope = try? SealedEnvelope(row.sealed)
          if envelope?.keyVersion != table.key || envelope?.payloadVersion != table.payloadVersion {
            old.append((row, entry))
          }
        } catch let error as RecordError {
          left.append(error)
        }
      }
      for (row, entry) in old {
        let record: SealedRecord
        do {
          record = try open(row, entry)
          try expectNewestKey(of: kind)
        } catch let error as RecordError {
          left.append(error)
          continue
        }
        do {
          try write(
            record, number: kind, sequence: row.sequence, isSynced: entry.isSynced, using: &random
          ) {
            plain, sealed in
            try index.database.cachedStatement(
              sql: "UPDATE record SET plain = ?, sealed = ? WHERE sequence = ?"
            )
            .execute(arguments: [plain, sealed, row.sequence])
          }
        } catch RecordError.tooLarge(let limit) {
          left.append(.upgradeTooLarge(row.id, limit: limit))
        }
      }
      return left
    }
  }

  extension IndexHeader {
    /// Whether anything is, or will be, sealed with this key, where the index's own has the version `indexKey`.
    func seals(_ kind: RecordKind, _ version: UInt32, indexKey: UInt32) -> Bool {
      if kind == .index { return version == indexKey || version == oldIndexKey }
      return tables.contains { $0.kind == kind && ($0.key == version || $0.oldKey == version) }
    }

    var hasCursor: Bool { indexCursor != nil || tables.contains { $0.cursor != nil } }
    var isRewriting: Bool {
      hasCursor || oldIndexKey != 0 || hasLegacyKeys || tables.contains { $0.oldKey != 0 }
    }
  }
#endif
