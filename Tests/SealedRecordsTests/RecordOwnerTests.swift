#if Records
  import Foundation
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
