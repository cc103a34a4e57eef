#if Records
  import Foundation
  import GRDB
  import SealedRecords
  import SecurityPolicy
  import SecurityTesting
  import Testing

  private typealias RecordError = SealedRecords.RecordError

  @Suite struct RecordTamperingTests {
    @Test(
      "A row that was edited, moved, swapped or removed by someone else is refused by name, and the others stay readable",
      arguments: [
        (
          "UPDATE record SET sealed = (SELECT sealed FROM record WHERE sequence = 2) WHERE sequence = 1",
          RecordError.altered(name(0))
        ),
        ("UPDATE record SET sealed = x'' WHERE sequence = 1", .altered(name(0))),
        ("UPDATE record SET sealed = zeroblob(60) WHERE sequence = 1", .altered(name(0))),
        ("UPDATE record SET sealed = x'03' WHERE sequence = 1", .newerRow(name(0))),
        ("UPDATE record SET plain = '{}' WHERE sequence = 1", .altered(name(0))),
        ("UPDATE record SET id = x'01' WHERE sequence = 1", .unreadableRow(sequence: 1)),
        ("DELETE FROM record WHERE sequence = 1", .removedRow(sequence: 1)),
        ("UPDATE record SET sequence = 77 WHERE sequence = 1", .removedRow(sequence: 1)),
      ])
    fileprivate func tampered(_ sql: String, _ error: RecordError) async throws {
      let place = try Place()
      try await place.fill(3)
      try place.tamper(sql)
      let store = try await place.open()
      let listing = try await store.listing(night)
      #expect(listing.damage == [error])
      #expect(listing.records == [record(1), record(2)])
      await #expect(throws: error) { _ = try await store.list(night) }
      #expect(try await store.read(name(2)) == record(2))
      #expect(try await store.verify().damage.contains(error))
    }

    @Test("A removed row is not read as one that never was; one that never was is nil")
    func removed() async throws {
      let place = try Place()
      try await place.fill(100)
      try place.tamper("DELETE FROM record WHERE sequence = 71")
      let store = try await place.open()
      await #expect(throws: RecordError.removedRow(sequence: 71)) { _ = try await store.read(name(70)) }
      #expect(try await store.read(name(500)) == nil)
    }

    @Test("Exchanged ids are refused at both rows")
    func exchanged() async throws {
      let place = try Place()
      try await place.fill(2)
      let ids = [0, 1].map { number in withUnsafeBytes(of: name(number).uuid) { Data($0) } }
      try place.tamper("UPDATE record SET id = x'00' WHERE sequence = 1")
      try place.tamper("UPDATE record SET id = ? WHERE sequence = 2", [ids[0]])
      try place.tamper("UPDATE record SET id = ? WHERE sequence = 1", [ids[1]])
      let store = try await place.open()
      await #expect(throws: RecordError.altered(name(0))) { _ = try await store.read(name(0)) }
      await #expect(throws: RecordError.altered(name(0))) { try await store.delete(name(0)) }
      #expect(try await store.listing(night).damage == [.altered(name(1)), .altered(name(0))])
    }

    @Test("An older state of a row put back in its place is refused as older")
    func olderRow() async throws {
      let place = try Place()
      let store = try await place.open(tables: [RecordTable(night)])
      try await store.insert(record(1))
      let queue = try DatabaseQueue(path: place.path)
      let old = try #require(try await queue.read { try Data.fetchOne($0, sql: "SELECT sealed FROM record") })
      let newer = try await place.open(tables: [RecordTable(night, version: 2, upgrades: [1: { $0 }])])
      try await newer.finishRewrites()
      #expect(try await newer.read(name(1)) == record(1))
      try await queue.write { try $0.execute(sql: "UPDATE record SET sealed = ?", arguments: [old]) }
      await #expect(throws: RecordError.olderRow(name(1))) { _ = try await newer.read(name(1)) }
    }

    @Test("A row that someone puts in is not listed, not read, and found by the walk")
    func planted() async throws {
      let place = try Place()
      try await place.fill(2)
      let id = withUnsafeBytes(of: name(9).uuid) { Data($0) }
      try place.tamper(
        "INSERT INTO record SELECT 3, ?, plain, sealed FROM record WHERE sequence = 1", [id])
      try place.tamper(
        "INSERT INTO record SELECT 5000, x'00', plain, sealed FROM record WHERE sequence = 1")
      let store = try await place.open()
      #expect(try await store.list(night).count == 2)
      await #expect(throws: RecordError.plantedRow(sequence: 3)) { _ = try await store.read(name(9)) }
      let found = try await store.verify()
      #expect(found.damage == [.plantedRow(sequence: 3), .plantedRow(sequence: 5000)])
      #expect(found.verdict != .holds)
      try await store.repair()
      #expect(try await store.verify().verdict == .holds)
    }

    @Test(
      "A row whose sequence number cannot be is refused by name and taken out by a repair",
      arguments: [Int64.max, .max - 63, 1 << 48, 0, -1, .min])
    func impossibleSequence(_ sequence: Int64) async throws {
      let place = try Place()
      try await place.fill(2)
      let id = withUnsafeBytes(of: name(9).uuid) { Data($0) }
      try place.tamper("INSERT INTO record SELECT ?, ?, plain, sealed FROM record WHERE sequence = 1", [sequence, id])
      let store = try await place.open()
      await #expect(throws: RecordError.unreadableRow(sequence: sequence)) { _ = try await store.read(name(9)) }
      #expect(try await store.verify().damage == [.plantedRow(sequence: sequence)])
      #expect(try await store.repair() == [.plantedRow(sequence: sequence)])
      #expect(try await store.list(night) == [record(0), record(1)])
      #expect(try await store.verify().verdict == .holds)
    }

    @Test("A flipped bit in any byte of a row, of the index or of the header is refused by name")
    func flippedBits() async throws {
      let place = try Place()
      try await place.fill(1)
      let queue = try DatabaseQueue(path: place.path)
      let store = try await place.open()
      for table in ["record", "node", "header"] {
        let sealed = try #require(
          try await queue.read { try Data.fetchOne($0, sql: "SELECT sealed FROM \(table)") })
        for index in sealed.indices {
          var altered = sealed
          altered[index] ^= 0x10
          let bytes = altered
          try await queue.write { try $0.execute(sql: "UPDATE \(table) SET sealed = ?", arguments: [bytes]) }
          await #expect(throws: RecordError.self, "\(table) byte \(index)") { _ = try await store.list(night) }
        }
        try await queue.write { try $0.execute(sql: "UPDATE \(table) SET sealed = ?", arguments: [sealed]) }
      }
      #expect(try await store.read(name(0)) == record(0))
    }

    @Test("One damaged leaf of the index hides its own records only, by name; a repair brings them back as pending")
    func damagedLeaf() async throws {
      let place = try Place()
      try await place.fill(200)
      let store = try await place.open()
      for pending in try await store.pending(limit: 200) { try await store.markSynced(pending.mark) }
      try place.tamper("DELETE FROM node WHERE place = 1")
      let listing = try await store.listing(night)
      #expect(listing.damage == [.indexDamaged(level: 0, place: 1)])
      #expect(listing.records.count == 136)
      #expect(try await store.repair() == [.indexDamaged(level: 0, place: 1)])
      #expect(try await store.list(night).map(\.id) == (0..<200).map(name))
      #expect(try await store.pending(limit: 200).count == 64)
      #expect(try await store.verify().verdict == .holds)
    }

    @Test("A damaged branch of the index is repaired from the rows below it")
    func damagedBranch() async throws {
      let place = try Place()
      let store = try await place.open()
      for batch in 0..<25 { try await store.apply((0..<100).map { .insert(record(batch * 100 + $0)) }) }
      // Level 1, the first of two.
      try place.tamper("UPDATE node SET sealed = zeroblob(900) WHERE place = ?", [Int64(1) << 56])
      #expect(try await store.listing(night).damage == [.indexDamaged(level: 1, place: 0)])
      try await store.repair()
      #expect(try await store.list(night).map(\.id) == (0..<2500).map(name))
      #expect(try await store.verify().verdict == .holds)
    }

    @Test("After a repair, removed and altered rows are gone and the others are sound")
    func repair() async throws {
      let place = try Place()
      try await place.fill(100)
      try place.tamper("DELETE FROM record WHERE sequence = 10; UPDATE record SET sealed = x'00' WHERE sequence = 80")
      let store = try await place.open()
      #expect(try await store.repair() == [.removedRow(sequence: 10), .altered(name(79))])
      #expect(try await store.list(night).count == 98)
      #expect(try await store.verify().verdict == .holds)
      #expect(try await store.read(name(79)) == nil)
    }

    @Test("A mark for an altered row does not make it readable")
    func laundering() async throws {
      let place = try Place()
      let store = try await place.open()
      try await store.apply([.insert(record(1)), .insert(record(2))])
      let mark = try #require(try await store.pending(limit: 1).first).mark
      try place.tamper("UPDATE record SET sealed = (SELECT sealed FROM record WHERE sequence = 2) WHERE sequence = 1")
      try await store.markSynced(mark)
      await #expect(throws: RecordError.altered(name(1))) { _ = try await store.read(name(1)) }
    }

    @Test("Overwritten or cut pages are a typed error, not wrong records", arguments: [true, false])
    func damagedPages(_ isCut: Bool) async throws {
      let place = try Place()
      try await place.fill(300)
      var bytes = try Data(contentsOf: URL(fileURLWithPath: place.path))
      try #require(bytes.count > 12_288)
      if isCut {
        bytes = bytes.prefix(8192 + 1000)
      } else {
        for index in 4096..<bytes.count { bytes[index] = 0xEE }
      }
      try place.putBack(["": bytes])
      do throws(RecordError) {
        _ = try await place.open().list(night)
        Issue.record("a damaged database was read")
      } catch {
        guard case .damaged = error else {
          Issue.record("unexpected \(error)")
          return
        }
      }
    }
  }
#endif
