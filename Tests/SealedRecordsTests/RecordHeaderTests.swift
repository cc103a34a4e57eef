#if Records
  import SealedRecords
  import SecurityTesting
  import Testing

  private typealias RecordError = SealedRecords.RecordError

  private let topDamaged = RecordError.indexDamaged(level: 255, place: 0)

  /// An anchor that lets something happen before it is loaded or saved.
  private struct WatchedAnchor: RecordAnchor {
    let anchor: InMemoryRecordAnchor
    var whenLoaded: @Sendable () -> Void = {}
    var whenSaved: @Sendable () -> Void = {}

    func load() async throws(RecordError) -> RecordState? {
      whenLoaded()
      return try await anchor.load()
    }

    func save(_ state: RecordState?) async throws(RecordError) {
      whenSaved()
      try await anchor.save(state)
    }
  }

  /// Headers beside the one of the store, and in its place.
  @Suite(.timeLimit(.minutes(1))) struct RecordHeaderTests {
    private let second =
      "PRAGMA ignore_check_constraints = ON; INSERT INTO header VALUES (2, x'00', 1, NULL, x'00')"

    /// What the anchor keeps.
    enum Kept: CaseIterable { case newest, nothing, wiped }

    @Test(arguments: Kept.allCases)
    func `A second header is refused by name at an opening, which leaves no key behind`(_ kept: Kept) async throws {
      let place = try Place()
      try await place.fill(3)
      try place.tamper(second)
      let newest = try #require(try await place.anchor.load())
      switch kept {
      case .newest: break
      case .nothing: try await place.anchor.save(nil)
      case .wiped:
        let wiped = RecordState(
          store: newest.store, generation: UInt64.max, digest: [UInt8](repeating: 0, count: 32))
        try await place.anchor.save(wiped)
      }
      await #expect(throws: topDamaged) { _ = try await place.open() }
      #expect(place.keys.count == 2)
      #expect(try place.number("SELECT count(*) FROM record") == 3)
      try place.tamper("DELETE FROM header WHERE one = 2")
      try await place.anchor.save(nil)
      try await place.anchor.save(newest)
      #expect(try await place.open().list(night).count == 3)
    }

    private func expectWiped(_ store: SQLiteRecords, _ place: Place) async throws {
      #expect(place.keys.count == 1)
      for number in 0..<3 { #expect(try !place.holds(key(name(number)))) }
      try await store.insert(record(1))
      #expect(try await place.open().list(night) == [record(1)])
    }

    @Test func `A second header is refused by name in each call of an open store, and stops no wipe`() async throws {
      let place = try Place()
      try await place.fill(3)
      let store = try await place.open()
      try place.tamper(second)
      await #expect(throws: topDamaged) { _ = try await store.list(night) }
      await #expect(throws: topDamaged) { try await store.insert(record(9)) }
      #expect(try await store.eraseAll() == 3)
      try await expectWiped(store, place)
    }

    @Test func `A header that another number has than a store's is refused by name, and stops no wipe`() async throws {
      let place = try Place()
      try await place.fill(3)
      let store = try await place.open()
      try place.tamper("PRAGMA ignore_check_constraints = ON; UPDATE header SET one = 2")
      await #expect(throws: topDamaged) { try await store.insert(record(9)) }
      await #expect(throws: topDamaged) { _ = try await place.open() }
      #expect(try await store.eraseAll() == 3)
      try await expectWiped(store, place)
    }

    @Test func `A second header that comes between the keys and the rows stops no wipe`() async throws {
      let place = try Place()
      try await place.fill(3)
      let keys = WatchedKeys(place.keys)
      let store = try await place.open(keys: keys)
      keys.whenErased { [second] kind, _ in
        guard kind == .index else { return }
        #expect(throws: Never.self) { try place.tamper(second) }
      }
      #expect(try await store.eraseAll() == 3)
      try await expectWiped(store, place)
    }

    @Test func `A header that somebody writes between the keys and the rows ends no wipe`() async throws {
      let place = try Place()
      try await place.fill(3)
      let anchor = WatchedAnchor(
        anchor: place.anchor,
        whenSaved: {
          guard place.keys.count == 0 else { return }
          #expect(throws: Never.self) { try place.tamper("UPDATE header SET store = zeroblob(16), wipe = NULL") }
        })
      let store = try await place.open(anchor: anchor)
      #expect(try await store.eraseAll() == 3)
      try await expectWiped(store, place)
    }

    @Test func `An opening to which another process comes first again and again says busy, and leaves no key`()
      async throws
    {
      let place = try Place()
      try await place.fill(1)
      try place.tamper("DELETE FROM header; DELETE FROM record; DELETE FROM node")
      try await place.anchor.save(nil)
      let keys = WatchedKeys(place.keys)
      keys.whenMade { _, _ in
        #expect(throws: Never.self) { try place.tamper("INSERT INTO header VALUES (1, x'00', 1, NULL, x'00')") }
      }
      let anchor = WatchedAnchor(
        anchor: place.anchor,
        whenLoaded: { #expect(throws: Never.self) { try place.tamper("DELETE FROM header") } })
      await #expect(throws: RecordError.busy) { _ = try await place.open(keys: keys, anchor: anchor) }
      #expect(place.keys.count == 2)
    }

    @Test func `A store that another process is first to make for nobody is adopted where that is asked for`()
      async throws
    {
      let place = try Place()
      let keys = WatchedKeys(place.keys)
      keys.whenMade { _, _ in
        keys.whenMade { _, _ in }
        await #expect(throws: Never.self) { try await place.open().insert(record(1)) }
      }
      let store = try await place.open(RecordOwner(user: "ada@example.org"), adoptsUnowned: true, keys: keys)
      #expect(await store.opening.wiped == nil)
      #expect(try await store.list(night) == [record(1)])
      #expect(place.keys.count == 2)
    }
  }
#endif
