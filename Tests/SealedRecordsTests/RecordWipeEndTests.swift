#if Records
  import SealedRecords
  import SecurityPolicy
  import SecurityTesting
  import Testing

  private typealias RecordError = SealedRecords.RecordError

  /// Wipes that are through, and made no new store.
  @Suite struct RecordWipeEndTests {
    private let ada = RecordOwner(user: "ada@example.org")
    private let ben = RecordOwner(user: "ben@example.org")

    /// A wipe that the device's lock ends between the old store and the new one.
    private func wipe(_ store: SQLiteRecords, _ keys: WatchedKeys, in place: Place) async throws {
      keys.whenMade { _, _ in
        await #expect(throws: RecordError.wipePending) { _ = try await store.list(night) }
        place.keys.isLocked = true
      }
      await #expect(throws: RecordError.keyUnavailable(.index)) { try await store.eraseAll() }
      place.keys.isLocked = false
      keys.whenMade { _, _ in }
    }

    @Test(arguments: [true, false])
    func `A store between a wipe and the new one says that the wipe is pending until it is asked for again`(
      _ isFileEmptied: Bool
    ) async throws {
      let place = try Place()
      try await place.fill(3)
      let keys = WatchedKeys(place.keys)
      let store = try await place.open(keys: keys)
      // Then no table is left.
      if isFileEmptied { try place.tamper("CREATE TABLE planted (x)") }
      try await wipe(store, keys, in: place)
      let tables = try place.number("SELECT count(*) FROM sqlite_schema")
      #expect((tables == 0) == isFileEmptied)
      await #expect(throws: RecordError.wipePending) { _ = try await store.list(night) }
      await #expect(throws: RecordError.wipePending) { _ = try await store.read(name(1)) }
      await #expect(throws: RecordError.wipePending) { try await store.insert(record(9)) }
      await #expect(throws: RecordError.wipePending) { try await store.insert(record(9, kind: survey)) }
      await #expect(throws: RecordError.wipePending) { _ = try await store.verify() }
      await #expect(throws: RecordError.wipePending) { try await store.repair() }
      #expect(place.keys.count == 0)
      #expect(try await store.eraseAll() == 0)
      #expect(place.keys.count == 1)
      #expect(try await store.list(night).isEmpty)
      try await store.insert(record(1))
      #expect(try await place.open().list(night) == [record(1)])
    }

    @Test func `A wipe that is asked for again refuses the store of another owner, and reads nothing of it`()
      async throws
    {
      let place = try Place()
      let keys = WatchedKeys(place.keys)
      let first = try await place.open(ada, keys: keys)
      try await first.insert(record(1))
      try await wipe(first, keys, in: place)
      let second = try await place.open(ben)
      try await second.insert(record(2))
      for _ in 0..<2 {
        await #expect(throws: RecordError.foreignStore) { try await first.eraseAll() }
        await #expect(throws: RecordError.wipePending) { _ = try await first.list(night) }
      }
      // Nor where nothing can be written into the file.
      try place.tamper("CREATE TABLE planted (x)")
      await #expect(throws: RecordError.foreignStore) { try await first.eraseAll() }
      try place.tamper("DROP TABLE planted")
      #expect(try await second.list(night) == [record(2)])
      #expect(place.keys.count == 2)
    }

    @Test func `A wipe that is asked for again takes no store of another owner whose header somebody spoiled`()
      async throws
    {
      let place = try Place()
      let keys = WatchedKeys(place.keys)
      let first = try await place.open(ada, keys: keys)
      try await first.insert(record(1))
      try await wipe(first, keys, in: place)
      let second = try await place.open(ben)
      try await second.insert(record(2))
      let newest = await second.state
      try place.tamper("UPDATE header SET wipe = x'', sealed = zeroblob(200)")
      await #expect(throws: RecordError.indexDamaged(level: 255, place: 0)) { try await first.eraseAll() }
      #expect(try place.number("SELECT count(*) FROM record") == 1)
      #expect(try await place.anchor.load() == newest)
      #expect(place.keys.count == 2)
    }

    @Test func `A store that is made in a file which another process's wipe has emptied has another key`()
      async throws
    {
      let place = try Place()
      try await place.fill(3)
      let keys = WatchedKeys(place.keys)
      let store = try await place.open(keys: keys)
      try place.tamper("CREATE TABLE planted (x)")
      try await wipe(store, keys, in: place)
      #expect(try place.number("SELECT count(*) FROM sqlite_schema") == 0)
      try await place.open().insert(record(1))
      // A slower wipe of the same store may be about to erase it.
      #expect(try await place.keys.key(for: .index, version: 1) == nil)
      #expect(place.keys.count == 2)
    }

    @Test func `A wipe spares the store that another owner makes before it makes its own`() async throws {
      let place = try Place()
      let keys = WatchedKeys(place.keys)
      let first = try await place.open(ada, keys: keys)
      try await first.insert(record(1))
      keys.whenMade { [ben] _, _ in
        await #expect(throws: Never.self) { try await place.open(ben).insert(record(2)) }
      }
      for _ in 0..<2 {
        await #expect(throws: RecordError.foreignStore) { try await first.eraseAll() }
        await #expect(throws: RecordError.wipePending) { _ = try await first.list(night) }
        keys.whenMade { _, _ in }
      }
      #expect(try await place.open(ben).list(night) == [record(2)])
    }

    @Test func `A wipe that is asked for again takes the store that another process made for the same owner`()
      async throws
    {
      let place = try Place()
      let keys = WatchedKeys(place.keys)
      let store = try await place.open(ada, keys: keys)
      try await store.insert(record(1))
      try await wipe(store, keys, in: place)
      try await place.open(ada).insert(record(2))
      await #expect(throws: RecordError.wipePending) { _ = try await store.list(night) }
      #expect(try await store.eraseAll() == 1)
      #expect(place.keys.count == 1)
      try await store.insert(record(3))
      #expect(try await place.open(ada).list(night) == [record(3)])
    }
  }
#endif
