#if Records
  import Foundation
  import GRDB
  import SealedRecords
  import SecurityPolicy
  import SecurityTesting
  import Testing

  private typealias RecordError = SealedRecords.RecordError

  /// Upgrades that make more of a record than may be stored.
  @Suite struct RecordUpgradeTests {
    private let reason = RecordError.upgradeTooLarge(name(1), limit: 1 << 20)

    /// Gives each record a plain value, as long as that for one of them.
    private func table(_ length: Int, version: Int = 2) -> RecordTable {
      let upgrade: RecordTable.Upgrade = { old in
        let text = String(repeating: "x", count: old.id == name(1) ? length : 1)
        return SealedRecord(
          id: old.id, kind: old.kind, createdAt: old.createdAt, date: old.date, payload: old.payload,
          plain: ["source": .text(text)])
      }
      return RecordTable(
        night, version: version, plain: [PlainColumn("source", .text)], upgrades: [1: upgrade, 2: upgrade])
    }

    @Test func `What an upgrade makes too large stays as it was by name, and keeps nothing else from being rewritten`()
      async throws
    {
      let place = try Place()
      try await place.fill(3)
      let store = try await place.open(tables: [table(1 << 20)])
      #expect(try await store.finishRewrites() == [reason])
      #expect(await store.hasPendingRewrites == false)
      #expect(try place.number("SELECT count(*) FROM record WHERE plain IS NOT NULL") == 2)
      #expect(try await store.read(name(1))?.payload == record(1).payload)
      let next = try await place.open(tables: [table(9, version: 3)])
      #expect(try await next.finishRewrites() == [])
      #expect(try place.number("SELECT count(*) FROM record WHERE plain IS NOT NULL") == 3)
      #expect(try await next.verify().verdict == .holds)
    }

    @Test func `In a rotation it keeps the old key by name, until another upgrade makes less of it`() async throws {
      let place = try Place()
      try await place.fill(3)
      let store = try await place.open(tables: [table(1 << 20)])
      let keys = place.keys.count
      #expect(try await store.rotateKey(of: night) == [reason])
      #expect(try await store.finishRewrites() == [reason])
      #expect(await store.hasPendingRewrites)
      #expect(place.keys.count == keys + 1)
      let next = try await place.open(tables: [table(9)])
      #expect(try await next.finishRewrites() == [])
      #expect(place.keys.count == keys)
      #expect(try await next.list(night).count == 3)
    }

    @Test func `An upgrade that says itself that it makes too much of a record is told by that record's name`()
      async throws
    {
      let place = try Place()
      try await place.fill(3)
      let refusing: RecordTable.Upgrade = { (old) throws(RecordError) in
        guard old.id != name(1) else { throw .tooLarge(limit: 1 << 20) }
        return old
      }
      let store = try await place.open(tables: [RecordTable(night, version: 2, upgrades: [1: refusing])])
      #expect(try await store.finishRewrites() == [reason])
      #expect(try await store.rotateKey(of: night) == [reason])
      await #expect(throws: reason) { _ = try await store.read(name(1)) }
      #expect(try await store.read(name(0)) == record(0))
    }

    @Test func `A record of the first format whose upgrade is too large is moved as it was, and stops no opening`()
      async throws
    {
      let place = try Place()
      let records = (0..<3).map {
        SealedRecord(id: name($0), kind: night, createdAt: time(Double($0)), payload: [UInt8($0)])
      }
      try LegacyFile().write(records, synced: 1, at: place)
      let store = try await place.open(tables: [table(1 << 20)])
      #expect(await store.opening.moved == 3)
      #expect(await store.opening.lost == [])
      #expect(await store.hasPendingRewrites)
      #expect(try await store.pending(limit: 9).map(\.record.id) == [name(1), name(2)])
      #expect(try await store.finishRewrites() == [reason])
      let next = try await place.open(tables: [table(9, version: 3)])
      #expect(try await next.finishRewrites() == [])
      #expect(try await next.list(night).map(\.payload) == records.map(\.payload))
      #expect(try await next.verify().verdict == .holds)
    }
  }
#endif
