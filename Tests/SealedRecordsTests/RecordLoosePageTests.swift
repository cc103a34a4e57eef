#if Records
  import Foundation
  import GRDB
  import SealedRecords
  import SecurityPolicy
  import SecurityTesting
  import Synchronization
  import Testing

  private typealias RecordError = SealedRecords.RecordError

  /// Pages that nothing leads to, and wipes of files with damaged ones.
  @Suite struct RecordLoosePageTests {
    private let ben = RecordOwner(user: "ben@example.org")
    private let mark = [UInt8](repeating: 0xA7, count: 64)

    /// Another process in the midst of reading, or of writing.
    private struct Reader: Sendable {
      private let queue: DatabaseQueue

      init(_ place: Place, isWriting: Bool = false) throws {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        queue = try DatabaseQueue(path: place.path, configuration: configuration)
        try queue.inDatabase { database in
          try database.execute(sql: isWriting ? "BEGIN IMMEDIATE" : "BEGIN")
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

    @Test(arguments: [true, false])
    func `A wipe after which ids stay in the file says so, and a repair takes them out`(_ isOther: Bool) async throws {
      let place = try Place()
      try await place.fill(400)
      let stays = RecordError.pagesStay(ResultCode.SQLITE_BUSY.rawValue)
      let first: SQLiteRecords? = try await isOther ? nil : place.open()
      let reader = try Reader(place)
      if let first { await #expect(throws: stays) { try await first.eraseAll() } }
      let store: SQLiteRecords
      if let first { store = first } else { store = try await place.open(ben) }
      #expect(await store.opening.pagesStay == (isOther ? stays : nil))
      #expect(place.keys.count == 1)
      #expect(try await store.list(night).isEmpty)
      #expect(try place.holds(key(name(1))))
      try reader.end()
      #expect(try await store.repair() == [])
      for number in 0..<400 { #expect(try !place.holds(key(name(number)))) }
      try await store.insert(record(1))
    }

    @Test func `What a wipe had to leave in the file a repair takes out after a restart`() async throws {
      let place = try Place()
      try await place.fill(400)
      let stays = RecordError.pagesStay(ResultCode.SQLITE_BUSY.rawValue)
      let reader = try Reader(place)
      do {
        let store = try await place.open()
        await #expect(throws: stays) { try await store.eraseAll() }
      }
      let store = try await place.open()
      #expect(try await store.repair() == [stays])
      #expect(try place.holds(key(name(1))))
      try reader.end()
      #expect(try await store.repair() == [])
      for number in 0..<400 { #expect(try !place.holds(key(name(number)))) }
    }

    @Test func `A wipe that failed after its keys goes on when it is asked for again`() async throws {
      let place = try Place()
      try await place.fill(3)
      let keys = WatchedKeys(place.keys)
      let store = try await place.open(keys: keys)
      let writer = Mutex<Reader?>(nil)
      keys.whenErased { kind, _ in
        guard kind == .index else { return }
        let begun = try? Reader(place, isWriting: true)
        writer.withLock { $0 = begun }
      }
      await #expect(throws: RecordError.busy) { try await store.eraseAll() }
      #expect(place.keys.count == 0)
      let begun = writer.withLock { $0 }
      try #require(begun).end()
      keys.whenErased { _, _ in }
      #expect(try await store.eraseAll() == 3)
      #expect(place.keys.count == 1)
      try await store.insert(record(1))
      #expect(try await place.open().list(night) == [record(1)])
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

    @Test(arguments: [1024, 8192])
    func `A damaged page stops no wipe, whatever size pages have`(_ size: Int) async throws {
      let place = try Place()
      _ = FileManager.default.createFile(atPath: place.path, contents: nil, attributes: [.posixPermissions: 0o600])
      try place.tamper("PRAGMA page_size = \(size); CREATE TABLE first (a); DROP TABLE first")
      try await place.fill(400)
      let found = try place.number("PRAGMA page_size")
      try #require(found == size)
      try spoil(place, "record")
      let store = try await place.open()
      #expect(try await store.eraseAll() == 400)
      for number in 0..<400 { #expect(try !place.holds(key(name(number)))) }
      try await store.insert(record(1))
      #expect(try await place.open().list(night) == [record(1)])
    }

    @Test(arguments: [true, false])
    func `A file that may not be written, or whose key has another number, is wiped`(_ isNumber: Bool) async throws {
      let place = try Place()
      try await place.fill(400)
      if !isNumber { try forbidWriting(place) }
      let store = try await place.open()
      if isNumber { try place.tamper("UPDATE header SET index_key = 9999") }
      let error = isNumber ? RecordError.keyMissing(.index) : .denied(ResultCode.SQLITE_READONLY.rawValue)
      await #expect(throws: error) { try await store.insert(record(500)) }
      #expect(try await store.eraseAll() == 400)
      #expect(place.keys.count == 1)
      for number in 0..<400 { #expect(try !place.holds(key(name(number)))) }
      try await store.insert(record(1))
      #expect(try await place.open().list(night) == [record(1)])
    }

    private func forbidWriting(_ place: Place) throws {
      var pages = try DatabasePages(place)
      pages.forbidWriting()
      try pages.write()
    }

    @Test func `Another process that has the file open stops no wipe where SQLite does not write`() async throws {
      let place = try Place()
      try await place.fill(400)
      try forbidWriting(place)
      let (store, other) = (try await place.open(), try await place.open())
      #expect(try await store.eraseAll() == 400)
      #expect(place.keys.count == 1)
      for number in 0..<400 { #expect(try !place.holds(key(name(number)))) }
      try await store.insert(record(1))
      await #expect(throws: RecordError.keyMissing(.index)) { _ = try await other.list(night) }
      #expect(try await store.list(night) == [record(1)])
      #expect(try await other.eraseAll() == 1)
      try await other.insert(record(2))
      #expect(place.keys.count == 2)
      #expect(try await place.open().list(night) == [record(2)])
    }

    @Test(arguments: [
      #"mv "$1" "$2"; cp "$2" "$1"; chmod 644 "$1""#, #"mv "$1" "$2"; ln -s "$2" "$1""#, #"rm -r "$3""#,
    ])
    func `Whatever lies in the file's place, a wipe erases the keys`(_ change: String) async throws {
      let place = try Place()
      try await place.fill(3)
      let store = try await place.open()
      let paths = [place.path, place.path + ".former", place.root]
      let shell = try Process.run(URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", change, "sh"] + paths)
      shell.waitUntilExit()
      #expect(shell.terminationStatus == 0)
      #expect(try await store.eraseAll() == 3)
      #expect(try await store.list(night) == [])
      // Of the index alone.
      #expect(place.keys.count == 1)
    }

    @Test func `A wipe that failed to make a new file goes on when it is asked for again`() async throws {
      let place = try Place()
      try await place.fill(400)
      try forbidWriting(place)
      let store = try await place.open()
      try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: place.root)
      await #expect(throws: RecordError.exposed(mode: 0o777)) { try await store.eraseAll() }
      #expect(place.keys.count == 0)
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: place.root)
      #expect(try await store.eraseAll() == 400)
      try await store.insert(record(1))
      #expect(place.keys.count == 2)
      #expect(try await place.open().list(night) == [record(1)])
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

    @Test func `A log that was cut short is damage, and stops no wipe`() async throws {
      let place = try Place()
      try await place.fill(400)
      let store = try await place.open()
      // What this store has read of the file is no longer true.
      do { try await place.open().insert(record(500)) }
      let log = try FileHandle(forWritingTo: URL(fileURLWithPath: place.path + "-wal"))
      try log.truncate(atOffset: 0)
      try log.close()
      let error = RecordError.damaged(ResultCode.SQLITE_IOERR_SHORT_READ.rawValue)
      await #expect(throws: error) { _ = try await store.count(night) }
      #expect(try await store.eraseAll() == 400)
      #expect(place.keys.count == 1)
      for number in 0..<400 { #expect(try !place.holds(key(name(number)))) }
      try await store.insert(record(1))
      #expect(try await store.list(night) == [record(1)])
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
