#if Records
  import Crypto
  import Foundation
  import GRDB
  import SealedRecords
  import SecurityPolicy
  import SecurityTesting
  import Testing

  private typealias RecordError = SealedRecords.RecordError

  @Suite struct RecordRewriteTests {
    @Test("After a rotation every record is there, marks stand, and the old key is erased", arguments: [night, .index])
    func rotate(_ kind: RecordKind) async throws {
      let place = try Place()
      try await place.fill(1500)
      let store = try await place.open()
      for pending in try await store.pending(limit: 70) { try await store.markSynced(pending.mark) }
      let keys = place.keys.count
      #expect(try await store.rotateKey(of: kind) == [])
      #expect(place.keys.count == keys)
      #expect(try await place.keys.key(for: kind, version: kind == .index ? 1 : 2) == nil)
      #expect(try await store.list(night).map(\.id) == (0..<1500).map(name))
      #expect(try await store.pending(limit: 2000).count == 1430)
      let again = try await place.open()
      #expect(await again.opening.hasPendingRewrites == false)
      #expect(try await again.verify().verdict == .holds)
      #expect(try await again.verify().sound == 1500)
    }

    @Test("Reading and writing go on while a key is rotated, and no write is lost")
    func inUse() async throws {
      let place = try Place()
      try await place.fill(1500)
      let store = try await place.open()
      async let rotation = store.rotateKey(of: night)
      for number in 2000..<2030 {
        try await store.insert(record(number))
        #expect(try await store.read(name(7)) == record(7))
      }
      _ = try await rotation
      #expect(try await store.list(night).count == 1530)
      #expect(try await store.verify().verdict == .holds)
    }

    @Test("A rotation that could not erase its old key is taken up by the next opening and finishes")
    func resume() async throws {
      let place = try Place()
      try await place.fill(100)
      let store = try await place.open()
      async let rotation = store.rotateKey(of: night)
      while try await place.keys.key(for: night, version: 3) == nil { await Task.yield() }
      place.keys.isLocked = true
      _ = try? await rotation
      place.keys.isLocked = false
      let next = try await place.open()
      try await next.finishRewrites()
      #expect(try await next.list(night).count == 100)
      #expect(try await next.verify().verdict == .holds)
      #expect(await next.opening.hasPendingRewrites == false)
    }

    @Test("A row that cannot be opened stays behind by name, and the others get the new key")
    func leftBehind() async throws {
      let place = try Place()
      try await place.fill(100)
      try place.tamper("UPDATE record SET sealed = zeroblob(60) WHERE sequence = 3")
      let store = try await place.open()
      #expect(try await store.rotateKey(of: night) == [.altered(name(2))])
      #expect(try await store.listing(night).records.count == 99)
    }

    @Test("Older payloads are read as the newest at once, and rewritten when asked; a newer one is refused")
    func payloads() async throws {
      let place = try Place()
      try await place.fill(100)
      let second = RecordTable(
        night, version: 2,
        upgrades: [
          1: { old in
            SealedRecord(
              id: old.id, kind: old.kind, createdAt: old.createdAt, date: old.date + 1000, payload: old.payload + [33])
          }
        ])
      let store = try await place.open(tables: [second])
      #expect(await store.opening.hasPendingRewrites)
      #expect(try await store.read(name(1))?.payload == Array("slept well!".utf8))
      try await store.finishRewrites()
      #expect(try await store.list(night).allSatisfy { $0.payload == Array("slept well!".utf8) })
      #expect(try await store.list(night, in: time(1000)..<time(1002)).map(\.id) == [name(0), name(1)])
      #expect(try await store.verify().verdict == .holds)
      await #expect(throws: RecordError.newerTable(night, found: 2, supported: 1)) { _ = try await place.open() }
      let gap = RecordTable(night, version: 4, upgrades: [3: { $0 }])
      let broken = try await place.open(tables: [gap])
      await #expect(throws: RecordError.upgradeMissing(night, from: 2)) { _ = try await broken.read(name(1)) }
    }

    @Test("Plain columns come back as they were, are refused undeclared, and cannot be edited")
    func plainColumns() async throws {
      let place = try Place()
      let table = RecordTable(
        night, plain: [PlainColumn("source", .text), PlainColumn("day", .date), PlainColumn("count", .integer)])
      let store = try await place.open(tables: [table])
      func with(_ plain: [String: PlainValue]) -> SealedRecord {
        SealedRecord(id: name(1), kind: night, createdAt: time(5), payload: [1], plain: plain)
      }
      let values: [String: PlainValue] = [
        "source": .text("a \"wrist\" band"), "day": .date(time(86_400.125)), "count": .integer(-3),
      ]
      try await store.insert(with(values))
      #expect(try await store.read(name(1)) == with(values))
      #expect(try place.number("SELECT plain ->> 'count' FROM record") == -3)
      for wrong in [["other": PlainValue.integer(1)], ["source": .integer(1)]] {
        await #expect(throws: RecordError.undeclaredColumn(night)) { try await store.upsert(with(wrong)) }
      }
      try place.tamper("UPDATE record SET plain = replace(plain, '-3', '-4')")
      await #expect(throws: RecordError.altered(name(1))) { _ = try await store.read(name(1)) }
    }

    @Test(
      "A number that no date column would write is not read as a date",
      arguments: [
        ((Int64(1) << 50) - 1, true), (1 - (Int64(1) << 50), true), (1 << 50, false), (.max, false), (.min, false),
      ])
    func impossibleDate(_ milliseconds: Int64, _ isDate: Bool) async throws {
      let place = try Place()
      let numbers = RecordTable(night, plain: [PlainColumn("day", .integer)])
      let row = SealedRecord(
        id: name(1), kind: night, createdAt: time(5), payload: [1], plain: ["day": .integer(milliseconds)])
      try await place.open(tables: [numbers]).insert(row)
      let store = try await place.open(tables: [RecordTable(night, plain: [PlainColumn("day", .date)])])
      if isDate {
        try await store.upsert(store.read(name(1)) ?? row)
      } else {
        await #expect(throws: RecordError.altered(name(1))) { _ = try await store.read(name(1)) }
      }
    }
  }
#endif
