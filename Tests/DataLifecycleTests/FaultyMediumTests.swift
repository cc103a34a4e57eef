#if os(Linux)
  import DataLifecycle
  import Foundation
  import Glibc
  import SecurityPolicy
  import SecurityTesting
  import Testing

  /// Whatever keeps something on a medium that takes no byte more: a named error, and what was there still stands.
  @Suite(.enabled(if: TestMedium.isPossible, "needs the right to mount")) struct FaultyMediumTests {
    enum Keeper: String, CaseIterable { case preferences, cache, journal, folder }

    /// One value in its place, written and found again.
    private struct Kept {
      let write: (UInt8) throws -> Void
      let holds: (UInt8) throws -> Bool
    }

    private func open(_ keeper: Keeper, in folder: String) async throws -> Kept {
      switch keeper {
      case .preferences:
        let (file, name) = (PreferenceFile(folder: folder + "/it"), PreferenceName(constant: "mark"))
        return Kept {
          try file.set("\($0)", of: name)
        } holds: {
          try file.text(of: name) == "\($0)"
        }
      case .cache:
        let cache = try await ImageCache<Picture>.open(
          requirement(), folder: folder + "/it", keys: InMemoryCacheKeys(), access: NoUserData.access().access,
          now: start, random: SeededGenerator(seed: 1))
        return Kept {
          try cache.store(Picture([$0]), for: "\($0)", now: start)
        } holds: {
          cache.image(for: "\($0)", now: start) == Picture([$0])
        }
      case .journal:
        let journal = WipeJournalFile(folder: folder + "/it")
        return Kept {
          try journal.replace([$0])
        } holds: {
          try journal.read() == [$0]
        }
      case .folder:
        let guarded = try GuardedFolder(path: folder + "/it", fileGuard: InMemoryFileGuard(), exclusion: nil)
        return Kept {
          try guarded.write([$0], to: "a")
        } holds: {
          try guarded.read("a") == [$0]
        }
      }
    }

    private func leftovers(_ medium: TestMedium) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: medium.path + "/it").filter { $0.hasSuffix(".temporary") }
    }

    @Test(
      "On a full medium a write says so and the old value stands; with room again it works", arguments: Keeper.allCases)
    func full(_ keeper: Keeper) async throws {
      let medium = try TestMedium()
      let kept = try await open(keeper, in: medium.path)
      try kept.write(1)
      try medium.fill()
      #expect(throws: LifecycleError.full) { try kept.write(2) }
      #expect(try kept.holds(1) && !kept.holds(2))
      #expect(try leftovers(medium) == [])
      try medium.makeRoom()
      try kept.write(2)
      #expect(try kept.holds(2))
    }

    @Test("On a read-only medium reading goes on and a write is denied", arguments: Keeper.allCases)
    func readOnly(_ keeper: Keeper) async throws {
      let medium = try TestMedium()
      let kept = try await open(keeper, in: medium.path)
      try kept.write(1)
      try medium.setReadOnly(true)
      #expect(throws: LifecycleError.denied(EROFS)) { try kept.write(2) }
      #expect(try kept.holds(1) && !kept.holds(2))
      try medium.setReadOnly(false)
      try kept.write(2)
      #expect(try kept.holds(2))
    }

    @Test("What belongs to another user is refused by name, folder and file", arguments: Keeper.allCases)
    func foreignOwner(_ keeper: Keeper) async throws {
      let medium = try TestMedium()
      let kept = try await open(keeper, in: medium.path)
      try kept.write(1)
      let files = try FileManager.default.contentsOfDirectory(atPath: medium.path + "/it").sorted()
      for file in files { #expect(chown(medium.path + "/it/" + file, 12_345, 12_345) == 0) }
      if keeper == .cache {
        // What is not ours is removed and never read.
        #expect(try !kept.holds(1))
      } else {
        #expect(throws: LifecycleError.foreignOwner(12_345)) { _ = try kept.holds(1) }
      }
      #expect(chown(medium.path + "/it", 12_345, 12_345) == 0)
      await #expect(throws: LifecycleError.foreignOwner(12_345)) {
        _ = try await open(keeper, in: medium.path).holds(1)
      }
    }

    private func log(_ medium: TestMedium, _ keys: InMemoryCacheKeys) async throws -> SealedLog {
      try await SealedLog.open(
        LogFileRequirement(name: "log", bytes: 64 << 10, days: 4), folder: medium.path + "/log", keys: keys,
        access: nil, now: start, random: SeededGenerator(seed: .random(in: 0...UInt64.max)))
    }

    @Test("A log on a full medium counts the lines that it loses, keeps the others whole, and goes on with room")
    func fullLog() async throws {
      let (medium, keys) = (try TestMedium(), InMemoryCacheKeys())
      let log = try await log(medium, keys)
      log.append("first", now: start)
      try medium.fill()
      var count = 0
      while log.lostLines == 0, count < 1000 {
        count += 1
        log.append("line \(count)", now: start)
      }
      #expect(log.lostLines == 1)
      try medium.makeRoom()
      log.append("last", now: start)
      let content = try log.content(now: start)
      #expect(content.lines.map(\.text) == ["first"] + (1..<count).map { "line \($0)" } + ["last"])
      #expect(content.damaged == 0 && content.torn == 0)
    }

    @Test(
      "A log that could not begin its next segment goes on with room, after days and after a clock was set back",
      arguments: [4, -3])
    func turnOnFullMedium(days: Double) async throws {
      let (medium, keys) = (try TestMedium(), InMemoryCacheKeys())
      let log = try await log(medium, keys)
      log.append("old", now: start)
      // Whoever reads the old segment keeps its room from the next one.
      let reader = Glibc.open(medium.path + "/log/current.log", O_RDONLY | O_CLOEXEC)
      try #require(reader >= 0)
      try medium.fill()
      let now = start + days * 86_400
      log.append("lost", now: now)
      #expect(log.lostLines == 1)
      close(reader)
      try medium.makeRoom()
      log.append("kept", now: now)
      let content = try log.content(now: now)
      #expect(content.lines.map(\.text) == ["kept"] && content.damaged == 0 && log.lostLines == 1)
      #expect(try FileManager.default.contentsOfDirectory(atPath: medium.path + "/log") == ["current.log"])
    }

    @Test("On a full medium the lines whose days are over make room for the next")
    func turnMakesRoom() async throws {
      let (medium, keys) = (try TestMedium(), InMemoryCacheKeys())
      let log = try await log(medium, keys)
      for _ in 0..<4 { log.append(String(repeating: "x", count: 3000), now: start) }
      try medium.fill()
      log.append("new", now: start + 4 * 86_400)
      #expect(try log.content(now: start + 4 * 86_400).lines.map(\.text) == ["new"] && log.lostLines == 0)
    }

    @Test("A log on a read-only medium does not open and says why; its lines stay")
    func readOnlyLog() async throws {
      let (medium, keys) = (try TestMedium(), InMemoryCacheKeys())
      do { try await log(medium, keys).append("first", now: start) }
      try medium.setReadOnly(true)
      await #expect(throws: LifecycleError.denied(EROFS)) { _ = try await log(medium, keys) }
      try medium.setReadOnly(false)
      #expect(try await log(medium, keys).content(now: start).lines.map(\.text) == ["first"])
    }

    @Test("A logout begins on a full medium: what lies in the caches makes room for its journal")
    func wipe() async throws {
      let medium = try TestMedium()
      let folders = ["records", "caches"].map { medium.path + "/" + $0 }
      for folder in folders {
        #expect(mkdir(folder, 0o700) == 0)
        try Data([UInt8](repeating: 1, count: 8000)).write(to: URL(fileURLWithPath: folder + "/a"))
      }
      try medium.fill()
      let targets = [
        FolderWipe(name: try targetName("records"), kind: .records, folder: folders[0]),
        FolderWipe(name: try targetName("caches"), kind: .caches, folder: folders[1]),
      ]
      let journal = WipeJournalFile(folder: medium.path + "/journal")
      #expect(throws: LifecycleError.full) { try journal.replace([1]) }
      let (wipe, _) = try Wipe.open(plan: plan(targets), journal: journal)
      guard case .complete = try await wipe.run(.logout) else {
        Issue.record("not complete")
        return
      }
      for folder in folders { #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == []) }
      #expect(try journal.read() == nil)
    }
  }
#endif
