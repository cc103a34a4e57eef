#if Records
  import Foundation
  import GRDB
  import SealedRecords
  import SecurityPolicy
  import SecurityTesting
  import Testing

  private typealias RecordError = SealedRecords.RecordError

  private func unreadable(_ sequences: Int64...) -> [RecordError] {
    sequences.map { RecordError.unreadableRow(sequence: $0) }
  }

  extension DatabasePages {
    /// Gives a row of some kilobytes, with a number below 128, another one, and leaves it where it lies among the
    /// others. What of it lies in other pages can be read no more.
    ///
    /// - Returns: whether there is such a row.
    fileprivate mutating func misplace(_ sequence: UInt8, of id: UUID, as new: UInt8) -> Bool {
      for page in pages(Self.tableLeaf) {
        for cell in 0..<number(page + 3) {
          // The length in two or three bytes, the number, and what lies here: all that has no place elsewhere.
          let start = page + number(page + 8 + 2 * cell)
          var (at, length) = (start, 0)
          repeat {
            length = length << 7 | Int(bytes[at] & 0x7F)
            at += 1
          } while bytes[at - 1] >= 0x80
          guard bytes[at] == sequence, length > size,
            Data(bytes[at..<min(at + 64, page + size)]).range(of: Data(key(id))) != nil
          else { continue }
          let least = (size - 12) * 32 / 255 - 23
          let some = least + (length - least) % (size - 4)
          let local = some <= size - 35 ? some : least
          bytes[at] = new
          bytes.replaceSubrange(at + 1 + local..<at + 5 + local, with: [0x7F, 0xFF, 0xFF, 0xFF])
          return true
        }
      }
      return false
    }
  }

  extension Place {
    /// Gives a row a long text in a column of bytes, as one byte in the file does that tells the value's type.
    fileprivate func putText(in column: String, of sequence: Int) throws {
      func exchange(_ old: String, by new: String) throws {
        try tamper(
          """
          PRAGMA writable_schema = ON;
          UPDATE sqlite_schema SET sql = replace(sql, '\(column) \(old)', '\(column) \(new)') WHERE name = 'record'
          """)
      }
      try exchange("BLOB", by: "TEXT")
      try tamper("UPDATE record SET \(column) = hex(zeroblob(10000000)) WHERE sequence = \(sequence)")
      try exchange("TEXT", by: "BLOB")
    }
  }

  /// Values in the file that are longer than any that this library writes: SQLite reads none of them.
  @Suite(.timeLimit(.minutes(1))) struct RecordLongValueTests {
    @Test func `A longer value than any of ours is that row's or place's damage by name, which a repair takes out`()
      async throws
    {
      let place = try Place()
      try await place.fill(70)
      let store = try await place.open()
      try place.tamper(
        """
        UPDATE record SET sealed = zeroblob(20000000) WHERE sequence = 1;
        UPDATE record SET id = zeroblob(20000000) WHERE sequence = 2;
        UPDATE record SET plain = hex(zeroblob(10000000)) WHERE sequence = 3;
        UPDATE node SET sealed = zeroblob(20000000) WHERE place = 1
        """)
      try place.putText(in: "id", of: 4)
      try place.putText(in: "sealed", of: 5)
      let damage: [RecordError] = [.altered(name(0))] + unreadable(2, 3, 4, 5)
      let listing = try await store.listing(night)
      #expect(Set(listing.damage) == Set(damage + [.indexDamaged(level: 0, place: 1)]))
      #expect(listing.records == (5..<63).map { record($0) })
      let reasons = try await store.repair()
      #expect(Set(damage).isSubset(of: reasons))
      #expect(try await store.list(night) == (5..<70).map { record($0) })
      #expect(try await store.verify().verdict == .holds)
    }

    @Test func `Beside a longer plain value than any of ours every call goes on`() async throws {
      let place = try Place()
      try await place.fill(70)
      let store = try await place.open()
      try place.tamper("UPDATE record SET plain = hex(zeroblob(10000000)) WHERE sequence IN (2, 3, 66)")
      let damage = unreadable(2, 3, 66)
      await #expect(throws: damage[0]) { _ = try await store.read(name(1)) }
      #expect(try await store.pending(limit: 99).count == 67)
      #expect(try await store.verify().damage == damage)
      #expect(try await store.rotateKey(of: night) == damage)
      #expect(await store.hasPendingRewrites == false)
      try await store.delete(name(1))
      #expect(try await store.deleteOldest(night, keeping: 60) == [damage[1]])
      #expect(try await store.listing(night).damage == [damage[2]])
      try await store.upsert(record(65))
      #expect(try await store.list(night).count == 60)
      #expect(try await store.verify().verdict == .holds)
    }

    @Test func `A repair that makes the rows anew leaves one out that is longer than any of ours as a whole`()
      async throws
    {
      let place = try Place()
      try await place.fill(3)
      let store = try await place.open()
      try place.tamper(
        """
        UPDATE record SET id = zeroblob(20000000) WHERE sequence = 1;
        UPDATE record SET plain = hex(zeroblob(1000000)), sealed = zeroblob(16700000) WHERE sequence = 2
        """)
      #expect(try await store.repair() == [.unreadableRow(sequence: 1), .altered(name(1))])
      #expect(try await store.list(night) == [record(2)])
      #expect(try await store.verify().verdict == .holds)
    }

    @Test func `Of rows out of their order only the numbers are read`() async throws {
      let place = try Place()
      try await place.fill(70)
      try place.tamper("UPDATE record SET plain = hex(zeroblob(10000)) WHERE sequence = 67")
      var pages = try DatabasePages(place)
      let isMisplaced = pages.misplace(67, of: name(66), as: 5)
      try #require(isMisplaced)
      try pages.write()
      let store = try await place.open()
      let listing = try await store.listing(night)
      #expect(listing.damage == [.removedRow(sequence: 67)])
      #expect(listing.records == (0..<70).filter { $0 != 66 }.map { record($0) })
      #expect(try await store.verify().damage == [.removedRow(sequence: 67), .plantedRow(sequence: 5)])
    }
  }
#endif
