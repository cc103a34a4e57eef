#if Records && os(Linux)
  import Foundation
  import Glibc
  import SealedRecords
  import SecurityTesting
  import Testing

  /// A small medium of its own; gone with the test.
  private final class Medium: Sendable {
    let path: String
    private static let options = "size=1m,mode=700"

    init() throws {
      path = FileManager.default.temporaryDirectory.path + "/records-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      guard mount("tmpfs", path, "tmpfs", 0, Self.options) == 0 else {
        rmdir(path)
        throw CocoaError(.fileWriteNoPermission)
      }
    }

    deinit {
      umount2(path, Int32(MNT_DETACH))
      rmdir(path)
    }

    func setReadOnly(_ isReadOnly: Bool) async throws {
      let flags = UInt(MS_REMOUNT) | (isReadOnly ? UInt(MS_RDONLY) : 0)
      var isDone = false
      // Busy until a store that was let go has closed its files.
      for _ in 0..<100_000 where !isDone {
        isDone = mount("tmpfs", path, "tmpfs", flags, Self.options) == 0
        if !isDone { await Task.yield() }
      }
      try #require(isDone)
    }

    func put(_ count: Int) throws {
      try Data([UInt8](repeating: 0, count: count)).write(to: URL(fileURLWithPath: path + "/filler"))
    }

    /// Takes all the room that there is, but for this much.
    func fill(leaving room: Int = 0) throws {
      let file = Glibc.open(path + "/filler", O_WRONLY | O_CREAT | O_APPEND, 0o600)
      try #require(file >= 0)
      defer { close(file) }
      let page = [UInt8](repeating: 0, count: 4096)
      while write(file, page, page.count) > 0 {}
      let size = Int(lseek(file, 0, SEEK_END))
      try #require(size >= room && ftruncate(file, size - room) == 0)
    }

    /// The size of a file in bytes; nil where there is none.
    func size(of file: String) -> Int? {
      try? FileManager.default.attributesOfItem(atPath: path + "/" + file)[.size] as? Int
    }

    func empty() throws { try FileManager.default.removeItem(atPath: path + "/filler") }

    /// Tried out, because root in a container may lack the right.
    static let isPossible = geteuid() == 0 && (try? Medium()) != nil
  }

  @Suite(.enabled(if: Medium.isPossible, "needs the right to mount")) struct RecordMediumTests {
    private let medium: Medium
    private let keys = InMemoryRecordKeys()
    private let anchor = InMemoryRecordAnchor()

    init() throws { medium = try Medium() }

    private func open(_ watched: (any RecordKeys)? = nil) async throws(SealedRecords.RecordError) -> SQLiteRecords {
      let keys: any RecordKeys = watched ?? self.keys
      return try await SQLiteRecords.open(
        path: medium.path + "/records.sqlite", owner: .device, keys: keys, anchor: anchor,
        random: SystemRandomNumberGenerator())
    }

    /// Eighty records, some 350 KB, whose log is empty.
    private func filled(_ watched: (any RecordKeys)? = nil) async throws -> SQLiteRecords {
      let store = try await open(watched)
      let text = String(repeating: "x", count: 3500)
      try await store.apply((0..<80).map { .insert(record($0, text)) })
      #expect(try await store.repair().isEmpty)
      try #require((medium.size(of: "records.sqlite") ?? 0) > 300_000)
      return store
    }

    @Test("On a full medium an insertion says so, what was kept stands, and with room again all goes on")
    func full() async throws {
      try medium.put(300_000)
      var store = try await open()
      let text = String(repeating: "x", count: 4000)
      var kept = 0
      var refusal: SealedRecords.RecordError?
      while refusal == nil, kept < 1000 {
        do throws(SealedRecords.RecordError) {
          try await store.insert(record(kept, text))
          kept += 1
        } catch {
          refusal = error
        }
      }
      #expect(refusal == .full && kept > 10)
      #expect(try await store.list(night).count == kept)
      try #require(unlink(medium.path + "/filler") == 0)
      try await store.insert(record(kept, text))
      #expect(try await store.list(night).count == kept + 1)
      store = try await open()
      #expect(try await Set(store.list(night).map(\.id)) == Set((0...kept).map { name($0) }))
    }

    @Test func `After a wipe a new store that found no room is none`() async throws {
      let watched = WatchedKeys(keys)
      let store = try await open(watched)
      try await store.insert(record(1))
      watched.whenMade { [medium] _, _ in
        watched.whenMade { _, _ in }
        #expect(throws: Never.self) { try medium.fill() }
      }
      await #expect(throws: SealedRecords.RecordError.full) { try await store.eraseAll() }
      #expect(await store.state == nil)
      try medium.empty()
      #expect(try await store.eraseAll() == 0)
      #expect(await store.state?.generation == 1)
      try await store.insert(record(2))
      #expect(try await open().list(night) == [record(2)])
    }

    /// When the medium becomes full.
    enum Filling: CaseIterable {
      /// Before the wipe, but for the room of its mark.
      case nearly
      /// Before the wipe, and what room there is, the log holds.
      case wholly
      /// Once the wipe is marked: not one page can be written any more.
      case between
    }

    @Test(arguments: Filling.allCases)
    func `A wipe ends on a medium that has no room to overwrite the rows`(_ filling: Filling) async throws {
      let watched = WatchedKeys(keys)
      let store = try await filled(watched)
      switch filling {
      case .nearly: try medium.fill(leaving: 65_536)
      case .wholly:
        try await store.delete(name(79))
        try medium.fill()
      case .between:
        watched.whenErased { [medium] kind, _ in
          guard kind == .index else { return }
          #expect(throws: Never.self) { try medium.fill() }
        }
      }
      #expect(try await store.eraseAll() == (filling == .wholly ? 79 : 80))
      #expect(keys.count == 1)
      #expect((medium.size(of: "records.sqlite") ?? .max) < 65_536)
      #expect(try await store.list(night).isEmpty)
      try await store.insert(record(1))
      #expect(try await open().list(night) == [record(1)])
    }

    @Test func `A wipe that a full medium keeps from being noted erases no key and says so`() async throws {
      let store = try await filled()
      try medium.fill()
      await #expect(throws: SealedRecords.RecordError.full) { try await store.eraseAll() }
      #expect(keys.count == 2)
      #expect(try await store.list(night).count == 80)
      try #require(unlink(medium.path + "/filler") == 0)
      #expect(try await store.eraseAll() == 80)
      #expect(keys.count == 1)
    }

    @Test func `A wipe that ended after its keys is finished by an opening on a full medium`() async throws {
      let watched = WatchedKeys(keys)
      let store = try await filled(watched)
      try medium.fill(leaving: 65_536)
      watched.whenErased { [anchor] kind, _ in anchor.isLocked = kind == .index }
      await #expect(throws: SealedRecords.RecordError.keyUnavailable(.index)) { try await store.eraseAll() }
      anchor.isLocked = false
      try #require(keys.count == 0)
      let next = try await open()
      #expect(await next.opening.wiped == 80)
      #expect(try await next.list(night).isEmpty)
      try await next.insert(record(1))
      #expect(try await open().list(night) == [record(1)])
      withExtendedLifetime(store) {}
    }

    @Test("On a read-only medium the store does not open and says why; what it holds stays")
    func readOnly() async throws {
      do { try await open().insert(record(1)) }
      try await medium.setReadOnly(true)
      let refusal = await #expect(throws: SealedRecords.RecordError.self) { _ = try await open() }
      switch refusal {
      case .denied, .unavailable: break
      default: Issue.record("\(String(describing: refusal))")
      }
      try await medium.setReadOnly(false)
      #expect(try await open().list(night).map(\.id) == [name(1)])
    }

    @Test("A file of another user is refused by name", arguments: ["", "-wal"])
    func foreignOwner(_ suffix: String) async throws {
      let store = try await open()
      try await store.insert(record(1))
      let path = medium.path + "/records.sqlite" + suffix
      #expect(chown(path, 12_345, 12_345) == 0)
      await #expect(throws: SealedRecords.RecordError.foreignOwner(12_345)) { _ = try await open() }
      withExtendedLifetime(store) {}
    }

    @Test("A folder of another user, who may give himself the right to write to it, is refused by name")
    func foreignFolder() async throws {
      do { try await open().insert(record(1)) }
      #expect(chown(medium.path, 12_345, 12_345) == 0)
      await #expect(throws: SealedRecords.RecordError.foreignOwner(12_345)) { _ = try await open() }
      #expect(chown(medium.path, 0, 0) == 0)
      #expect(try await open().list(night).map(\.id) == [name(1)])
    }
  }
#endif
