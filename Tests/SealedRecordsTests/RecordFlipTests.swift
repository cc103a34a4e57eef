#if Records
  import Foundation
  import GRDB
  import SealedRecords
  import SecurityPolicy
  import SecurityTesting
  import Testing

  private typealias RecordError = SealedRecords.RecordError

  /// Values of another type than their columns': SQLite judges types when it writes, not when it reads.
  @Suite(.timeLimit(.minutes(120))) struct RecordFlipTests {
    /// `Scripts/soak bits` leaves none out.
    private static let isWhole = ProcessInfo.processInfo.environment["MANTLET_FLIPS"] == "all"

    private struct Flip {
      let byte: Int
      let bit: UInt8
    }

    /// Three bits of each byte in the heads of pages and cells of tables behind the first page, where types, lengths and places stand, and
    /// one bit in each of some bytes all over the file; as a whole every bit of these, of indexes too, and of every byte
    /// that is not 0.
    private static func flips(in file: Data) -> [Flip] {
      let page = Int(file[16]) << 8 | Int(file[17])
      var heads: Set<Int> = []
      for start in stride(from: page, to: file.count, by: page) {
        let kind = file[start]
        guard kind == 13 || isWhole && kind == 10 else { continue }  // Leaves of a table and of an index.
        let count = Int(file[start + 3]) << 8 | Int(file[start + 4])
        heads.formUnion(start..<start + 8 + 2 * count)
        for cell in 0..<count {
          let pointer = start + 8 + 2 * cell
          let place = start + (Int(file[pointer]) << 8 | Int(file[pointer + 1]))
          heads.formUnion(place..<min(place + 12, start + page))
        }
      }
      return file.indices.flatMap { index -> [Flip] in
        if isWhole && file[index] != 0 || isWhole && heads.contains(index) {
          return (0..<8).map { Flip(byte: index, bit: $0) }
        }
        // One more of the third makes a NULL a number.
        if heads.contains(index) { return [0, 3, 6].map { Flip(byte: index, bit: $0) } }
        return index.isMultiple(of: 97) ? [Flip(byte: index, bit: UInt8(index / 97 % 8))] : []
      }
    }

    @Test("A flipped bit anywhere in a file ends in an error by name or in the right records, never in a crash")
    func flips() async throws {
      let place = try Place()
      try await place.fill(3)
      let file = try #require(try place.copy()[""])
      let records = (0..<3).map { record($0) }
      var (opened, refused) = (0, 0)
      for flip in Self.flips(in: file) {
        var altered = file
        altered[flip.byte] ^= 1 << flip.bit
        try place.putBack(["": altered])
        do throws(RecordError) {
          let store = try await place.open()
          opened += 1
          let listing = try await store.listing(night)
          #expect(listing.records.allSatisfy(records.contains), "\(flip)")
          #expect(listing.records.count == 3 || !listing.damage.isEmpty, "\(flip)")
          for record in records {
            let read: SealedRecord?
            do throws(RecordError) { read = try await store.read(record.id) } catch { continue }
            #expect(read == record, "\(flip)")
          }
          let found = try await store.verify()
          #expect(found.sound == 3 || !found.damage.isEmpty, "\(flip)")
        } catch {
          refused += 1
        }
      }
      #expect(opened > 50 && refused > 50)
    }

    @Test("After a flipped bit what is stored or deleted is so, or refused by name")
    func changesAfterFlips() async throws {
      let place = try Place()
      try await place.fill(3)
      let file = try #require(try place.copy()[""])
      let kept = try await place.anchor.load()
      var (opened, stored, deleted) = (0, 0, 0)
      for (number, flip) in Self.flips(in: file).enumerated() where number.isMultiple(of: 7) {
        var altered = file
        altered[flip.byte] ^= 1 << flip.bit
        try place.putBack(["": altered])
        let anchor = InMemoryRecordAnchor()
        try await anchor.save(kept)
        do throws(RecordError) {
          let store = try await place.open(anchor: anchor)
          opened += 1
          if await insert(into: store, "\(flip)") { stored += 1 }
          if await delete(from: store, "\(flip)") { deleted += 1 }
        } catch {}
      }
      // Most flips lie where neither looks.
      #expect(opened > 50 && stored > opened / 2 && deleted > opened / 2)
    }

    /// A record that was stored is read as such or not at all.
    ///
    /// - Returns: whether it was stored.
    private func insert(into store: SQLiteRecords, _ flip: String) async -> Bool {
      do throws(RecordError) { try await store.insert(record(9)) } catch { return false }
      do throws(RecordError) {
        let stored = try await store.read(name(9))
        #expect(stored == record(9), "\(flip)")
      } catch {}
      return true
    }

    /// A record that was deleted does not come back.
    ///
    /// - Returns: whether it was deleted.
    private func delete(from store: SQLiteRecords, _ flip: String) async -> Bool {
      do throws(RecordError) { try await store.delete(name(1)) } catch { return false }
      do throws(RecordError) {
        let deleted = try await store.read(name(1))
        #expect(deleted == nil, "\(flip)")
      } catch {}
      return true
    }

    @Test("A flipped bit anywhere in a file of the first version moves no wrong record, and is never a crash")
    func flipsInLegacyFile() async throws {
      let (source, file) = (try Place(), LegacyFile())
      let records = (0..<4).map { record($0, kind: $0 == 3 ? survey : night) }.map {
        SealedRecord(id: $0.id, kind: $0.kind, createdAt: $0.createdAt, payload: $0.payload)
      }
      try file.write(records, synced: 2, at: source)
      let sound = try #require(try source.copy()[""])
      var (moved, refused) = (0, 0)
      for flip in Self.flips(in: sound) {
        var altered = sound
        altered[flip.byte] ^= 1 << flip.bit
        let place = try Place()
        for kind in [night, survey] { place.keys.put(file.key, for: kind, version: 0) }
        try place.putBack(["": altered])
        do throws(RecordError) {
          let store = try await place.open()
          moved += 1
          for kind in [night, survey] {
            let listed = try await store.list(kind)
            #expect(listed.allSatisfy(records.contains), "\(flip)")
          }
          let verdict = try await store.verify().verdict
          #expect(verdict == .holds, "\(flip)")
        } catch {
          refused += 1
        }
      }
      #expect(moved > 50 && refused > 50)
    }

    /// What whoever may write to the file does to a table, with its types and conditions taken away meanwhile.
    private func forced(_ table: String, _ sql: String, at place: Place) throws {
      let queue = try DatabaseQueue(path: place.path)
      let text = try queue.read {
        try String.fetchOne($0, sql: "SELECT sql FROM sqlite_schema WHERE name = ?", arguments: [table])
      }
      try queue.close()
      let known = try #require(text)
      let free = known.replacing(" NOT NULL", with: "").replacing(" STRICT", with: "")
      for (schema, change) in [(free, sql), (known, "")] {
        try place.tamper(
          "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = ? WHERE name = ?", [schema, table])
        try place.tamper(change)
      }
    }

    @Test(
      "A value of another type is that row's damage by name: the others are read, a rotation and a repair go through",
      arguments: [
        ("sealed = NULL", RecordError.altered(name(0))), ("plain = x'ff'", .altered(name(0))),
        ("id = NULL", .unreadableRow(sequence: 1)),
      ])
    fileprivate func otherType(_ change: String, _ error: RecordError) async throws {
      let place = try Place()
      try await place.fill(3)
      try forced("record", "UPDATE record SET \(change) WHERE sequence = 1", at: place)
      let store = try await place.open()
      #expect(try await store.listing(night).damage == [error])
      await #expect(throws: error) { _ = try await store.read(name(0)) }
      #expect(try await store.pending(limit: 9).map(\.record) == [record(1), record(2)])
      #expect(try await store.verify().damage == [error])
      #expect(try await store.rotateKey(of: night) == [error])
      #expect(try await store.repair() == [error])
      #expect(try await store.list(night) == [record(1), record(2)])
      #expect(try await store.verify().verdict == .holds)
    }

    @Test(
      "A value of another type at the top of the index is refused by name",
      arguments: ["wipe = 0", "store = NULL", "index_key = NULL", "index_key = 'x'", "sealed = NULL"])
    func otherTypeAtTop(_ change: String) async throws {
      let place = try Place()
      try await place.fill(3)
      try forced("header", "UPDATE header SET \(change)", at: place)
      await #expect(throws: RecordError.indexDamaged(level: 255, place: 0)) { _ = try await place.open() }
    }
  }
#endif
