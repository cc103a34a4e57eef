#if Records
  import Foundation
  import Redaction
  import SealedRecords
  import SecurityPolicy
  import SecurityTesting
  import Synchronization
  import Testing

  private typealias RecordError = SealedRecords.RecordError

  /// The key of one kind is lost for good, or out of reach for now.
  @Suite struct RecordLostKeyTests {
    /// Keys of which those of one kind are out of reach.
    private struct OutOfReach: RecordKeys {
      let keys: InMemoryRecordKeys
      let kind: RecordKind
      let error: SealedRecords.RecordError

      func key(for kind: RecordKind, version: Int) async throws(SealedRecords.RecordError) -> Secret? {
        guard kind != self.kind else { throw error }
        return try await keys.key(for: kind, version: version)
      }

      func makeKey(for kind: RecordKind, version: Int) async throws(SealedRecords.RecordError) {
        try await keys.makeKey(for: kind, version: version)
      }

      func eraseKey(for kind: RecordKind, version: Int) async throws(SealedRecords.RecordError) {
        try await keys.eraseKey(for: kind, version: version)
      }
    }

    /// The even records are nights, under key 2; the odd ones surveys, under key 3.
    private func filled(_ place: Place, _ count: Int) async throws -> SQLiteRecords {
      let store = try await place.open()
      try await store.apply((0..<count).map { .insert(record($0, kind: $0.isMultiple(of: 2) ? night : survey)) })
      return store
    }

    private func lost(_ count: Int) -> [RecordError] { Array(repeating: .keyMissing(night), count: count) }

    /// Takes a key away, and gives back what it takes to put it there again.
    private func lose(_ kind: RecordKind, _ version: Int, in place: Place) async throws -> [UInt8] {
      let key = try await place.keys.key(for: kind, version: version)?.withExposedBytes { Array($0) }
      try await place.keys.eraseKey(for: kind, version: version)
      return try #require(key)
    }

    @Test func `A lost key of one kind holds up no other, and each of its rows is named and stays`() async throws {
      let place = try Place()
      let store = try await filled(place, 10)
      let key = try await lose(night, 2, in: place)
      let surveys = [1, 3, 5, 7, 9].map(name)
      let pending = try await store.pending(limit: 100)
      #expect(pending.map(\.record.id) == surveys)
      #expect(try await store.list(survey).map(\.id) == surveys)
      #expect(try await store.listing(night) == RecordListing(damage: lost(5)))
      await #expect(throws: RecordError.keyMissing(night)) { _ = try await store.read(name(0)) }
      let found = try await store.verify()
      #expect(found.sound == 5 && found.damage == lost(5))
      #expect(try await store.repair() == lost(5))
      #expect(try await store.finishRewrites() == [])
      try await store.apply(pending.map { .markSynced($0.mark) })
      await #expect(throws: RecordError.keyMissing(night)) { _ = try await store.pending(limit: 100) }
      place.keys.put(key, for: night, version: 2)
      #expect(try await store.list(night).map(\.id) == [0, 2, 4, 6, 8].map(name))
      #expect(try await store.verify().verdict == .holds)
    }

    @Test func `Rows whose key is lost are deleted by id and by age, and their kind goes on`() async throws {
      let place = try Place()
      let store = try await filled(place, 10)
      _ = try await lose(night, 2, in: place)
      #expect(try await store.deleteOldest(night, keeping: 2) == lost(3))
      #expect(try await store.count(night) == 2)
      try await store.delete(name(6))
      #expect(try await store.count(night) == 1)
      #expect(try await store.deleteOldest(night, keeping: 0) == lost(1))
      #expect(try await store.verify().verdict == .holds)
      #expect(try await store.list(survey).count == 5)
      await #expect(throws: RecordError.keyMissing(night)) { try await store.insert(record(0)) }
      #expect(try await store.rotateKey(of: night) == [])
      try await store.insert(record(0))
      #expect(try await store.list(night) == [record(0)])
      #expect(await store.hasPendingRewrites == false)
    }

    @Test func `A rotation does not end while rows are under a lost key, and ends once it is back`() async throws {
      let place = try Place()
      let store = try await filled(place, 10)
      let key = try await lose(night, 2, in: place)
      #expect(try await store.rotateKey(of: night) == lost(5))
      #expect(await store.hasPendingRewrites)
      try await store.insert(record(500))
      #expect(try await store.listing(night) == RecordListing(records: [record(500)], damage: lost(5)))
      let next = try await place.open()
      #expect(await next.opening.hasPendingRewrites)
      #expect(try await next.finishRewrites() == lost(1))
      #expect(try await next.rotateKey(of: survey) == lost(1))
      #expect(try await place.keys.key(for: survey, version: 3) == nil)
      #expect(await next.hasPendingRewrites)
      place.keys.put(key, for: night, version: 2)
      #expect(try await next.finishRewrites() == [])
      #expect(await next.hasPendingRewrites == false)
      #expect(try await next.list(night).map(\.id) == [0, 2, 4, 6, 8, 500].map(name))
      #expect(try await place.keys.key(for: night, version: 2) == nil)
    }

    @Test func `Going on with a rotation whose old key is lost names that once, and writes nothing`() async throws {
      let place = try Place()
      let store = try await filled(place, 10)
      _ = try await lose(night, 2, in: place)
      #expect(try await store.rotateKey(of: night) == lost(5))
      let before = await store.state
      #expect(try await store.finishRewrites() == lost(1))
      #expect(await store.state == before)
      #expect(await store.hasPendingRewrites)
    }

    @Test func `A rotation whose rows under a lost key were deleted comes to its end`() async throws {
      let place = try Place()
      let store = try await filled(place, 10)
      _ = try await lose(night, 2, in: place)
      #expect(try await store.rotateKey(of: night) == lost(5))
      #expect(try await store.deleteOldest(night, keeping: 0) == lost(5))
      #expect(try await store.finishRewrites() == [])
      #expect(await store.hasPendingRewrites == false)
    }

    @Test func `Where the new key of a rotation is lost the old one stays, with the rows that it opens`() async throws {
      let place = try Place()
      try await place.fill(100)
      try place.tamper("DELETE FROM node WHERE place = 0")
      let store = try await place.open()
      let damage = RecordError.indexDamaged(level: 0, place: 0)
      #expect(try await store.rotateKey(of: night) == [damage])
      #expect(try await store.repair() == [damage])
      // The 63 rows that were below the damaged place are under the old key.
      _ = try await lose(night, 3, in: place)
      let before = await store.state
      #expect(try await store.finishRewrites() == lost(1))
      #expect(await store.hasPendingRewrites)
      #expect(await store.state == before)
      let listing = try await store.listing(night)
      #expect(listing.records.map(\.id) == (0..<63).map(name) && listing.damage == lost(37))
      // A migration goes through the file, and stops at no row.
      let step: RecordTable.Upgrade = { record in record }
      let next = try await place.open(tables: [RecordTable(night, version: 2, upgrades: [1: step])])
      #expect(try await next.finishRewrites() == lost(100))
    }

    @Test func `A key that is lost while its rotation runs gives way to the next one, with the rows under it`()
      async throws
    {
      let place = try Place()
      try await place.fill(100)
      try place.tamper("DELETE FROM node WHERE place = 0")
      let store = try await place.open()
      let damage = RecordError.indexDamaged(level: 0, place: 0)
      #expect(try await store.rotateKey(of: night) == [damage])
      #expect(try await store.repair() == [damage])
      _ = try await lose(night, 3, in: place)
      await #expect(throws: RecordError.keyMissing(night)) { try await store.insert(record(500)) }
      let watched = WatchedKeys(place.keys)
      let erased = Mutex<[Int]>([])
      watched.whenErased { _, version in erased.withLock { $0.append(version) } }
      let next = try await place.open(keys: watched)
      let altered = (63..<100).map { RecordError.altered(name($0)) }
      #expect(try await next.rotateKey(of: night) == altered)
      // No header names the lost one any more, so that no wipe would take what is left of it.
      #expect(erased.withLock { $0 } == [3, 2])
      #expect(await next.hasPendingRewrites == false)
      try await next.insert(record(500))
      let listing = try await next.listing(night)
      #expect(listing.records.map(\.id) == ((0..<63).map(name) + [name(500)]) && listing.damage == altered)
      #expect(place.keys.count == 2)
    }

    @Test func `A rotation that runs under a key which is there keeps it`() async throws {
      let place = try Place()
      let store = try await filled(place, 10)
      _ = try await lose(night, 2, in: place)
      #expect(try await store.rotateKey(of: night) == lost(5))
      try await store.insert(record(500))
      #expect(try await store.rotateKey(of: night) == lost(1))
      #expect(try await store.listing(night) == RecordListing(records: [record(500)], damage: lost(5)))
    }

    @Test func `Below a damaged place of the index rows of a lost key go by name, and others come back`() async throws {
      let place = try Place()
      _ = try await filled(place, 100)
      try place.tamper("DELETE FROM node WHERE place = 0")
      let store = try await place.open()
      _ = try await lose(night, 2, in: place)
      // 32 of the 63 rows there, and 18 of the others.
      #expect(try await store.repair() == [.indexDamaged(level: 0, place: 0)] + lost(32 + 18))
      #expect(try await store.list(survey).count == 50)
      #expect(try await store.count(night) == 18)
      #expect(try await store.verify().damage == lost(18))
    }

    @Test func `An opening that fails once it drew a key leaves none, however often`() async throws {
      let place = try Place()
      // As after a wipe that emptied the file: nobody knows which first keys are free.
      let zeros = [UInt8](repeating: 0, count: 32)
      let wiped = RecordState(store: Array(zeros.prefix(16)), generation: UInt64.max, digest: zeros)
      try await place.anchor.save(try #require(wiped))
      let keys = OutOfReach(keys: place.keys, kind: .index, error: .locked)
      for _ in 0..<3 { await #expect(throws: RecordError.locked) { _ = try await place.open(keys: keys) } }
      #expect(place.keys.count == 0)
      try await place.open().insert(record(1))
      #expect(place.keys.count == 2)
    }

    @Test(arguments: [SealedRecords.RecordError.locked, .keyUnavailable(night), .unavailable(5)])
    func `A key that is out of reach ends the call with that error, and nothing is given up for it`(
      error: SealedRecords.RecordError
    ) async throws {
      let place = try Place()
      _ = try await filled(place, 10)
      let store = try await place.open(keys: OutOfReach(keys: place.keys, kind: night, error: error))
      await #expect(throws: error) { _ = try await store.pending(limit: 100) }
      await #expect(throws: error) { _ = try await store.listing(night) }
      await #expect(throws: error) { _ = try await store.verify() }
      await #expect(throws: error) { _ = try await store.repair() }
      await #expect(throws: error) { _ = try await store.deleteOldest(night, keeping: 0) }
      await #expect(throws: error) { _ = try await store.rotateKey(of: night) }
      #expect(try await store.list(survey).count == 5)
      let next = try await place.open()
      #expect(try await next.finishRewrites() == [])
      let found = try await next.verify()
      #expect(found.sound == 10 && found.damage == [])
    }
  }
#endif
