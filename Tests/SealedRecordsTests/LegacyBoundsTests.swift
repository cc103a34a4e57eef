#if Records
  import Foundation
  import GRDB
  import SealedRecords
  import SecurityPolicy
  import SecurityTesting
  import Testing

  private typealias RecordError = SealedRecords.RecordError

  /// What whoever may write to a file of the first format says of how much is in it.
  @Suite(.timeLimit(.minutes(1))) struct LegacyBoundsTests {
    private func records(_ count: Int, kinds: Bool = false) -> [SealedRecord] {
      (0..<count).map { number in
        let kind = kinds ? RecordKind("kind-\(number)") ?? night : night
        return SealedRecord(id: name(number), kind: kind, createdAt: time(5), payload: [1])
      }
    }

    /// A file of as many kinds, with a record of each.
    private func place(kinds count: Int) throws -> Place {
      let (place, file, records) = (try Place(), LegacyFile(), records(count, kinds: true))
      for record in records { place.keys.put(file.key, for: record.kind, version: 0) }
      try file.write(records, synced: 0, at: place)
      return place
    }

    @Test func `A longer id or kind than any of ours costs that row alone`() async throws {
      let place = try Place()
      try LegacyFile().write(records(5), synced: 0, at: place)
      try place.tamper(
        """
        UPDATE record SET id = hex(zeroblob(10000000)) WHERE sequence = 1;
        UPDATE record SET kind = hex(zeroblob(10000000)) WHERE sequence = 2;
        UPDATE record SET kind = hex(zeroblob(4000)) WHERE sequence = 3
        """)
      let store = try await place.open()
      let lost = await store.opening.lost
      #expect(lost == [.unreadableRow(sequence: 0), .unreadableRow(sequence: 0), .unreadableRow(sequence: 3)])
      #expect(await store.opening.moved == 2)
      #expect(try await store.verify().sound == 2)
    }

    @Test func `Rows of some kilobytes are moved whole, and not without their key`() async throws {
      let (place, file) = (try Place(), LegacyFile())
      let long = (0..<300).map { number in
        SealedRecord(
          id: name(number), kind: night, createdAt: time(Double(number)),
          payload: [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 5000))
      }
      try file.write(long, synced: 0, at: place)
      try await place.keys.eraseKey(for: night, version: 0)
      await #expect(throws: RecordError.keyMissing(night)) { _ = try await place.open() }
      place.keys.put(file.key, for: night, version: 0)
      let store = try await place.open()
      #expect(await store.opening.moved == 300)
      #expect(await store.opening.lost == [])
      #expect(try await store.list(night) == long)
    }

    @Test func `More rows of no kind than a damaged page makes are damage, whatever keys there are`() async throws {
      let place = try Place()
      try LegacyFile().write(records(3), synced: 0, at: place)
      try place.tamper(
        """
        WITH RECURSIVE number(i) AS (SELECT 10000 UNION ALL SELECT i + 1 FROM number WHERE i < 80000)
        INSERT INTO record SELECT printf('00000000-0000-4000-8000-%012X', i), 'NIGHT', i, 0, zeroblob(9) FROM number
        """)
      try await place.keys.eraseKey(for: night, version: 0)
      await #expect(throws: RecordError.damaged(11)) { _ = try await place.open() }
      try place.tamper("DELETE FROM record WHERE sequence > 10000")
      await #expect(throws: RecordError.keyMissing(night)) { _ = try await place.open() }
    }

    @Test func `More altered rows than a damaged page makes end the move, and the file is left as it was`()
      async throws
    {
      let place = try Place()
      try LegacyFile().write(records(3), synced: 0, at: place)
      try place.tamper(
        """
        WITH RECURSIVE number(i) AS (SELECT 10000 UNION ALL SELECT i + 1 FROM number WHERE i < 80000)
        INSERT INTO record SELECT printf('00000000-0000-4000-8000-%012X', i), 'night', i, 0, zeroblob(60) FROM number
        """)
      await #expect(throws: RecordError.damaged(11)) { _ = try await place.open() }
      #expect(try place.number("PRAGMA user_version") == 1)
      try place.tamper("DELETE FROM record WHERE sequence > 10000")
      let store = try await place.open()
      #expect(await store.opening.lost.count == 1)
      #expect(await store.opening.moved == 3)
    }

    @Test func `A file with as many kinds as there may be is moved, and takes records of no other one`() async throws {
      let place = try place(kinds: 4096)
      let watched = WatchedKeys(place.keys)
      let store = try await place.open(keys: watched)
      #expect(await store.opening.moved == 4096)
      watched.whenMade { kind, _ in Issue.record("a key of \(kind) is made") }
      await #expect(throws: RecordError.tooManyKinds(limit: 4096)) { try await store.insert(record(5000)) }
      let known = SealedRecord(
        id: name(5000), kind: RecordKind("kind-9") ?? night, createdAt: time(5), payload: [1])
      try await store.insert(known)
      #expect(try await store.read(name(5000)) == known)
    }

    @Test func `A kind whose place another process takes meanwhile leaves no key`() async throws {
      let place = try place(kinds: 4095)
      let watched = WatchedKeys(place.keys)
      let store = try await place.open(keys: watched)
      let other = try await place.open()
      let count = place.keys.count
      watched.whenMade { _, _ in try? await other.insert(record(5001)) }
      await #expect(throws: RecordError.tooManyKinds(limit: 4096)) {
        try await store.insert(record(5000, kind: survey))
      }
      #expect(place.keys.count == count + 1)
      #expect(try await store.read(name(5001)) == record(5001))
    }

    @Test func `With more kinds than there may be nothing is moved`() async throws {
      let place = try place(kinds: 4097)
      await #expect(throws: RecordError.tooManyKinds(limit: 4096)) { _ = try await place.open() }
      #expect(try place.number("SELECT count(*) FROM record WHERE synced = 0") == 4097)
    }
  }
#endif
