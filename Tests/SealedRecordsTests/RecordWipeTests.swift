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

    @Test func `A store that a new process makes while a wipe runs stays whole, and no other key`() async throws {
      let place = try Place()
      try await place.fill(3)
      let (keys, dying) = (WatchedKeys(place.keys), WatchedKeys(place.keys))
      let slow = try await place.open(keys: keys)
      // Made after a crash of a process that was faster: nothing told it which number the wipe is about to erase.
      dying.whenMade { _, _ in place.keys.isLocked = true }
      keys.whenErased { kind, _ in
        guard kind == .index else { return }
        // The slow one makes a key in vain later, and erases it again.
        keys.whenErased { _, _ in }
        await #expect(throws: RecordError.keyUnavailable(.index)) { _ = try await place.open(keys: dying) }
        place.keys.isLocked = false
        await #expect(throws: Never.self) { try await place.open().insert(record(9)) }
      }
      #expect(try await slow.eraseAll() == 3)
      #expect(try await slow.list(night) == [record(9)])
      #expect(place.keys.count == 2)
      try await slow.insert(record(1))
      let store = try await place.open()
      #expect(try await store.list(night) == [record(9), record(1)])
      #expect(try await store.verify().verdict == .holds)
      #expect(place.keys.count == 2)
    }

    @Test(arguments: [true, false])
    func `A store whose wipe failed shows nothing and takes no change until it is through`(
      _ isReopened: Bool
    ) async throws {
      let place = try Place()
      try await place.fill(3)
      let keys = WatchedKeys(place.keys)
      let (store, other) = (try await place.open(keys: keys), try await place.open())
      keys.whenErased { _, _ in place.keys.isLocked = true }
      await #expect(throws: RecordError.keyUnavailable(night)) { try await store.eraseAll() }
      keys.whenErased { _, _ in }
      place.keys.isLocked = false
      for open in [store, other] {
        await #expect(throws: RecordError.wipePending) { try await open.insert(record(9)) }
        await #expect(throws: RecordError.wipePending) { try await open.insert(record(9, kind: survey)) }
        await #expect(throws: RecordError.wipePending) { try await open.delete(name(1)) }
        await #expect(throws: RecordError.wipePending) { try await open.rotateKey(of: night) }
        await #expect(throws: RecordError.wipePending) { _ = try await open.list(night) }
      }
      #expect(place.keys.count == 2)
      let next: SQLiteRecords
      if isReopened {
        next = try await place.open()
        #expect(await next.opening.wiped == 3)
      } else {
        #expect(try await store.eraseAll() == 3)
        next = store
      }
      #expect(try await next.list(night).isEmpty)
      #expect(place.keys.count == 1)
      try await next.insert(record(1))
      #expect(try await place.open().list(night) == [record(1)])
    }

    @Test func `A mark that somebody else writes has an open store refuse changes, and erases nothing`() async throws {
      let place = try Place()
      try await place.fill(3)
      let store = try await place.open()
      try place.tamper("UPDATE header SET wipe = zeroblob(32)")
      await #expect(throws: RecordError.indexDamaged(level: 255, place: 0)) { try await store.insert(record(9)) }
      try place.tamper("UPDATE header SET wipe = NULL")
      #expect(try await store.list(night) == (0..<3).map { record($0) })
    }

    @Test(arguments: [true, false])
    func `A key that another process makes for a kind or a rotation while a wipe begins stays nowhere`(
      _ isRotation: Bool
    ) async throws {
      let place = try Place()
      try await place.fill(3)
      let (wiping, making) = (WatchedKeys(place.keys), WatchedKeys(place.keys))
      let (store, other) = (try await place.open(keys: wiping), try await place.open(keys: making))
      let (isMarked, isRefused) = (Meeting(of: 2), Meeting(of: 2))
      wiping.whenErased { kind, _ in
        guard kind == night else { return }
        await isMarked.come()
        await isRefused.come()
      }
      let wipe = Mutex<Task<Int?, Never>?>(nil)
      making.whenMade { _, _ in
        wipe.withLock { $0 = Task { try? await store.eraseAll() } }
        await isMarked.come()
      }
      if isRotation {
        await #expect(throws: RecordError.wipePending) { try await other.rotateKey(of: night) }
      } else {
        await #expect(throws: RecordError.wipePending) { try await other.insert(record(9, kind: survey)) }
      }
      await isRefused.come()
      let task = wipe.withLock { $0 }
      #expect(await task?.value == 3)
      #expect(place.keys.count == 1)
      #expect(try await store.list(survey).isEmpty)
    }

    @Test func `A key that is made for a store which another process wipes meanwhile stays nowhere`() async throws {
      let place = try Place()
      try await place.fill(3)
      let making = WatchedKeys(place.keys)
      let (store, other) = (try await place.open(), try await place.open(keys: making))
      making.whenMade { _, _ in
        await #expect(throws: Never.self) {
          try await store.eraseAll()
          try await store.insert(record(9))
        }
      }
      await #expect(throws: RecordError.foreignStore) { try await other.insert(record(8, kind: survey)) }
      #expect(place.keys.count == 2)
      #expect(try await store.list(night) == [record(9)])
    }

    @Test func `A record of a new kind that is stored while its own store is wiped comes after the wipe`() async throws
    {
      let place = try Place()
      try await place.fill(3)
      let keys = WatchedKeys(place.keys)
      let store = try await place.open(keys: keys)
      let isMarked = Meeting(of: 2)
      let wipe = Mutex<Task<Int?, Never>?>(nil)
      keys.whenErased { kind, _ in
        guard kind == night else { return }
        await isMarked.come()
        for _ in 0..<1000 { await Task.yield() }
      }
      keys.whenMade { kind, version in
        guard kind == survey, version == 3 else { return }
        wipe.withLock { $0 = Task { try? await store.eraseAll() } }
        await isMarked.come()
      }
      try await store.insert(record(9, kind: survey))
      let task = wipe.withLock { $0 }
      #expect(await task?.value == 3)
      #expect(try await store.list(survey) == [record(9, kind: survey)])
      #expect(place.keys.count == 2)
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

    @Test func `An older state in the file's place stops no wipe, and the keys of the newer one go as well`()
      async throws
    {
      let place = try Place()
      let store = try await place.open()
      try await store.insert(record(1))
      let queue = try DatabaseQueue(path: place.path)
      let older = try #require(try await queue.read { try Data.fetchOne($0, sql: "SELECT sealed FROM header") })
      try queue.close()
      try await store.insert(record(2, kind: survey))
      try place.tamper("UPDATE header SET sealed = ?", [older])
      await #expect(throws: RecordError.rolledBack(found: 3, anchored: 5)) { _ = try await store.list(night) }
      #expect(try await store.eraseAll() == 1)
      #expect(place.keys.count == 1)
      for number in 1...2 { #expect(try !place.holds(key(name(number)))) }
      try await store.insert(record(3))
      #expect(try await place.open().list(night) == [record(3)])
    }

    @Test func `What another process stored after its own wipe stops no wipe`() async throws {
      let place = try Place()
      try await place.fill(3)
      let (store, other) = (try await place.open(), try await place.open())
      try await other.eraseAll()
      try await other.insert(record(9, kind: survey))
      await #expect(throws: RecordError.foreignStore) { _ = try await store.list(night) }
      #expect(try await store.eraseAll() == 1)
      #expect(place.keys.count == 1)
      #expect(try !place.holds(key(name(9))))
      try await store.insert(record(1))
      #expect(try await place.open().list(night) == [record(1)])
    }

    @Test func `A store that is still open for the first owner wipes nothing of the second`() async throws {
      let place = try Place()
      let first = try await place.open(RecordOwner(user: "ada@example.org"))
      try await first.insert(record(1))
      let second = try await place.open(RecordOwner(user: "ben@example.org"))
      try await second.insert(record(2))
      await #expect(throws: RecordError.foreignStore) { try await first.eraseAll() }
      #expect(try await second.list(night) == [record(2)])
      #expect(place.keys.count == 2)
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
