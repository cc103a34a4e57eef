#if Records
  import Foundation
  import GRDB
  import Redaction
  import SealedRecords
  import SecurityPolicy
  import SecurityTesting
  import Testing

  private typealias RecordError = SealedRecords.RecordError

  /// Keys whose erasing stops working after a while, as if the process had ended there.
  private struct DyingKeys: RecordKeys {
    let keys: InMemoryRecordKeys
    let erasures: ManualCount

    func key(for kind: RecordKind, version: Int) async throws(RecordError) -> Secret? {
      try await keys.key(for: kind, version: version)
    }

    func makeKey(for kind: RecordKind, version: Int) async throws(RecordError) {
      try await keys.makeKey(for: kind, version: version)
    }

    func eraseKey(for kind: RecordKind, version: Int) async throws(RecordError) {
      guard await erasures.takeOne() else { throw .unavailable(99) }
      try await keys.eraseKey(for: kind, version: version)
    }
  }

  /// Keys of which none can be made, as if the process had ended before.
  private struct LockedMaking: RecordKeys {
    let keys: InMemoryRecordKeys

    func key(for kind: RecordKind, version: Int) async throws(RecordError) -> Secret? {
      try await keys.key(for: kind, version: version)
    }

    func makeKey(for kind: RecordKind, version: Int) async throws(RecordError) { throw .unavailable(98) }

    func eraseKey(for kind: RecordKind, version: Int) async throws(RecordError) {
      try await keys.eraseKey(for: kind, version: version)
    }
  }

  /// An anchor that stops working when those keys do.
  private struct DyingAnchor: RecordAnchor {
    let anchor: InMemoryRecordAnchor
    let steps: ManualCount

    func load() async throws(RecordError) -> RecordState? { try await anchor.load() }

    func save(_ state: RecordState?) async throws(RecordError) {
      guard await steps.takeOne() else { throw .unavailable(99) }
      try await anchor.save(state)
    }
  }

  private actor ManualCount {
    var left: Int
    init(_ left: Int) { self.left = left }
    func takeOne() -> Bool {
      left -= 1
      return left >= 0
    }
  }

  @Suite struct RecordOwnerTests {
    private let ada = RecordOwner(user: "ada@example.org")
    private let ben = RecordOwner(user: "ben@example.org")

    @Test("The same owner finds the records again, and the id stands nowhere in the file")
    func same() async throws {
      let place = try Place()
      try await place.open(ada).insert(record(1))
      let store = try await place.open(ada)
      #expect(try await store.list(night) == [record(1)])
      #expect(await store.opening.wiped == nil)
      for file in store.files {
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)).range(of: Data("ada@".utf8)) == nil)
      }
    }

    @Test("What nobody owned becomes the first person's, if that is asked for, and then nobody else's")
    func adopted() async throws {
      let place = try Place()
      try await place.open(.device).insert(record(1))
      let store = try await place.open(ada, adoptsUnowned: true)
      #expect(try await store.list(night) == [record(1)])
      #expect(await store.opening.wiped == nil)
      #expect(try await place.open(ada).list(night) == [record(1)])
      #expect(try await place.open(ben, adoptsUnowned: true).list(night).isEmpty)
    }

    @Test("Another owner finds nothing: keys and records of the first are gone, and the store says how many")
    func other() async throws {
      let place = try Place()
      let first = try await place.open(ada)
      try await first.apply([.insert(record(1)), .insert(record(2)), .insert(record(3, kind: survey))])
      let before = try #require(await first.state)
      let copy = try place.copy()
      let second = try await place.open(ben)
      #expect(await second.opening.wiped == 3)
      #expect(try await second.list(night).isEmpty)
      #expect(await second.state?.store != before.store)
      #expect(place.keys.count == 1)
      // The first one's file, kept aside, opens no more: its keys are gone.
      try place.putBack(copy)
      await #expect(throws: RecordError.self) { _ = try await place.open(ada, insecureAcceptOlderFile: true) }
    }

    @Test("A store that is still open for the first owner refuses to go on")
    func stale() async throws {
      let place = try Place()
      let first = try await place.open(ada)
      try await first.insert(record(1))
      try await place.open(ben).insert(record(2))
      await #expect(throws: RecordError.self) { _ = try await first.list(night) }
      await #expect(throws: RecordError.self) { try await first.insert(record(3)) }
    }

    @Test("A wipe that ends at any of its keys is finished by the next opening", arguments: 0...3)
    func resume(_ erasures: Int) async throws {
      let place = try Place()
      try await place.open(ada).apply([.insert(record(1)), .insert(record(2)), .insert(record(3, kind: survey))])
      let dying = DyingKeys(keys: place.keys, erasures: ManualCount(erasures))
      if erasures < 3 {
        await #expect(throws: RecordError.unavailable(99)) { _ = try await place.open(ben, keys: dying) }
      } else {
        #expect(try await place.open(ben, keys: dying).opening.wiped == 3)
      }
      // Nor does the first owner get anything back.
      let next = try await place.open(ada)
      #expect(await next.opening.wiped == (erasures < 3 ? 3 : 0))
      #expect(try await next.listing(night).records.isEmpty)
      #expect(try await next.verify().verdict == .holds)
      #expect(place.keys.count == 1)
    }

    // The anchor, the keys of two kinds, the anchor again, the index's key, the anchor once more; the rows and the
    // header, and at last the new anchor. One step more, and the new store stands.
    @Test(
      "A wipe that ends at any of its steps leaves an empty store to either owner, and one that stands to the second",
      arguments: 0...7, [true, false])
    func resumeSteps(_ count: Int, _ isFirst: Bool) async throws {
      let place = try Place()
      try await place.open(ada).apply([.insert(record(1)), .insert(record(2)), .insert(record(3, kind: survey))])
      let steps = ManualCount(count)
      let keys = DyingKeys(keys: place.keys, erasures: steps)
      let anchor = DyingAnchor(anchor: place.anchor, steps: steps)
      if count < 7 {
        await #expect(throws: RecordError.unavailable(99)) {
          _ = try await place.open(ben, keys: keys, anchor: anchor)
        }
      } else {
        #expect(try await place.open(ben, keys: keys, anchor: anchor).opening.wiped == 3)
      }
      let next = try await place.open(isFirst ? ada : ben)
      #expect(await next.opening.wiped == (count < 6 ? 3 : isFirst ? 0 : nil))
      #expect(try await next.listing(night).records.isEmpty)
      #expect(try await next.verify().verdict == .holds)
      #expect(try await place.anchor.load() == next.state)
      #expect(place.keys.count == 1)
      try await next.insert(record(4))
      #expect(try await place.open(isFirst ? ada : ben).list(night) == [record(4)])
    }

    @Test("Between the rows and the new store, a wipe leaves a file that opens as a new one", arguments: [true, false])
    func resumeEmptied(_ isFirst: Bool) async throws {
      let place = try Place()
      let store = try await place.open(ada)
      try await store.insert(record(1))
      let locked = LockedMaking(keys: place.keys)
      await #expect(throws: RecordError.unavailable(98)) { _ = try await place.open(ben, keys: locked) }
      #expect(try place.number("SELECT count(*) FROM header") == 0)
      #expect(try await place.anchor.load()?.generation == UInt64.max)
      let next = try await place.open(isFirst ? ada : ben)
      #expect(await next.opening.isNew)
      #expect(try await next.list(night).isEmpty)
      #expect(place.keys.count == 1)
    }

    @Test("While a wipe has not reached the index's key, a missing header or key number is refused", arguments: 0...3)
    func interrupted(_ count: Int) async throws {
      let anchored: UInt64 = count == 0 ? 4 : UInt64.max - 1
      for (sql, error) in [
        ("DELETE FROM header", RecordError.rolledBack(found: 0, anchored: anchored)),
        ("UPDATE header SET index_key = 9999", .keyMissing(.index)),
      ] {
        let place = try Place()
        try await place.open(ada).apply([.insert(record(1)), .insert(record(3, kind: survey))])
        let steps = ManualCount(count)
        await #expect(throws: RecordError.unavailable(99)) {
          _ = try await place.open(
            ben, keys: DyingKeys(keys: place.keys, erasures: steps),
            anchor: DyingAnchor(anchor: place.anchor, steps: steps))
        }
        try place.tamper(sql)
        await #expect(throws: error) { _ = try await place.open(ben) }
      }
    }

    @Test("A wipe mark and a key number that someone else wrote erase nothing, and the records are back without them")
    func forgedKeyNumber() async throws {
      let place = try Place()
      try await place.open(ada).insert(record(1))
      let number = try place.number("SELECT index_key FROM header")
      try place.tamper("UPDATE header SET wipe = X'00', index_key = 9999")
      for owner in [ada, ben] {
        await #expect(throws: RecordError.keyMissing(.index)) { _ = try await place.open(owner) }
      }
      #expect(try place.number("SELECT count(*) FROM record") == 1)
      try place.tamper("UPDATE header SET wipe = NULL, index_key = ?", [number])
      #expect(try await place.open(ada).list(night) == [record(1)])
    }

    @Test("A wipe mark that someone else wrote erases nothing")
    func forgedMark() async throws {
      let place = try Place()
      try await place.open(ada).insert(record(1))
      try place.tamper("UPDATE header SET wipe = zeroblob(32)")
      await #expect(throws: RecordError.indexDamaged(level: 255, place: 0)) { _ = try await place.open(ada) }
      try place.tamper("UPDATE header SET wipe = NULL")
      #expect(try await place.open(ada).list(night) == [record(1)])
    }

    @Test("Erasing all leaves an empty, usable store and one new key")
    func eraseAll() async throws {
      let place = try Place()
      let store = try await place.open(ada)
      try await store.apply([.insert(record(1)), .insert(record(2))])
      #expect(try await store.eraseAll() == 2)
      #expect(try await store.list(night).isEmpty)
      #expect(place.keys.count == 1)
      try await store.insert(record(3))
      #expect(try await place.open(ada).list(night) == [record(3)])
    }

    @Test("Printing an owner does not name a person")
    func printing() {
      var dumped = ""
      dump(ada, to: &dumped)
      #expect(!(dumped + "\(ada)" + String(reflecting: ada)).contains("ada"))
    }
  }
#endif
