#if Records
  import Foundation
  import SealedRecords
  import SecurityTesting
  import Testing

  private typealias RecordError = SealedRecords.RecordError

  /// States that come to the anchor late.
  @Suite struct RecordSettlingTests {
    @Test func `A process that lags behind puts no wiped store's state over the new one's`() async throws {
      let place = try Place()
      try await place.fill(3)
      let late = try await place.open(interval: 10)
      for number in 3..<6 { try await late.insert(record(number)) }
      #expect(await late.unanchored == 3)
      let newest: RecordState?
      do {
        let other = try await place.open()
        #expect(try await other.eraseAll() == 6)
        try await other.insert(record(9))
        newest = await other.state
      }
      try await late.settle()
      #expect(await late.unanchored == 0)
      #expect(try await place.anchor.load() == newest)
      await #expect(throws: RecordError.foreignStore) { try await late.insert(record(7)) }
      #expect(try await place.open().list(night) == [record(9)])
    }

    @Test func `A process that lags behind puts no wiped store's state over one without a header`() async throws {
      let place = try Place()
      try await place.fill(3)
      let late = try await place.open(interval: 10)
      try await late.insert(record(3))
      let other = try await place.open()
      #expect(try await other.eraseAll() == 4)
      let newest = await other.state
      try place.tamper("DELETE FROM header")
      try await late.settle()
      #expect(await late.unanchored == 0)
      #expect(try await place.anchor.load() == newest)
    }

    /// Four records, of which a process has not told the anchor the last one, and another process whose keys are
    /// watched and whose anchor cannot note a wipe.
    private func lagging() async throws -> (Place, late: SQLiteRecords, WatchedKeys, other: SQLiteRecords) {
      let place = try Place()
      try await place.fill(3)
      let late = try await place.open(interval: 10)
      try await late.insert(record(3))
      let keys = WatchedKeys(place.keys)
      let anchor = CrampedAnchor(place.anchor)
      let other = try await place.open(keys: keys, anchor: anchor)
      anchor.fill()
      return (place, late, keys, other)
    }

    @Test func `A process that lags behind leaves no anchor beside a file that a wipe has emptied`() async throws {
      let (place, late, keys, other) = try await lagging()
      // The wipe is through, and its process ends before it has made a new store.
      keys.whenMade { _, _ in
        await #expect(throws: Never.self) { try await late.settle() }
        place.keys.isLocked = true
      }
      await #expect(throws: RecordError.keyUnavailable(.index)) { try await other.eraseAll() }
      place.keys.isLocked = false
      #expect(await late.unanchored == 0)
      #expect(try await place.anchor.load() == nil)
      #expect(try await place.open().list(night).isEmpty)
    }

    @Test func `A process that lags behind leaves no anchor beside a file whose keys are wiped`() async throws {
      let (place, late, keys, other) = try await lagging()
      // The last key is gone, and the wipe's process ends before any row is.
      keys.whenErased { kind, version in
        guard kind == .index else { return }
        await #expect(throws: Never.self) {
          try await place.keys.eraseKey(for: kind, version: version)
          try await late.settle()
        }
        place.keys.isLocked = true
      }
      await #expect(throws: RecordError.keyUnavailable(.index)) { try await other.eraseAll() }
      place.keys.isLocked = false
      #expect(try await place.anchor.load() == nil)
      let next = try await place.open()
      #expect(await next.opening.wiped == 4)
      #expect(try await next.list(night).isEmpty)
    }

    @Test(arguments: [
      "UPDATE header SET store = zeroblob(16)", "UPDATE header SET wipe = zeroblob(32)", "DELETE FROM header",
      "DROP TABLE header",
    ])
    func `What somebody writes to the file holds no state off the anchor`(_ sql: String) async throws {
      let place = try Place()
      let store = try await place.open(interval: 10)
      try await store.insert(record(1))
      let state = try #require(await store.state)
      try place.tamper(sql)
      try await store.settle()
      #expect(await store.unanchored == 0)
      #expect(try await place.anchor.load() == state)
    }

    @Test func `A state waits for keys that tell whether its store was wiped`() async throws {
      let place = try Place()
      let store = try await place.open(interval: 10)
      try await store.insert(record(1))
      let count = await store.unanchored
      try place.tamper("UPDATE header SET store = zeroblob(16)")
      place.keys.isLocked = true
      await #expect(throws: RecordError.keyUnavailable(.index)) { try await store.settle() }
      #expect(await store.unanchored == count)
      place.keys.isLocked = false
      try await store.settle()
      #expect(try await place.anchor.load() == store.state)
    }
  }
#endif
