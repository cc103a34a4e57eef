#if Records
  import Foundation
  import GRDB

  /// Files of the first format: rows with clear kinds and marks, no index.
  extension SQLiteRecords {
    /// Moves every record into this format, in one transaction; rows that were altered are left out and reported.
    func moveLegacy() async throws(RecordError) {
      let named = try once(Self.legacyKinds)
      var seals: [RecordKind: LegacyRowSeal] = [:]
      for kind in named.either {
        guard let secret = try await keys.key(for: kind, version: 0) else {
          // One name in one place is a spoiled row, which is lost by itself.
          guard named.both.contains(kind) else { continue }
          throw .keyMissing(kind)
        }
        seals[kind] = try LegacyRowSeal(secret, kind: kind)
      }
      let kinds = seals.keys.sorted()
      var header = IndexHeader(owner: [], keys: 1)
      header.generation = 0
      header.hasLegacyKeys = true
      var ring = KeyRing()
      try await make(.init(kind: .index, version: 1), &ring)
      for kind in kinds {
        header.keys += 1
        try await make(.init(kind: kind, version: header.keys), &ring)
        let version = (tables[kind] ?? RecordTable(kind)).payloadVersion
        header.tables.append(
          IndexHeader.Table(kind: kind, key: header.keys, payloadVersion: version))
      }
      let store = drawStore()
      do {
        header.owner = try ring.index(1).hash(of: owner, store: store)
        try queue.inTransaction(.immediate) { database in
          guard try RecordSchema.check(database) == .legacy else { throw RecordError.busy }
          header.sequence = try Self.legacySequence(database)
          try RecordSchema.setLegacyAside(database)
          try RecordSchema.create(database)
          let index = try RecordIndex(
            creating: header, store: store, keyVersion: 1, in: database, keys: ring, using: &random)
          try copy(from: database, to: RecordTransaction(index, keys: ring, tables: tables), seals)
          try RecordSchema.dropLegacy(database)
          state = try index.commit(using: &random)
          return .commit
        }
      } catch {
        throw RecordError(error)
      }
      if let state { try await anchor.save(state) }
      try await eraseLegacyKeys()
    }

    /// The kinds that the rows name or the index over them, and those that both name; where the index cannot be read, the
    /// rows alone.
    private static func legacyKinds(
      _ database: Database
    ) throws -> (either: [RecordKind], both: Set<RecordKind>) {
      guard try RecordSchema.check(database) == .legacy else { throw RecordError.busy }
      func kinds(_ source: String) throws -> Set<RecordKind> {
        var rows = try RowWalk(
          database, RowWalk.Query("kind", bare: "NULL", from: source), atMost: RowWalk.unsealedLimit)
        var (kinds, unnamed): (Set<RecordKind>, Int) = ([], 0)
        while let row = try rows.next() {
          guard let kind = (try? row.decode(String.self, atIndex: 0)).flatMap(RecordKind.init) else {
            unnamed += 1
            // Each may be a long text, and so many are not moved.
            guard unnamed <= RowWalk.plantedLimit else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
            continue
          }
          kinds.insert(kind)
          guard kinds.count <= IndexHeader.kindLimit else {
            throw RecordError.tooManyKinds(limit: IndexHeader.kindLimit)
          }
        }
        return kinds
      }
      let inRows = try kinds("record NOT INDEXED")
      let inIndex = (try? kinds("record INDEXED BY record_kind")) ?? inRows
      return (inRows.union(inIndex).sorted(), inRows.intersection(inIndex))
    }

    /// The last sequence number given out, which nothing sealed in the first format: a row that opens with a higher one
    /// proves it wrong. With half of the numbers left, a file that is moved takes new records for as long as any other.
    private static func legacySequence(_ database: Database) throws -> Int64 {
      let sequence = try Int64.fetchOne(database, sql: "SELECT sequence FROM counter") ?? 0
      guard (0..<IndexHeader.sequenceLimit / 2).contains(sequence) else { throw RecordError.unusableSequence(sequence) }
      return sequence
    }

    private func make(_ name: KeyRing.Missing, _ ring: inout KeyRing) async throws(RecordError) {
      try await keys.makeKey(for: name.kind, version: Int(name.version))
      try await ring.fetch(name, from: keys)
    }

    /// The number is a column like the others here: up to its version 3.38 SQLite reads none of a row that is too long.
    private static let legacyRows = RowWalk.Query(
      "id, kind, sequence, synced, CASE WHEN length(sealed) <= \(RowSeal.sealedLimit) THEN sealed END",
      bare: "NULL, NULL, NULL, NULL, NULL",
      from: "old_record NOT INDEXED")

    private func copy(
      from database: Database, to transaction: RecordTransaction,
      _ seals: [RecordKind: LegacyRowSeal]
    ) throws {
      var moved = 0
      opening.lost = []
      var rows = try RowWalk(database, Self.legacyRows, atMost: RowWalk.unsealedLimit)
      while let row = try rows.next() {
        // So many never come of a damaged page.
        guard opening.lost.count <= RowWalk.plantedLimit else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
        // 0 where the number itself is of another type, or was not read.
        let sequence = (try? row.decode(Int64.self, atIndex: 2)) ?? 0
        guard let text = try? row.decode(String.self, atIndex: 0), let id = UUID(uuidString: text),
          id.uuidString == text, let kind = (try? row.decode(String.self, atIndex: 1)).flatMap(RecordKind.init),
          let synced = try? row.decode(Int64.self, atIndex: 3), (0...1).contains(synced),
          let sealed = try? row.decode(Data.self, atIndex: 4),
          (1..<IndexHeader.sequenceLimit / 2).contains(sequence),
          let seal = seals[kind],
          let number = transaction.index.header.number(of: kind)
        else {
          opening.lost.append(.unreadableRow(sequence: sequence))
          continue
        }
        do throws(RecordError) {
          let old = try seal.open(sealed, id: id, sequence: sequence, synced: synced == 1)
          // The row's seal covers its number; nothing sealed the count of them.
          transaction.index.header.sequence = max(transaction.index.header.sequence, sequence)
          do {
            try move(old, number, sequence, isSynced: synced == 1, to: transaction)
          } catch {
            throw RecordError(error)
          }
          moved += 1
        } catch .altered {
          opening.lost.append(.altered(id))
        } catch {
          // Another key or a newer format: the records may still be saved, so nothing is moved now.
          throw error
        }
      }
      opening.moved = moved
    }

    /// Stores a record as this build knows it, or as it was where its upgrade makes more of it than fits: then it waits
    /// for another upgrade.
    private func move(
      _ old: SealedRecord, _ number: UInt16, _ sequence: Int64, isSynced: Bool, to transaction: RecordTransaction
    ) throws {
      let insert: (String?, Data) throws -> Void = { plain, sealed in
        try transaction.index.database.cachedStatement(
          sql: "INSERT INTO record (sequence, id, plain, sealed) VALUES (?, ?, ?, ?)"
        )
        .execute(arguments: [sequence, RecordTransaction.key(old.id), plain, sealed])
      }
      do {
        try transaction.write(
          transaction.table(old.kind).upgraded(old, from: 1), number: number, sequence: sequence, isSynced: isSynced,
          using: &random, insert)
      } catch RecordError.tooLarge {
        try transaction.write(
          old, payloadVersion: 1, number: number, sequence: sequence, isSynced: isSynced, using: &random, insert)
        transaction.index.header.tables[Int(number)].cursor = 0
      }
    }

    /// Erases the keys of the first format; asked for again until it has happened.
    func eraseLegacyKeys() async throws(RecordError) {
      let header = try await look(for: []) { $0.index.header }
      guard header.hasLegacyKeys else { return }
      for table in header.tables { try await keys.eraseKey(for: table.kind, version: 0) }
      try await keys.eraseKey(for: .index, version: 0)
      try await write(for: []) { transaction, _ in transaction.index.header.hasLegacyKeys = false }
    }
  }
#endif
