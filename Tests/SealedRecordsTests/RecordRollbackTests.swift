#if Records
  import Foundation
  import GRDB
  import SealedRecords
  import SecurityTesting
  import Synchronization
  import Testing

  private typealias RecordError = SealedRecords.RecordError

  @Suite struct RecordRollbackTests {
    @Test("An older file in place of the newest is refused and left as it is; accepting it must be asked for")
    func olderFile() async throws {
      let place = try Place()
      try await place.fill(3)
      let old = try place.copy()
      try await place.open().delete(name(1))
      try place.putBack(old)
      await #expect(throws: RecordError.rolledBack(found: 3, anchored: 4)) { _ = try await place.open() }
      await #expect(throws: RecordError.rolledBack(found: 3, anchored: 4)) { _ = try await place.open() }
      let store = try await place.open(insecureAcceptOlderFile: true)
      #expect(await store.opening.accepted == .rolledBack(found: 3, anchored: 4))
      #expect(try await store.list(night).count == 3)
      #expect(try await place.open().list(night).count == 3)
    }

    @Test("A file whose newest log was taken away is refused as an older one")
    func missingLog() async throws {
      let place = try Place()
      try await place.fill(3)
      let store = try await place.open()
      try await store.insert(record(9))
      var crashed = try place.copy()
      #expect(crashed["-wal"] != nil)
      crashed["-wal"] = nil
      try place.putBack(crashed)
      await #expect(throws: RecordError.rolledBack(found: 3, anchored: 4)) { _ = try await place.open() }
      _ = store
    }

    @Test("A foreign or damaged log is ignored or refused, never believed")
    func foreignLog() async throws {
      let other = try Place()
      let stranger = try await other.open()
      try await stranger.insert(record(77))
      let foreign = try other.copy()
      let place = try Place()
      try await place.fill(3)
      var copy = try place.copy()
      copy["-wal"] = foreign["-wal"]
      try place.putBack(copy)
      var records: [SealedRecord] = [record(0), record(1), record(2)]
      var refusals: [RecordError] = []
      do throws(RecordError) {
        records = try await place.open().list(night)
      } catch {
        refusals.append(error)
      }
      #expect(records == [record(0), record(1), record(2)])
      #expect(Set(refusals).isSubset(of: [.foreignStore, .indexDamaged(level: 255, place: 0)]))
      _ = stranger
    }

    @Test("An older file put under an open store is refused by the store itself")
    func underneath() async throws {
      let place = try Place()
      let store = try await place.open()
      try await store.insert(record(1))
      let queue = try DatabaseQueue(path: place.path)
      let header = try #require(try await queue.read { try Data.fetchOne($0, sql: "SELECT sealed FROM header") })
      let node = try #require(try await queue.read { try Data.fetchOne($0, sql: "SELECT sealed FROM node") })
      try await store.insert(record(2))
      try await queue.write {
        try $0.execute(sql: "UPDATE header SET sealed = ?", arguments: [header])
        try $0.execute(sql: "UPDATE node SET sealed = ?", arguments: [node])
        try $0.execute(sql: "DELETE FROM record WHERE sequence = 2")
      }
      await #expect(throws: RecordError.rolledBack(found: 3, anchored: 4)) { _ = try await store.list(night) }
    }

    @Test("A file without its anchor, a missing file and another store's file are each refused by name")
    func anchors() async throws {
      let place = try Place()
      try await place.fill(3)
      let copy = try place.copy()
      let kept = try await place.anchor.load()
      try await place.anchor.save(nil)
      await #expect(throws: RecordError.anchorMissing) { _ = try await place.open() }
      try await place.anchor.save(kept)
      try place.putBack([:])
      await #expect(throws: RecordError.rolledBack(found: 0, anchored: 3)) { _ = try await place.open() }
      try await place.anchor.save(nil)
      try await place.fill(2)
      try place.putBack(copy)
      await #expect(throws: RecordError.foreignStore) { _ = try await place.open() }
    }

    @Test(arguments: [false, true])
    func `A file beside an altered anchor is refused by name, and taken when that is asked for`(
      _ isTakenAway: Bool
    ) async throws {
      let place = try Place()
      try await place.fill(3)
      if isTakenAway { try place.putBack([:]) }
      let anchor = AlteredAnchor(place.anchor)
      for _ in 0..<2 {
        await #expect(throws: RecordError.anchorMissing) { _ = try await place.open(anchor: anchor) }
      }
      let store = try await place.open(anchor: anchor, insecureAcceptOlderFile: true)
      #expect(await store.opening.accepted == .anchorMissing)
      #expect(try await store.list(night).count == (isTakenAway ? 0 : 3))
      try await store.insert(record(9))
      #expect(try await place.open(anchor: anchor).list(night).count == (isTakenAway ? 1 : 4))
    }

    @Test(
      "A file whose header was deleted is no new store: the anchor refuses it like an empty file",
      arguments: ["DELETE FROM record; DELETE FROM node; DELETE FROM header", "DELETE FROM header"])
    func emptied(_ sql: String) async throws {
      let place = try Place()
      try await place.fill(3)
      let kept = try await place.anchor.load()
      try place.tamper(sql)
      for _ in 0..<2 {
        await #expect(throws: RecordError.rolledBack(found: 0, anchored: 3)) { _ = try await place.open() }
      }
      #expect(try await place.anchor.load() == kept)
      let store = try await place.open(insecureAcceptOlderFile: true)
      #expect(await store.opening.accepted == .rolledBack(found: 0, anchored: 3))
      #expect(await store.opening.isNew)
      #expect(try await store.list(night).isEmpty)
      #expect(try await place.open().opening.accepted == nil)
    }

    @Test("Two histories of one generation are told apart")
    func fork() async throws {
      let place = try Place()
      try await place.fill(1)
      let old = try place.copy()
      let kept = try await place.anchor.load()
      try await place.open().insert(record(5))
      let other = try place.copy()
      try place.putBack(old)
      try await place.anchor.save(nil)
      try await place.anchor.save(kept)
      try await place.open().insert(record(6))
      try place.putBack(other)
      await #expect(throws: RecordError.rolledBack(found: 4, anchored: 4)) { _ = try await place.open() }
    }

    @Test("A crash between a transaction and its anchor is settled by the next opening")
    func crash() async throws {
      let place = try Place()
      try await place.fill(1)
      let kept = try #require(try await place.anchor.load())
      let store = try await place.open()
      place.anchor.isLocked = true
      try await store.insert(record(5))
      #expect(await store.unanchored == 1)
      await #expect(throws: RecordError.self) { try await store.settle() }
      place.anchor.isLocked = false
      #expect(try await place.anchor.load() == kept)
      let next = try await place.open()
      #expect(try await next.list(night).count == 2)
      #expect(try await place.anchor.load() == next.state)
      #expect(try await place.anchor.load()?.generation == kept.generation + 1)
    }

    @Test("The anchor is saved once per interval, and when it is asked for")
    func interval() async throws {
      let place = try Place()
      let store = try await place.open(interval: 10)
      let before = place.anchor.saves
      for number in 0..<20 { try await store.insert(record(number)) }
      #expect(place.anchor.saves - before == 2)
      #expect(await store.unanchored == 1)
      try await store.settle()
      #expect(await store.unanchored == 0)
      #expect(try await place.anchor.load() == store.state)
    }

    @Test("A state survives its bytes, and nothing else is one")
    func stateBytes() async throws {
      let place = try Place()
      let state = try #require(await place.open().state)
      #expect(RecordState(parsing: state.bytes) == state)
      #expect(RecordState(parsing: Array(state.bytes.dropLast())) == nil)
      #expect(state.digest.count == 32 && state.store.count == 16)
    }
  }
#endif
