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
    /// - Returns: rows that could not be opened and stay behind: nothing opens them any more.
    /// - Throws: ``RecordError``; what is done by then stays done.
    @discardableResult
    public func rotateKey(of kind: RecordKind) async throws(RecordError) -> [RecordError] {
      let (version, isKnown) = try await look(for: []) { transaction in
        let header = transaction.index.header
        return (header.keys + 1, kind == .index || header.number(of: kind) != nil)
      }
      guard isKnown else { return [] }
      try await keys.makeKey(for: kind, version: Int(version))
      try await write(for: [kind]) { transaction, _ in  // O.Cryp_4#61
        guard transaction.index.header.keys < version else { throw RecordError.busy }
        if kind == .index {
          guard transaction.index.header.oldIndexKey == 0 else { return }
          try transaction.index.change(to: version)
          transaction.index.header.owner = transaction.index.seal.hash(
            of: owner, store: transaction.index.store)
          transaction.index.header.indexCursor = 0
        } else if let number = transaction.index.header.number(of: kind) {
          let table = transaction.index.header.tables[Int(number)]
          guard table.oldKey == 0 else { return }
          transaction.index.header.tables[Int(number)].oldKey = table.key
          transaction.index.header.tables[Int(number)].key = version
          transaction.index.header.tables[Int(number)].cursor = 0
        }
        transaction.index.header.keys = version
      }
      return try await finishRewrites()
    }

    /// Goes on with every rotation and payload migration that is not finished, to its end.
    ///
    /// - Returns: rows that could not be opened and stay behind.
    /// - Throws: ``RecordError``; what is done by then stays done.
    @discardableResult
    public func finishRewrites() async throws(RecordError) -> [RecordError] {
      try await eraseLegacyKeys()
      var left: [RecordError] = []
      while try await look(for: [], { $0.index.header.hasCursor }) {
        left += try await write(for: []) { transaction, random in
          try transaction.rewriteSome(using: &random)
        }
        await Task.yield()
      }
      let header = try await look(for: []) { $0.index.header }
      for table in header.tables where table.oldKey != 0 {
        try await keys.eraseKey(for: table.kind, version: Int(table.oldKey))
      }
      if header.oldIndexKey != 0 {
        try await keys.eraseKey(for: .index, version: Int(header.oldIndexKey))
      }
      try await write(for: []) { transaction, _ in
        for number in transaction.index.header.tables.indices
        where transaction.index.header.tables[number].oldKey == header.tables[number].oldKey {
          transaction.index.header.tables[number].oldKey = 0
        }
        if transaction.index.header.oldIndexKey == header.oldIndexKey {
          transaction.index.header.oldIndexKey = 0
        }
      }
      opening.hasPendingRewrites = false
      return left
    }
  }

  extension RecordTransaction {
    private static let batch = 16

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
      try rows(leaf) { row in
        guard let entry = try index[row[0] as Int64], entry.kind == kind else { return }
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
        } catch let error as RecordError {
          left.append(error)
          continue
        }
        try write(
          record, number: kind, sequence: row.sequence, isSynced: entry.isSynced, using: &random
        ) {
          plain, sealed in
          try index.database.cachedStatement(
            sql: "UPDATE record SET plain = ?, sealed = ? WHERE sequence = ?"
          )
          .execute(arguments: [plain, sealed, row.sequence])
        }
      }
      return left
    }
  }

  extension IndexHeader {
    var hasCursor: Bool { indexCursor != nil || tables.contains { $0.cursor != nil } }
    var isRewriting: Bool {
      hasCursor || oldIndexKey != 0 || hasLegacyKeys || tables.contains { $0.oldKey != 0 }
    }
  }
#endif
