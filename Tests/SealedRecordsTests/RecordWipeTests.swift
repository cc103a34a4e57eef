#if Records
  import Foundation
  import GRDB
  import SealedRecords
  import SecurityPolicy
  import SecurityTesting
  import Synchronization
  import Testing

  private typealias RecordError = SealedRecords.RecordError

  /// Wipes that overlap.
  @Suite struct RecordWipeTests {
    @Test(arguments: [night, RecordKind.index])
    func `A wipe spares the store that another process makes meanwhile`(_ kind: RecordKind) async throws {
      let place = try Place()
      try await place.fill(3)
      let keys = WatchedKeys(place.keys)
      let (slow, fast) = (try await place.open(keys: keys), try await place.open())
      keys.whenErased { erased, _ in
        guard erased == kind else { return }
        await #expect(throws: Never.self) {
          try await fast.eraseAll()
          try await fast.insert(record(9))
        }
      }
      #expect(try await slow.eraseAll() == 3)
      #expect(try await slow.list(night) == [record(9)])
      #expect(try await fast.list(night) == [record(9)])
      let store = try await place.open()
      #expect(try await store.list(night) == [record(9)])
      #expect(try await store.verify().verdict == .holds)
      #expect(place.keys.count == 2)
    }

    @Test func `A store whose key a wipe erased before it was done makes room for a new one`() async throws {
      let place = try Place()
      try await place.fill(3)
      let (keys, dying) = (WatchedKeys(place.keys), WatchedKeys(place.keys))
      let slow = try await place.open(keys: keys)
      // Made after a crash of a process that was faster: nothing told it which number the wipe is about to erase.
      dying.whenMade { _, _ in place.keys.isLocked = true }
      keys.whenErased { kind, _ in
        guard kind == .index else { return }
        await #expect(throws: RecordError.keyUnavailable(.index)) { _ = try await place.open(keys: dying) }
        place.keys.isLocked = false
        await #expect(throws: Never.self) { try await place.open().insert(record(9)) }
      }
      #expect(try await slow.eraseAll() == 3)
      #expect(try await slow.list(night).isEmpty)
      #expect(try !place.holds(key(name(9))))
      try await slow.insert(record(1))
      #expect(try await place.open().list(night) == [record(1)])
    }

    @Test func `A mark that somebody takes away during a wipe keeps no key`() async throws {
      let place = try Place()
      try await place.fill(3)
      let keys = WatchedKeys(place.keys)
      let store = try await place.open(keys: keys)
      keys.whenErased { kind, _ in
        guard kind == night else { return }
        #expect(throws: Never.self) { try place.tamper("UPDATE header SET wipe = NULL, store = zeroblob(16)") }
      }
      #expect(try await store.eraseAll() == 3)
      #expect(place.keys.count == 1)
      #expect(try !place.holds(key(name(1))))
      #expect(try await place.open().list(night).isEmpty)
    }

    @Test func `A second wipe of one store waits for the first`() async throws {
      let place = try Place()
      try await place.fill(3)
      let keys = WatchedKeys(place.keys)
      let store = try await place.open(keys: keys)
      let second = Mutex<Task<Int?, Never>?>(nil)
      keys.whenErased { _, _ in
        let isFirst = second.withLock { task in
          guard task == nil else { return false }
          task = Task { try? await store.eraseAll() }
          return true
        }
        guard isFirst else { return }
        for _ in 0..<1000 { await Task.yield() }
      }
      #expect(try await store.eraseAll() == 3)
      let task = second.withLock { $0 }
      #expect(await task?.value == 0)
      try await store.insert(record(1))
      #expect(try await place.open().list(night) == [record(1)])
      #expect(place.keys.count == 2)
    }
  }
#endif
