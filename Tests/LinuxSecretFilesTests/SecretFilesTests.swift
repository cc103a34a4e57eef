#if os(Linux) || os(Android)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Bionic)
    import Bionic
  #elseif canImport(Musl)
    import Musl
  #endif
  import Foundation
  import LinuxSecretFiles
  import Redaction
  import SecretStorage
  import SecurityPolicy
  import SecurityTesting
  import Testing

  @Suite struct SecretFilesTests {
    @Test("The folder has mode 700, its files have mode 600")
    func modes() async throws {
      let place = try Place()
      try await put([1], "token", in: place.open())
      #expect(mode(place.folder) == 0o700)
      #expect(try place.files() == ["index", "lock", "root.key", "token.sealed"])
      for file in try place.files() { #expect(mode("\(place.folder)/\(file)") == 0o600) }
    }

    @Test("The secret's bytes stand in no file")
    func sealed() async throws {
      let place = try Place()
      try await put(Array("MARKER-OF-THE-TEST".utf8), "token", in: place.open())
      for file in try place.files() {
        let data = try Data(contentsOf: URL(fileURLWithPath: "\(place.folder)/\(file)"))
        #expect(data.range(of: Data("MARKER-OF-THE-TEST".utf8)) == nil)
      }
    }

    @Test("A reopened store gives the secrets back")
    func reopen() async throws {
      let place = try Place()
      try await put([1, 2], "token", in: place.open())
      #expect(try await bytes("token", in: place.open(seed: 2)) == [1, 2])
    }

    @Test("A folder, key or item with rights for others is refused", arguments: ["", "/root.key", "/lock"])
    func exposed(_ file: String) async throws {
      let place = try Place()
      try await put([1], "token", in: place.open())
      let right: mode_t = file.isEmpty ? 0o710 : 0o640
      #expect(chmod(place.folder + file, right) == 0)
      #expect(throws: StorageError.exposed(mode: right)) { try place.open() }
    }

    @Test("An item with rights for others is refused")
    func exposedItem() async throws {
      let place = try Place()
      let store = try place.open()
      try await put([1], "token", in: store)
      #expect(chmod(place.folder + "/token.sealed", 0o604) == 0)
      await #expect(throws: StorageError.exposed(mode: 0o604)) { _ = try await store.read(name("token")) }
    }

    @Test("A link in the place of the folder is refused")
    func linkedFolder() throws {
      let place = try Place()
      #expect(mkdir(place.root + "/real", 0o700) == 0)
      #expect(symlink(place.root + "/real", place.folder) == 0)
      #expect(throws: StorageError.notPlain) { try place.open() }
    }

    @Test("A link, a second hard link or a pipe in the place of the key is refused", arguments: 0..<3)
    func linkedKey(_ way: Int) async throws {
      let place = try Place()
      _ = try place.open()
      let key = place.folder + "/root.key"
      switch way {
      case 0:
        #expect(rename(key, place.root + "/elsewhere") == 0)
        #expect(symlink(place.root + "/elsewhere", key) == 0)
      case 1: #expect(link(key, place.root + "/second") == 0)
      default:
        #expect(unlink(key) == 0)
        #expect(mkfifo(key, 0o600) == 0)
      }
      #expect(throws: StorageError.notPlain) { try place.open() }
    }

    @Test("A linked item is neither read nor written through")
    func linkedItem() async throws {
      let place = try Place()
      let store = try place.open()
      let target = place.root + "/target"
      try Data([9]).write(to: URL(fileURLWithPath: target))
      #expect(symlink(target, place.folder + "/token.sealed") == 0)
      await #expect(throws: StorageError.notPlain) { _ = try await store.read(name("token")) }
      try await put([1], "token", in: store)
      #expect(try Data(contentsOf: URL(fileURLWithPath: target)) == Data([9]))
      #expect(try await bytes("token", in: store) == [1])
    }

    @Test("A folder of another user is refused", .enabled(if: geteuid() == 0, "needs root to give a folder away"))
    func foreignOwner() throws {
      let place = try Place()
      _ = try place.open()
      #expect(chown(place.folder, 12_345, 12_345) == 0)
      #expect(throws: StorageError.foreignOwner(12_345)) { try place.open() }
    }

    @Test("Swapped files are refused by name, and the neighbour's name too")
    func swapped() async throws {
      let place = try Place()
      let store = try place.open()
      try await put([1], "one", in: store)
      try await put([2], "two", in: store)
      let (one, two, aside) = (place.folder + "/one.sealed", place.folder + "/two.sealed", place.root + "/aside")
      #expect(rename(one, aside) == 0 && rename(two, one) == 0 && rename(aside, two) == 0)
      await #expect(throws: StorageError.corrupted(try name("one"))) { _ = try await store.read(name("one")) }
      await #expect(throws: StorageError.corrupted(try name("two"))) { _ = try await store.read(name("two")) }
    }

    @Test("An item from another store is told apart from damage")
    func otherStore() async throws {
      let (here, there) = (try Place(), try Place())
      try await put([1], "token", in: here.open(seed: 1))
      let store = try there.open(seed: 2)
      try FileManager.default.copyItem(
        atPath: here.folder + "/token.sealed", toPath: there.folder + "/token.sealed")
      #expect(chmod(there.folder + "/token.sealed", 0o600) == 0)
      await #expect(throws: StorageError.wrongKey(try name("token"))) { _ = try await store.read(name("token")) }
    }

    @Test("A lost root key is not replaced while items exist; a cut one is refused")
    func rootKey() async throws {
      let place = try Place()
      try await put([1], "token", in: place.open())
      #expect(truncate(place.folder + "/root.key", 31) == 0)
      #expect(throws: StorageError.rootKeyDamaged) { try place.open() }
      #expect(unlink(place.folder + "/root.key") == 0)
      #expect(throws: StorageError.rootKeyMissing) { try place.open() }
      #expect(try place.files().contains("token.sealed"))
    }

    @Test("What an interrupted write left is removed at opening and does not stop the next write")
    func leftovers() async throws {
      let place = try Place()
      let store = try place.open()
      try await put([1], "token", in: store)
      let leftover = place.folder + "/token.sealed.temporary"
      try Data([1, 2, 3]).write(to: URL(fileURLWithPath: leftover))
      #expect(try await store.names().map(\.text) == ["token"])
      try await put([2], "token", in: store)
      try Data([1, 2, 3]).write(to: URL(fileURLWithPath: leftover))
      #expect(try await bytes("token", in: place.open()) == [2])
      #expect(try place.files() == ["index", "lock", "root.key", "token.sealed"])
    }

    @Test(
      "On a full medium the write is refused and the old item stands",
      .enabled(if: mayMount, "needs the right to mount a small memory file system"))
    func full() async throws {
      let place = try Place()
      let small = place.root + "/small"
      #expect(mkdir(small, 0o700) == 0)
      try #require(mount("tmpfs", small, "tmpfs", 0, "size=32k,mode=700") == 0)
      defer { #expect(umount2(small, Int32(MNT_DETACH)) == 0) }
      let store = try SecretFiles(folder: small + "/store", random: SeededGenerator(seed: 1))
      try await put([1], "token", in: store)
      let large = [UInt8](repeating: 5, count: 60_000)
      await #expect(throws: StorageError.full) { try await put(large, "token", in: store) }
      #expect(try await bytes("token", in: store) == [1])
      let files = try FileManager.default.contentsOfDirectory(atPath: small + "/store")
      #expect(!files.contains { $0.hasSuffix(".temporary") })
    }

    @Test("Two stores on one folder share key and items, and a reader never sees half an item")
    func twoStores() async throws {
      let place = try Place()
      let (left, right) = (try place.open(seed: 1), try place.open(seed: 2))
      try await put([0], "token", in: left)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (index, store) in [left, right].enumerated() {
          group.addTask {
            for round in 0..<20 {
              try await put([UInt8](repeating: UInt8(round), count: 2000), "token", in: store)
              try await put([UInt8(round)], "own-\(index)-\(round)", in: store)
            }
          }
        }
        for store in [left, right] {
          group.addTask {
            for _ in 0..<40 {
              let seen = try #require(try await bytes("token", in: store))
              #expect(seen == [0] || (seen.count == 2000 && Set(seen).count == 1))
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(try await left.names() == right.names())
      #expect(try await left.names().count == 41)
      #expect(try await bytes("own-0-7", in: right) == [7])
    }

    @Test("A requirement that files cannot enforce is refused")
    func unenforceable() async throws {
      let place = try Place()
      let store = try place.open()
      for access in [
        AccessRequirement(.insecureMigratingWhenUnlocked),
        AccessRequirement(.insecureMigratingAfterFirstUnlock, presence: .owner),
      ] {
        await #expect(throws: StorageError.unenforceable(access)) {
          try await store.write(Secret(copying: [1]), as: name("token"), access: access)
        }
      }
      #expect(try await store.names().isEmpty)
    }

    @Test("A folder whose parent is missing is an error with its number")
    func noParent() {
      #expect(throws: StorageError.unavailable(ENOENT)) {
        try SecretFiles(folder: "/nonexistent-parent/store", random: SeededGenerator(seed: 1))
      }
    }
  }
#endif
