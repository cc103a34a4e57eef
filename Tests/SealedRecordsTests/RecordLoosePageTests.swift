#if Records
  import Foundation
  import GRDB
  import SealedRecords
  import SecurityPolicy
  import SecurityTesting
  import Testing

  private typealias RecordError = SealedRecords.RecordError

  /// Pages that nothing leads to, and wipes of files with damaged ones.
  @Suite struct RecordLoosePageTests {
    private let ben = RecordOwner(user: "ben@example.org")
    private let mark = [UInt8](repeating: 0xA7, count: 64)

    /// Another process in the midst of reading.
    private struct Reader {
      private let queue: DatabaseQueue

      init(_ place: Place) throws {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        queue = try DatabaseQueue(path: place.path, configuration: configuration)
        try queue.inDatabase { database in
          try database.execute(sql: "BEGIN")
          _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM header")
        }
      }

      func end() throws {
        try queue.inDatabase { try $0.execute(sql: "COMMIT") }
        try queue.close()
      }
    }

    @Test(arguments: [true, false])
    func `Pages that nothing leads to are freed by a repair and by a wipe`(_ isWipe: Bool) async throws {
      let place = try Place()
      try await place.fill(3)
      try place.tamper("CREATE TABLE loose (a)")
      try place.tamper("INSERT INTO loose VALUES (?)", [Data(mark)])
      try place.tamper("PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name = 'loose'")
      let isThere = try place.holds(mark)
      try #require(isThere)
      let store = try await place.open()
      if isWipe {
        #expect(try await store.eraseAll() == 3)
      } else {
        #expect(try await store.repair() == [])
        #expect(try await store.list(night) == (0..<3).map { record($0) })
      }
      #expect(try !place.holds(mark))
      #expect(try place.soundness() == "ok")
    }

    @Test func `A repair whose given-up pages stay in the file says so, and the next one frees them`() async throws {
      let place = try Place()
      try await place.fill(400)
      try place.spoil("node") { $0.spoilFirstLeaf(ofTableAt: $1) }
      let store = try await place.open()
      let reader = try Reader(place)
      let reasons = try await store.repair()
      #expect(reasons.last == RecordError.pagesStay(ResultCode.SQLITE_BUSY.rawValue))
      #expect(reasons.first == RecordError.indexDamaged(level: 0, place: 0))
      #expect(try await store.list(night) == (0..<400).map { record($0) })
      try reader.end()
      #expect(try await store.repair() == [])
      #expect(try await store.verify().verdict == .holds)
      #expect(try place.soundness() == "ok")
    }

    private func spoil(_ place: Place, _ table: String) throws {
      if table == "id" {
        var pages = try DatabasePages(place)
        guard pages.spoil(10) else { throw CocoaError(.fileReadCorruptFile) }
        try pages.write()
      } else {
        try place.spoil(table) { $0.spoilRoot(ofTableAt: $1) }
      }
    }

    @Test(arguments: ["id", "record", "node"], [true, false])
    func `A damaged page stops no wipe`(_ table: String, _ isOther: Bool) async throws {
      let place = try Place()
      try await place.fill(400)
      try spoil(place, table)
      let owner = isOther ? ben : .device
      let store = try await place.open(owner)
      let count: Int? = try await isOther ? store.opening.wiped : store.eraseAll()
      #expect(count == 400)
      #expect(try await store.listing(night) == RecordListing())
      #expect(place.keys.count == 1)
      for number in 0..<400 { #expect(try !place.holds(key(name(number)))) }
      #expect(try place.soundness() == "ok")
      try await store.insert(record(1))
      #expect(try await place.open(owner).list(night) == [record(1)])
    }

    @Test func `A damaged header stops no wipe, and its keys go`() async throws {
      let place = try Place()
      try await place.fill(400)
      let store = try await place.open()
      #expect(try await store.count(night) == 400)
      try place.tamper("UPDATE header SET sealed = zeroblob(200)")
      await #expect(throws: RecordError.indexDamaged(level: 255, place: 0)) { _ = try await store.count(night) }
      #expect(try await store.eraseAll() == 400)
      #expect(place.keys.count == 1)
      #expect(try !place.holds(key(name(1))))
      try await store.insert(record(1))
      #expect(try await place.open().list(night) == [record(1)])
    }

    @Test func `A file that is no database any more is wiped as a whole`() async throws {
      let place = try Place()
      try await place.fill(400)
      let store = try await place.open()
      // What this store has read of the file is no longer true.
      do { try await place.open().insert(record(500)) }
      for (suffix, bytes) in try place.copy() {
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: place.path + suffix))
        try file.write(contentsOf: Data(repeating: 0x5A, count: bytes.count))
        try file.close()
      }
      await #expect(throws: RecordError.self) { _ = try await store.count(night) }
      #expect(try await store.eraseAll() == 400)
      #expect(place.keys.count == 1)
      #expect(try await store.list(night).isEmpty)
      try await store.insert(record(1))
      #expect(try await place.open().list(night) == [record(1)])
    }
  }
#endif
