#if Records
  import Crypto
  import Foundation
  import GRDB
  import SealedRecords
  import SecurityPolicy
  import SecurityTesting
  import Testing

  private typealias RecordError = SealedRecords.RecordError

  /// Writes a file as the first version of this library did.
  struct LegacyFile {
    let key: [UInt8] = (0..<32).map { $0 + 1 }

    func sealed(_ record: SealedRecord, sequence: Int64, synced: Bool) throws -> Data {
      let input = SymmetricKey(data: key)
      let rowKey = HKDF<SHA256>.deriveKey(
        inputKeyMaterial: input, info: Array("record.1.\(record.kind.text)".utf8), outputByteCount: 32)
      let keyID = HKDF<SHA256>.deriveKey(
        inputKeyMaterial: input, info: Array("record.key-id".utf8), outputByteCount: 8
      ).withUnsafeBytes { Array($0) }
      func bigEndian(_ number: UInt64) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }
      let kind = Array(record.kind.text.utf8)
      let context =
        [1] + keyID + withUnsafeBytes(of: record.id.uuid) { Array($0) } + [UInt8(kind.count)] + kind
        + bigEndian(UInt64(sequence)) + [synced ? 1 : 0]
      let plain = bigEndian(record.createdAt.timeIntervalSinceReferenceDate.bitPattern) + record.payload
      let box = try AES.GCM.seal(plain, using: rowKey, authenticating: context)
      return Data([1] + keyID + box.nonce) + box.ciphertext + box.tag
    }

    func write(_ records: [SealedRecord], synced: Int, at place: Place) throws {
      for kind in [night, survey] { place.keys.put(key, for: kind, version: 0) }
      try place.putBack(["": Data()])
      let queue = try DatabaseQueue(path: place.path)
      try queue.write { database in
        try database.execute(
          sql: """
            CREATE TABLE record (id TEXT NOT NULL PRIMARY KEY, kind TEXT NOT NULL, sequence INTEGER NOT NULL UNIQUE, \
            synced INTEGER NOT NULL, sealed BLOB NOT NULL) STRICT;
            CREATE INDEX record_kind ON record (kind, sequence);
            CREATE INDEX record_pending ON record (sequence) WHERE synced = 0;
            CREATE TABLE counter (one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1), sequence INTEGER NOT NULL) STRICT;
            INSERT INTO counter (one, sequence) VALUES (1, 3000);
            PRAGMA application_id = 1397900611; PRAGMA user_version = 1;
            """)
        for (index, record) in records.enumerated() {
          // With a wide gap: what was deleted left one.
          let sequence = Int64(index < 3 ? index + 1 : index + 2500)
          try database.execute(
            sql: "INSERT INTO record VALUES (?, ?, ?, ?, ?)",
            arguments: [
              record.id.uuidString, record.kind.text, sequence, index < synced ? 1 : 0,
              try sealed(record, sequence: sequence, synced: index < synced),
            ])
        }
      }
      try queue.close()
    }
  }

  @Suite struct LegacyFileTests {
    private let records = (0..<60).map { number in
      SealedRecord(
        id: name(number), kind: number.isMultiple(of: 4) ? survey : night, createdAt: time(Double(number)),
        payload: [UInt8(number)])
    }

    @Test("A file of the first version is moved: every record, its mark and the order are kept, its key is erased")
    func moved() async throws {
      let place = try Place()
      try LegacyFile().write(records, synced: 2, at: place)
      let store = try await place.open()
      #expect(await store.opening.moved == 60)
      #expect(await store.opening.lost == [])
      #expect(try await store.list(night) == records.filter { $0.kind == night })
      #expect(try await store.list(survey) == records.filter { $0.kind == survey })
      #expect(try await store.pending(limit: 99).map(\.record) == Array(records.dropFirst(2)))
      #expect(try await store.pending(limit: 1).first?.mark.sequence == 3)
      for kind in [night, survey] { #expect(try await place.keys.key(for: kind, version: 0) == nil) }
      try await store.insert(record(99))
      let again = try await place.open()
      #expect(await again.opening.moved == nil)
      #expect(try await again.verify().verdict == .holds)
      #expect(try await again.verify().sound == 61)
    }

    @Test("Altered rows are left out by name, the others are moved")
    func altered() async throws {
      let place = try Place()
      try LegacyFile().write(records, synced: 0, at: place)
      try place.tamper("UPDATE record SET synced = 1 WHERE sequence = 2; UPDATE record SET id = 'x' WHERE sequence = 3")
      let store = try await place.open()
      #expect(await store.opening.lost == [.altered(name(1)), .unreadableRow(sequence: 3)])
      #expect(await store.opening.moved == 58)
    }

    @Test(
      "A row whose time is no number is left out by name and harms none of its neighbours",
      arguments: [Double.nan, .infinity])
    func timeless(_ seconds: Double) async throws {
      let place = try Place()
      var records = records
      records[1] = SealedRecord(
        id: name(1), kind: night, createdAt: Date(timeIntervalSinceReferenceDate: seconds), payload: [1])
      try LegacyFile().write(records, synced: 0, at: place)
      let store = try await place.open()
      #expect(await store.opening.lost == [.altered(name(1))])
      #expect(await store.opening.moved == 59)
      #expect(try await place.open().list(night).count == 44)
      #expect(try await store.verify().sound == 59)
    }

    @Test("A spoiled kind of one row costs that row alone, in the table as in the index")
    func spoiledKind() async throws {
      for place in ["table", "index"] {
        let damaged = try Place()
        try LegacyFile().write(records, synced: 0, at: damaged)
        var file = try #require(try damaged.copy()[""])
        let kind = Data(night.text.utf8)
        // In the table the kind stands behind the id, in a leaf of the index behind the head of its cell.
        let text = place == "table" ? Data(name(1).uuidString.utf8) + kind : kind
        let found = try #require(
          place == "table"
            ? file.range(of: text)
            : file.indices.lazy.compactMap { file.range(of: text, in: $0..<min($0 + kind.count, file.count)) }.first {
              $0.lowerBound < 36
                || UUID(uuidString: String(decoding: file[$0.lowerBound - 36..<$0.lowerBound], as: UTF8.self)) == nil
            })
        file[found.upperBound - kind.count] ^= 1
        try damaged.putBack(["": file])
        let store = try await damaged.open()
        #expect(await store.opening.lost == (place == "table" ? [.unreadableRow(sequence: 2)] : []))
        #expect(await store.opening.moved == (place == "table" ? 59 : 60))
      }
    }

    @Test("With another key, or none, nothing is moved and nothing is lost")
    func otherKey() async throws {
      let place = try Place()
      let file = LegacyFile()
      try file.write(records, synced: 0, at: place)
      place.keys.put([UInt8](repeating: 9, count: 32), for: night, version: 0)
      await #expect(throws: RecordError.wrongKey(name(1))) { _ = try await place.open() }
      try await place.keys.eraseKey(for: night, version: 0)
      await #expect(throws: RecordError.keyMissing(night)) { _ = try await place.open() }
      place.keys.put(file.key, for: night, version: 0)
      #expect(try await place.open().opening.moved == 60)
    }

    @Test(
      "A count of sequence numbers that cannot be is refused by name, and the file is left as it was",
      arguments: [Int64.max, 1 << 48, 1 << 47, -1, .min])
    func impossibleCounter(_ count: Int64) async throws {
      let place = try Place()
      try LegacyFile().write(records, synced: 2, at: place)
      try place.tamper("UPDATE counter SET sequence = ?", [count])
      for _ in 0..<2 {
        await #expect(throws: RecordError.unusableSequence(count)) { _ = try await place.open() }
      }
      try place.tamper("UPDATE counter SET sequence = 3000")
      #expect(try await place.open().opening.moved == 60)
    }

    @Test("The highest count that is moved still leaves room for new records")
    func highestCounter() async throws {
      let place = try Place()
      try LegacyFile().write(records, synced: 2, at: place)
      try place.tamper("UPDATE counter SET sequence = ?", [Int64(1) << 47 - 1])
      let store = try await place.open()
      try await store.insert(record(999))
      #expect(try await store.read(name(999)) == record(999))
      #expect(try await store.verify().verdict == .holds)
      #expect(try await place.open().list(night).count == 46)
    }

    @Test("A count of sequence numbers that is too low, or of another type, costs no record", arguments: ["1", "NULL"])
    func lowCounter(_ count: String) async throws {
      let place = try Place()
      try LegacyFile().write(records, synced: 2, at: place)
      try place.tamper(
        """
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = replace(sql, 'sequence INTEGER NOT NULL', 'sequence INTEGER') WHERE name = 'counter'
        """)
      try place.tamper("UPDATE counter SET sequence = \(count)")
      try place.tamper(
        """
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = replace(sql, 'sequence INTEGER', 'sequence INTEGER NOT NULL') WHERE name = 'counter'
        """)
      let store = try await place.open()
      #expect(await store.opening.lost == [])
      #expect(await store.opening.moved == 60)
      try await store.insert(record(999))
      #expect(try await store.read(name(999)) == record(999))
      #expect(try await store.verify().sound == 61)
    }

    @Test("A moved file put back as it was is refused: its key is gone and the anchor knows")
    func replaced() async throws {
      let place = try Place()
      try LegacyFile().write(records, synced: 0, at: place)
      let old = try place.copy()
      _ = try await place.open()
      try place.putBack(old)
      await #expect(throws: RecordError.rolledBack(found: 0, anchored: 2)) { _ = try await place.open() }
    }
  }
#endif
