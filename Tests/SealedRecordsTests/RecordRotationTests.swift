#if Records
  import Foundation
  import GRDB
  import Redaction
  import SealedRecords
  import SecurityPolicy
  import SecurityTesting
  import Testing

  private typealias RecordError = SealedRecords.RecordError

  private let step: RecordTable.Upgrade = { record in record }

  @Suite struct RecordRotationTests {
    @Test("A record of a new kind that is stored while a rotation erases its old key is kept, and the rotation ends")
    func newKindMeanwhile() async throws {
      let place = try Place()
      try await place.fill(100)
      let keys = WatchedKeys(place.keys)
      let store = try await place.open(keys: keys)
      keys.whenErased { kind, _ in
        guard kind == night else { return }
        await #expect(throws: Never.self) { try await store.insert(record(500, kind: survey)) }
      }
      #expect(try await store.rotateKey(of: night) == [])
      #expect(try await store.list(survey).map(\.id) == [name(500)])
      #expect(try await store.list(night).count == 100)
      #expect(try await place.keys.key(for: night, version: 2) == nil)
      #expect(try await place.open().opening.hasPendingRewrites == false)
    }

    @Test("A rotation that was cut off before its old key went is pending in the same store, and ends on demand")
    func cutOff() async throws {
      let place = try Place()
      try await place.fill(3)
      let keys = WatchedKeys(place.keys)
      let store = try await place.open(keys: keys)
      keys.whenErased { _, _ in place.keys.isLocked = true }
      await #expect(throws: RecordError.keyUnavailable(night)) { try await store.rotateKey(of: night) }
      #expect(await store.hasPendingRewrites)
      keys.whenErased { _, _ in }
      place.keys.isLocked = false
      #expect(try await store.finishRewrites() == [])
      #expect(await store.hasPendingRewrites == false)
      #expect(try await place.keys.key(for: night, version: 2) == nil)
      #expect(try await store.list(night).count == 3)
    }

    @Test("Rows below a damaged place of the index outlive a rotation: a repair brings them back, then the key goes")
    func damagedIndex() async throws {
      let place = try Place()
      try await place.fill(100)
      try place.tamper("DELETE FROM node WHERE place = 0")
      let store = try await place.open()
      let damage = RecordError.indexDamaged(level: 0, place: 0)
      #expect(try await store.rotateKey(of: night) == [damage])
      #expect(await store.opening.hasPendingRewrites)
      #expect(try await store.repair() == [damage])
      #expect(try await store.list(night).map(\.id) == (0..<100).map(name))
      #expect(try await store.finishRewrites() == [])
      #expect(try await place.keys.key(for: night, version: 2) == nil)
      let again = try await place.open()
      #expect(await again.opening.hasPendingRewrites == false)
      #expect(try await again.list(night).map(\.id) == (0..<100).map(name))
    }

    @Test("A rotation of the index with a damaged place in it loses no row")
    func damagedIndexOfIndex() async throws {
      let place = try Place()
      try await place.fill(100)
      try place.tamper("DELETE FROM node WHERE place = 0")
      let store = try await place.open()
      #expect(try await store.rotateKey(of: .index) == [.indexDamaged(level: 0, place: 0)])
      try await store.repair()
      #expect(try await store.list(night).map(\.id) == (0..<100).map(name))
    }

    @Test(
      "Rows that no declared step or a refusing one upgrades outlive a rotation, and another process's end of it",
      arguments: [true, false])
    func undeclaredStep(_ isMissing: Bool) async throws {
      let place = try Place()
      try await place.fill(100)
      let refusing: RecordTable.Upgrade = { (_) throws(RecordError) in throw .invalidEntry(night) }
      let upgrades: [Int: RecordTable.Upgrade] = isMissing ? [3: step] : [1: refusing, 2: step, 3: step]
      let gap = RecordTable(night, version: 4, upgrades: upgrades)
      let reason = isMissing ? RecordError.upgradeMissing(night, from: 1) : .invalidEntry(night)
      let store = try await place.open(tables: [gap])
      #expect(Set(try await store.rotateKey(of: night)) == [reason])
      #expect(try await Set(place.open(tables: [gap]).finishRewrites()) == [reason])
      let all = RecordTable(night, version: 4, upgrades: [1: step, 2: step, 3: step])
      let whole = try await place.open(tables: [all])
      #expect(await whole.opening.hasPendingRewrites)
      #expect(try await whole.list(night).map(\.id) == (0..<100).map(name))
      #expect(try await whole.finishRewrites() == [])
      #expect(try await place.keys.key(for: night, version: 2) == nil)
      #expect(try await whole.list(night).map(\.id) == (0..<100).map(name))
    }

    @Test("A row in a newer format keeps the key that may have sealed it")
    func newerFormat() async throws {
      let place = try Place()
      try await place.fill(3)
      try place.tamper("UPDATE record SET sealed = x'03' WHERE sequence = 1")
      let store = try await place.open()
      #expect(try await store.rotateKey(of: night) == [.newerRow(name(0))])
      #expect(try await place.keys.key(for: night, version: 2) != nil)
      try await store.delete(name(0))
      #expect(try await store.finishRewrites() == [])
      #expect(try await place.keys.key(for: night, version: 2) == nil)
    }

    @Test(
      "A repair removes nothing that is what was stored, whatever the declarations can read", arguments: [true, false])
    func repairUnderGap(_ isMissing: Bool) async throws {
      let place = try Place()
      try await place.fill(100)
      let refusing: RecordTable.Upgrade = { (_) throws(RecordError) in throw .invalidEntry(night) }
      let upgrades: [Int: RecordTable.Upgrade] = isMissing ? [3: step] : [1: refusing, 2: step, 3: step]
      let broken = try await place.open(tables: [RecordTable(night, version: 4, upgrades: upgrades)])
      await #expect(throws: RecordError.self) { _ = try await broken.list(night) }
      #expect(try await broken.verify().sound == 100)
      #expect(try await broken.repair() == [])
      try place.tamper("DELETE FROM node WHERE place = 0")
      #expect(try await broken.repair() == [.indexDamaged(level: 0, place: 0)])
      let whole = try await place.open(tables: [
        RecordTable(night, version: 4, upgrades: [1: step, 2: step, 3: step])
      ])
      #expect(try await whole.list(night).map(\.id) == (0..<100).map(name))
    }

    @Test("A row that only a newer version can judge stops a repair before anything changes, below a damaged place too")
    func repairNewerRow() async throws {
      let place = try Place()
      try await place.fill(100)
      try place.tamper("UPDATE record SET sealed = x'03' WHERE sequence = 1; DELETE FROM record WHERE sequence = 80")
      let store = try await place.open()
      await #expect(throws: RecordError.newerRow(name(0))) { try await store.repair() }
      #expect(try await store.verify().damage == [.newerRow(name(0)), .removedRow(sequence: 80)])
      try place.tamper("DELETE FROM node WHERE place = 0")
      await #expect(throws: RecordError.newerRow(name(0))) { try await store.repair() }
      #expect(try place.number("SELECT count(*) FROM record") == 99)
    }

    @Test(
      "Rows that nothing opens any more are discarded on demand, by name, and all others come back, whatever else is damaged",
      arguments: [true, false])
    func discardNewerRow(_ isNewest: Bool) async throws {
      let place = try Place()
      try await place.fill(100)
      let (spoiled, leaf) = isNewest ? (99, 1) : (0, 0)
      try place.tamper("UPDATE record SET sealed = x'03' WHERE sequence = \(spoiled + 1)")
      try place.tamper("DELETE FROM node WHERE place = \(leaf)")
      let store = try await place.open()
      let damage = RecordError.indexDamaged(level: 0, place: Int64(leaf))
      await #expect(throws: RecordError.newerRow(name(spoiled))) { try await store.repair() }
      await #expect(throws: damage) { try await store.delete(name(spoiled)) }
      #expect(try await store.rotateKey(of: night).contains(damage))
      #expect(try await store.repair(discardingNewer: true) == [damage, .newerRow(name(spoiled))])
      #expect(try await store.list(night).map(\.id) == (0..<100).filter { $0 != spoiled }.map(name))
      #expect(try await store.verify().verdict == .holds)
      try await store.insert(record(spoiled))
      // Nothing holds the old key any more.
      #expect(try await store.finishRewrites() == [])
      #expect(try await place.keys.key(for: night, version: 2) == nil)
    }

    @Test("A row in a newer format whose id was exchanged is discarded on demand, and the others stay")
    func discardExchangedNewerRow() async throws {
      let place = try Place()
      try await place.fill(3)
      let id = withUnsafeBytes(of: name(9).uuid) { Data($0) }
      try place.tamper("UPDATE record SET sealed = x'03', id = ? WHERE sequence = 1", [id])
      let store = try await place.open()
      await #expect(throws: RecordError.altered(name(9))) { try await store.delete(name(9)) }
      await #expect(throws: RecordError.newerRow(name(9))) { try await store.repair() }
      #expect(try await store.repair(discardingNewer: true) == [.newerRow(name(9))])
      #expect(try await store.list(night) == [record(1), record(2)])
      #expect(try await store.verify().verdict == .holds)
    }

    @Test("A repair names every row that it takes out below a damaged place")
    func namedStrangers() async throws {
      let place = try Place()
      try await place.fill(70)
      try place.tamper("UPDATE record SET sealed = zeroblob(60) WHERE sequence = 3; DELETE FROM node WHERE place = 0")
      let store = try await place.open()
      #expect(try await store.repair() == [.indexDamaged(level: 0, place: 0), .altered(name(2))])
      #expect(try await store.list(night).count == 69)
      #expect(try await store.verify().verdict == .holds)
    }

    @Test("Two kinds that are first stored at one moment get keys of their own, and a repair keeps the rows of both")
    func twoNewKinds() async throws {
      let place = try Place()
      let keys = WatchedKeys(place.keys)
      let store = try await place.open(keys: keys)
      let meeting = Meeting(of: 2)
      keys.whenMade { _, _ in await meeting.come() }
      async let nights: Void = store.insert(record(1))
      async let surveys: Void = store.insert(record(2, kind: survey))
      _ = try await (nights, surveys)
      try place.tamper("DELETE FROM node WHERE place = 0")
      #expect(try await store.repair() == [.indexDamaged(level: 0, place: 0)])
      #expect(try await store.list(night).map(\.id) == [name(1)])
      #expect(try await store.list(survey).map(\.id) == [name(2)])
      // The index's, one each, and none that was made in vain.
      #expect(place.keys.count == 3)
    }

    @Test("A rotation that finds another one running leaves no key behind that seals nothing")
    func alreadyRotating() async throws {
      let place = try Place()
      try await place.fill(3)
      try place.tamper("DELETE FROM node WHERE place = 0")
      let store = try await place.open()
      try await store.rotateKey(of: night)
      let count = place.keys.count
      try await store.rotateKey(of: night)
      #expect(place.keys.count == count)
      try await store.repair()
      try await store.rotateKey(of: night)
      #expect(place.keys.count == count - 1)
      #expect(try await store.list(night).count == 3)
    }
  }
#endif
