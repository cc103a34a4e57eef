#if Records
  import Foundation
  import GRDB
  import SealedRecords
  import SecurityPolicy
  import SecurityTesting
  import Testing

  private typealias RecordError = SealedRecords.RecordError

  /// A small record.
  private func record(_ id: UUID) -> SealedRecord {
    SealedRecord(id: id, kind: night, createdAt: time(5), date: time(0), payload: [1])
  }

  extension Place {
    /// Has the closed file say that it is as long as that, and be it: of its pages none beyond the first ones takes room.
    fileprivate func stretch(toPages count: UInt32) throws {
      var pages = try DatabasePages(self)
      let number = withUnsafeBytes(of: count.bigEndian) { Array($0) }
      pages.bytes.replaceSubrange(28..<32, with: number)
      // SQLite believes the number where the change counter stands here, too.
      pages.bytes.replaceSubrange(92..<96, with: pages.bytes[24..<28])
      let size = UInt64(pages.size)
      try pages.write()
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      try file.truncate(atOffset: size * UInt64(count))
      try file.close()
    }

    /// A closed file of three records with a fourth row that nobody stored, whose pages lead to one page again and again.
    fileprivate func fillAndShare() async throws {
      try await fill(3)
      try tamper("INSERT INTO record VALUES (4, zeroblob(16), NULL, x'00')")
      try addPages()
      try spoil("record") { $0.share(tableAt: $1) }
    }
  }

  /// What whoever may write to the file says of its length, and of the length of what is in it, is no bound for anything.
  @Suite(.timeLimit(.minutes(1))) struct RecordBoundsTests {
    /// A tebibyte.
    private static let manyPages: UInt32 = 1 << 28

    @Test func `A file with holes, as long as somebody likes, has each call end, and a wipe go through`() async throws {
      let place = try Place()
      try await place.fillAndShare()
      try place.stretch(toPages: Self.manyPages)
      let store = try await place.open()
      let damage = RecordError.damaged(11)
      await #expect(throws: damage) { try await store.insert(record(9)) }
      await #expect(throws: damage) { _ = try await store.verify() }
      await #expect(throws: damage) { try await store.repair() }
      #expect(try await store.eraseAll() == 3)
      try await store.insert(record(1))
      #expect(try await place.open().list(night) == [record(1)])
    }

    @Test func `An opening that ends a wipe counts no rows of a file with holes`() async throws {
      let place = try Place()
      try await place.fill(3)
      try await place.wipeKeysAlone()
      try place.addPages()
      try place.spoil("sqlite_autoindex_record_1") { $0.share(indexAt: $1) }
      try place.stretch(toPages: Self.manyPages)
      let store = try await place.open()
      #expect(await store.opening.wiped == 0)
    }

    @Test func `The first format's rows of a file with holes end its opening`() async throws {
      let (place, file) = (try Place(), LegacyFile())
      try file.write(
        [SealedRecord(id: name(0), kind: night, createdAt: time(5), payload: [1])], synced: 1, at: place)
      try place.addPages()
      try place.spoil("record") { $0.share(tableAt: $1) }
      try place.stretch(toPages: Self.manyPages)
      await #expect(throws: RecordError.damaged(11)) { _ = try await place.open() }
      #expect(try place.number("PRAGMA user_version") == 1)
    }

    @Test func `A table made by a longer text than any of ours is damage, and is not read`() async throws {
      let place = try Place()
      try await place.fill(3)
      try place.tamper("CREATE TABLE planted (x /* \(String(repeating: "x", count: 5_000)) */)")
      await #expect(throws: RecordError.damaged(11)) { _ = try await place.open() }
    }

    @Test func `A later format's tables, however long their text, are a newer version's and none to delete`()
      async throws
    {
      let place = try Place()
      try await place.fill(3)
      let store = try await place.open()
      try place.tamper(
        "PRAGMA user_version = 3; CREATE TABLE later (x /* \(String(repeating: "x", count: 5_000)) */); "
          + "PRAGMA wal_checkpoint(TRUNCATE)")
      let refusal = RecordError.newerSchema(found: 3, supported: 2)
      await #expect(throws: refusal) { _ = try await store.read(name(1)) }
      await #expect(throws: refusal) { _ = try await place.open() }
    }

    @Test(
      arguments: [
        "CREATE TABLE theirs (x /* \(String(repeating: "x", count: 5_000)) */)",
        (0..<400).map { "CREATE TABLE theirs\($0) (x)" }.joined(separator: ";"),
      ])
    func `Another app's database is none to delete, however much there is in it`(_ sql: String) async throws {
      let place = try Place()
      try place.putBack(["": Data()])
      try place.tamper(sql)
      await #expect(throws: RecordError.foreignDatabase) { _ = try await place.open() }
    }

    @Test func `A longer header than any of ours is damage, is not read, and stops no wipe`() async throws {
      let place = try Place()
      try await place.fill(3)
      let store = try await place.open()
      try place.tamper("UPDATE header SET sealed = zeroblob(20000000)")
      await #expect(throws: RecordError.damaged(18)) { _ = try await store.read(name(2)) }
      await #expect(throws: RecordError.damaged(18)) { _ = try await place.open() }
      #expect(try await store.eraseAll() == 3)
      #expect(place.keys.count == 1)
    }

    @Test func `More records than rows may be planted beside them are walked through to the end`() async throws {
      let place = try Place()
      let store = try await place.open()
      try await store.apply(
        (0..<70_000).map { _ in
          .insert(record(UUID()))
        })
      let found = try await store.verify()
      #expect(found.sound == 70_000 && found.damage.isEmpty)
    }

    @Test func `More records than that are stored at once, and the rows made anew in the same change`() async throws {
      let place = try Place()
      let store = try await place.open()
      // SQLite's index of ids has one that is no record's.
      try place.tamper("INSERT INTO record VALUES (200000, ?, NULL, x'00')", [Data(key(name(1)))])
      var changes: [RecordChange] = (0..<66_000).map { _ in .insert(record(UUID())) }
      changes.append(.insert(record(1)))
      try await store.apply(changes)
      #expect(try await store.count(night) == 66_001)
      #expect(try await store.read(name(1)) == record(1))
      #expect(try place.number("SELECT count(*) FROM record") == 66_001)
    }

    @Test func `The longest payload and the longest plain values are stored and read`() async throws {
      let place = try Place()
      let store = try await place.open(tables: [RecordTable(night, plain: [PlainColumn("source", .text)])])
      func record(_ number: Int, _ text: Int) -> SealedRecord {
        SealedRecord(
          id: name(number), kind: night, createdAt: time(5), date: time(0),
          payload: [UInt8](repeating: 7, count: 1 << 24),
          plain: ["source": .text(String(repeating: "x", count: text))])
      }
      let frame = #"{"source":""}"#.utf8.count
      let longest = record(1, (1 << 20) - frame)
      try await store.insert(longest)
      #expect(try await store.read(name(1)) == longest)
      await #expect(throws: RecordError.tooLarge(limit: 1 << 20)) {
        try await store.insert(record(2, (1 << 20) - frame + 1))
      }
      #expect(try await store.verify().verdict == .holds)
    }

    @Test func `A journal of a change to several databases is refused, and the file that it names stays`() async throws
    {
      let place = try Place()
      try await place.fill(3)
      let victim = place.root + "/victim"
      try Data("kept".utf8).write(to: URL(fileURLWithPath: victim))
      func bytes(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }
      let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
      let name = Array(victim.utf8)
      var journal = magic + bytes(0) + bytes(1) + bytes(1) + bytes(512) + bytes(4096)
      journal += [UInt8](repeating: 0, count: 512 - journal.count)
      // The page of SQLite's locks comes before the name.
      journal += bytes((1 << 30) / 4096 + 1) + name + bytes(UInt32(name.count))
      journal += bytes(name.reduce(0) { $0 &+ UInt32($1) }) + magic
      try Data(journal).write(to: URL(fileURLWithPath: place.path + "-journal"))
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: place.path + "-journal")
      await #expect(throws: RecordError.notPlain) { _ = try await place.open() }
      #expect(FileManager.default.fileExists(atPath: victim))
      try FileManager.default.removeItem(atPath: place.path + "-journal")
      #expect(try await place.open().list(night).count == 3)
    }

    @Test func `A store that nobody owned is taken over once the anchor has its state, and not before`() async throws {
      let place = try Place()
      let ada = RecordOwner(user: "ada@example.org")
      let cramped = CrampedAnchor(place.anchor)
      cramped.fill()
      await #expect(throws: RecordError.full) { _ = try await place.open(anchor: cramped) }
      for _ in 0..<2 {
        await #expect(throws: RecordError.full) {
          _ = try await place.open(ada, adoptsUnowned: true, anchor: cramped)
        }
      }
      let store = try await place.open(ada, adoptsUnowned: true)
      #expect(await store.opening.wiped == nil)
      try await store.insert(record(1))
      #expect(try await place.open(ada).list(night) == [record(1)])
    }
  }
#endif
