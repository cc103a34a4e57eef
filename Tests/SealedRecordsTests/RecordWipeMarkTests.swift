#if Records
  import Redaction
  import SealedRecords
  import SecurityTesting
  import Testing

  private typealias RecordError = SealedRecords.RecordError

  /// What the anchor knows of a wipe.
  @Suite struct RecordWipeMarkTests {
    @Test(arguments: [true, false], [true, false])
    func `A wipe that has begun is not undone by who takes its mark away or puts back the file of before`(
      _ isPutBack: Bool, _ isAccepted: Bool
    ) async throws {
      let place = try Place()
      try await place.fill(3)
      let before = try place.copy()
      let keys = WatchedKeys(place.keys)
      let store = try await place.open(keys: keys)
      keys.whenErased { _, _ in place.keys.isLocked = true }
      await #expect(throws: RecordError.keyUnavailable(night)) { try await store.eraseAll() }
      place.keys.isLocked = false
      if isPutBack {
        try place.putBack(before)
      } else {
        try place.tamper("UPDATE header SET wipe = NULL")
        await #expect(throws: RecordError.wipePending) { _ = try await store.list(night) }
        await #expect(throws: RecordError.wipePending) { try await store.insert(record(9)) }
      }
      #expect(place.keys.count == 2)
      let next = try await place.open(insecureAcceptOlderFile: isAccepted)
      #expect(await next.opening.wiped == 3)
      #expect(await next.opening.accepted == nil)
      #expect(try await next.list(night).isEmpty)
      #expect(place.keys.count == 1)
      #expect(try await place.anchor.load() == next.state)
      try await next.insert(record(1))
      #expect(try await place.open().list(night) == [record(1)])
    }

    /// What lies in the file once the keys are gone and the rows are not.
    enum Remains: CaseIterable {
      case marked, markTakenAway, ofBefore
    }

    @Test(arguments: Remains.allCases)
    func `A wipe whose keys are all gone goes on, whatever became of its mark`(_ remains: Remains) async throws {
      let place = try Place()
      try await place.fill(3)
      let before = try place.copy()
      try await place.wipeKeysAlone()
      switch remains {
      case .marked: break
      case .markTakenAway: try place.tamper("UPDATE header SET wipe = NULL")
      case .ofBefore: try place.putBack(before)
      }
      let next = try await place.open()
      #expect(await next.opening.wiped == 3)
      #expect(await next.opening.isNew)
      #expect(try place.number("SELECT count(*) FROM record") == 0)
      #expect(try await place.anchor.load() == next.state)
      try await next.insert(record(1))
      #expect(try await place.open().list(night) == [record(1)])
      #expect(place.keys.count == 2)
    }

    @Test func `A file of another store, without its key, is no wiped one's`() async throws {
      let place = try Place()
      try await place.fill(3)
      let state = try #require(try await place.anchor.load())
      try await place.keys.eraseKey(for: .index, version: 1)
      let other = try #require(
        RecordState(
          store: state.store.map { ~$0 }, generation: UInt64.max, digest: [UInt8](repeating: 0, count: 32)))
      try await place.anchor.save(other)
      await #expect(throws: RecordError.keyMissing(.index)) { _ = try await place.open() }
      #expect(try place.number("SELECT count(*) FROM record") == 3)
    }

    @Test func `A wipe whose keys are gone ends beside an altered anchor when that is accepted knowingly`()
      async throws
    {
      let place = try Place()
      try await place.fill(3)
      try await place.wipeKeysAlone()
      let anchor = AlteredAnchor(place.anchor)
      await #expect(throws: RecordError.anchorMissing) { _ = try await place.open(anchor: anchor) }
      #expect(try place.number("SELECT count(*) FROM record") == 3)
      let next = try await place.open(anchor: anchor, insecureAcceptOlderFile: true)
      #expect(await next.opening.accepted == .anchorMissing)
      #expect(await next.opening.wiped == 3)
      try await next.insert(record(1))
      #expect(try await place.open(anchor: anchor).list(night) == [record(1)])
    }

    @Test(arguments: [true, false])
    func `A state of a wiped store that is saved late locks nothing, wherever the wipe ended`(
      _ isEmptied: Bool
    ) async throws {
      let place = try Place()
      try await place.fill(3)
      let late = try #require(try await place.anchor.load())
      let keys = WatchedKeys(place.keys)
      let store = try await place.open(keys: keys)
      let end: WatchedKeys.Event = { kind, version in
        guard kind == .index else { return }
        await #expect(throws: Never.self) {
          if !isEmptied { try await place.keys.eraseKey(for: kind, version: version) }
          try await place.anchor.save(late)
        }
        place.keys.isLocked = true
      }
      if isEmptied { keys.whenMade(end) } else { keys.whenErased(end) }
      await #expect(throws: RecordError.keyUnavailable(.index)) { try await store.eraseAll() }
      place.keys.isLocked = false
      let next = try await place.open()
      #expect(await next.opening.wiped == (isEmptied ? nil : 3))
      #expect(try await next.list(night).isEmpty)
      #expect(try await place.anchor.load() == next.state)
      #expect(place.keys.count == 1)
      try await next.insert(record(1))
      #expect(try await place.open().list(night) == [record(1)])
    }

    @Test func `A wipe that is asked for again leaves what the anchor knows of it`() async throws {
      let place = try Place()
      try await place.fill(3)
      let late = try #require(try await place.anchor.load())
      let keys = WatchedKeys(place.keys)
      let store = try await place.open(keys: keys)
      keys.whenMade { kind, _ in place.keys.isLocked = kind == .index }
      for _ in 0..<2 {
        await #expect(throws: RecordError.keyUnavailable(.index)) { try await store.eraseAll() }
        let kept = try #require(try await place.anchor.load())
        #expect(kept.store == late.store && kept.generation == UInt64.max)
      }
      try await place.anchor.save(late)
      place.keys.isLocked = false
      let next = try await place.open()
      #expect(try await next.list(night).isEmpty)
      #expect(try await place.anchor.load() == next.state)
    }

    /// Where nothing but the file tells of a wipe, as the anchor forgot.
    @Test func `A mark beside another number of the index's key erases nothing, and all with its own`() async throws {
      let place = try Place()
      try await place.fill(3)
      let keys = WatchedKeys(place.keys)
      let anchor = CrampedAnchor(place.anchor)
      let store = try await place.open(keys: keys, anchor: anchor)
      anchor.fill()
      keys.whenErased { _, _ in place.keys.isLocked = true }
      await #expect(throws: RecordError.keyUnavailable(night)) { try await store.eraseAll() }
      place.keys.isLocked = false
      #expect(try await place.anchor.load() == nil)
      let number = try place.number("SELECT index_key FROM header")
      try place.tamper("UPDATE header SET index_key = 9999")
      await #expect(throws: RecordError.keyMissing(.index)) { _ = try await place.open() }
      #expect(try place.number("SELECT count(*) FROM record") == 3)
      #expect(place.keys.count == 2)
      try place.tamper("UPDATE header SET index_key = \(number)")
      #expect(try await place.open().opening.wiped == 3)
      #expect(place.keys.count == 1)
    }

    @Test(arguments: [true, false], [true, false])
    func `A wipe's last key goes although somebody has the header name another one`(
      _ isRotating: Bool, _ isMarkTaken: Bool
    ) async throws {
      let place = try Place()
      try await place.fill(100)
      let keys = WatchedKeys(place.keys)
      let store = try await place.open(keys: keys)
      if isRotating {
        // The old key of the index stays, as its rotation cannot end.
        keys.whenErased { _, _ in place.keys.isLocked = true }
        await #expect(throws: RecordError.keyUnavailable(.index)) { try await store.rotateKey(of: .index) }
        place.keys.isLocked = false
      }
      let count = place.keys.count
      keys.whenErased { kind, _ in place.keys.isLocked = kind == .index }
      await #expect(throws: RecordError.keyUnavailable(.index)) { try await store.eraseAll() }
      place.keys.isLocked = false
      #expect(place.keys.count == count - 1)
      try place.tamper("UPDATE header SET index_key = 9999")
      if isMarkTaken { try place.tamper("UPDATE header SET wipe = NULL") }
      let next = try await place.open()
      #expect(await next.opening.wiped == 100)
      #expect(place.keys.count == 1)
      try await next.insert(record(1))
      #expect(try await place.open().list(night) == [record(1)])
    }

    /// The item of a key is altered: nothing opens with it, and a backup may bring it back.
    private struct LosingKeys: RecordKeys {
      let keys: InMemoryRecordKeys

      func key(for kind: RecordKind, version: Int) async throws(RecordError) -> Secret? {
        guard kind != .index || version != 1 else { return nil }
        return try await keys.key(for: kind, version: version)
      }

      func makeKey(for kind: RecordKind, version: Int) async throws(RecordError) {
        try await keys.makeKey(for: kind, version: version)
      }

      func eraseKey(for kind: RecordKind, version: Int) async throws(RecordError) {
        try await keys.eraseKey(for: kind, version: version)
      }
    }

    @Test(arguments: [true, false], [true, false])
    func `A wipe takes the last key's item although that is lost`(_ isFull: Bool, _ isMarkTaken: Bool) async throws {
      let place = try Place()
      try await place.fill(3)
      let keys = WatchedKeys(place.keys)
      let anchor = CrampedAnchor(place.anchor)
      let store = try await place.open(keys: keys, anchor: anchor)
      if isFull { anchor.fill() }
      keys.whenErased { kind, _ in place.keys.isLocked = kind == .index }
      await #expect(throws: RecordError.keyUnavailable(.index)) { try await store.eraseAll() }
      place.keys.isLocked = false
      #expect(place.keys.count == 1)
      // Without it and the anchor nothing tells of a wipe.
      if isMarkTaken, !isFull { try place.tamper("UPDATE header SET wipe = NULL") }
      let next = try await place.open(keys: LosingKeys(keys: place.keys))
      #expect(await next.opening.wiped == 3)
      #expect(try await place.keys.key(for: .index, version: 1) == nil)
      #expect(place.keys.count == 1)
    }

    @Test func `A file that is taken away while a wipe's keys are left is no new one`() async throws {
      let place = try Place()
      try await place.fill(3)
      let keys = WatchedKeys(place.keys)
      let store = try await place.open(keys: keys)
      keys.whenErased { _, _ in place.keys.isLocked = true }
      await #expect(throws: RecordError.keyUnavailable(night)) { try await store.eraseAll() }
      place.keys.isLocked = false
      try place.putBack([:])
      await #expect(throws: RecordError.rolledBack(found: 0, anchored: UInt64.max - 1)) {
        _ = try await place.open()
      }
    }
  }
#endif
