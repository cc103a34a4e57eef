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
  import SecretStorage
  import SecurityTesting
  import Testing

  /// Every file of a store, damaged in every way: a named error, no crash, and the other items unaffected.
  @Suite struct SecretFilesFaultTests {
    private func store() async throws -> (Place, SecretFiles) {
      let place = try Place()
      let store = try place.open()
      for index in 0..<3 { try await put(Array("value \(index)".utf8), "item-\(index)", in: store) }
      return (place, store)
    }

    /// Opens the store as it is now; nil with the error when it does not open.
    private func opened(_ place: Place) -> Result<SecretFiles, StorageError> {
      Result { () throws(StorageError) in try place.open(seed: 5) }
    }

    private func expectOthers(_ place: Place, _ store: SecretFiles, _ what: String) async throws {
      for index in 1..<3 {
        #expect(try await bytes("item-\(index)", in: store) == Array("value \(index)".utf8), "\(what)")
      }
    }

    @Test("A file cut at any length is refused by name", arguments: ["item-0.sealed", "index", "root.key"])
    func truncated(_ file: String) async throws {
      // All from one store: cuts of another one would only prove that keys differ.
      let (place, store) = try await store()
      let whole = try place.get(file)
      let cuts = (0..<whole.count).map { Array(whole.prefix($0)) } + [whole + [0], whole + whole]
      for cut in cuts { try await judge(cut, file, place, store) }
      try await restored(whole, file, place)
    }

    @Test("A flipped bit is refused by name", arguments: ["item-0.sealed", "index", "root.key"])
    func flipped(_ file: String) async throws {
      let (place, store) = try await store()
      let whole = try place.get(file)
      for index in whole.indices {
        // Every bit of the header, then one of each byte.
        for bit in index < 24 ? Array(0..<8) : [index % 8] {
          var altered = whole
          altered[index] ^= 1 << UInt8(bit)
          try await judge(altered, file, place, store)
        }
      }
      try await restored(whole, file, place)
    }

    @Test("A file replaced by any other file of the store is refused by name")
    func exchanged() async throws {
      let (place, store) = try await store()
      let files = ["item-0.sealed", "index", "root.key", "item-1.sealed"]
      for file in files.dropLast() {
        let whole = try place.get(file)
        for other in files where other != file { try await judge(place.get(other), file, place, store) }
        try await restored(whole, file, place)
      }
    }

    @Test(
      "A pipe, link or folder in a file's place is refused by name; the other items are unaffected",
      arguments: ["item-0.sealed", "index", "root.key", "lock"])
    func special(_ file: String) async throws {
      let (place, store) = try await store()
      let path = place.folder + "/" + file
      let aside = place.root + "/aside"
      #expect(rename(path, aside) == 0)
      for way in 0..<5 {
        switch way {
        case 0: #expect(mkfifo(path, 0o600) == 0)
        case 1: #expect(symlink(aside, path) == 0)
        case 2: #expect(mkdir(path, 0o700) == 0)
        case 3: #expect(link(aside, path) == 0)
        default: #expect(symlink(place.root + "/nowhere", path) == 0)
        }
        if file.hasSuffix(".sealed") {
          #expect(try await refusal("item-0", in: store) == .notPlain, "way \(way)")
          #expect(try await refusal("item-0", in: place.open(seed: 5)) == .notPlain, "way \(way)")
          try await expectOthers(place, store, "way \(way)")
        } else {
          #expect(throws: StorageError.notPlain, "way \(way)") { try place.open(seed: 5) }
        }
        #expect(remove(path) == 0)
      }
    }

    @Test(
      "A file of another user is refused by name", .enabled(if: geteuid() == 0, "needs root to give files away"),
      arguments: ["item-0.sealed", "index", "root.key", "lock"])
    func foreignOwner(_ file: String) async throws {
      let (place, store) = try await store()
      #expect(chown(place.folder + "/" + file, 12_345, 12_345) == 0)
      if file.hasSuffix(".sealed") {
        #expect(try await refusal("item-0", in: store) == .foreignOwner(12_345))
        try await expectOthers(place, place.open(seed: 5), file)
      } else {
        #expect(throws: StorageError.foreignOwner(12_345)) { try place.open(seed: 5) }
      }
    }

    @Test("A writer that another process keeps waiting gives up in time and says so")
    func busy() async throws {
      let place = try Place()
      let store = try place.open(wait: .milliseconds(30))
      try await put([1], "token", in: store)
      let lock = Glibc.open(place.folder + "/lock", O_RDWR)
      try #require(lock >= 0 && flock(lock, LOCK_EX) == 0)
      await #expect(throws: StorageError.busy) { try await put([2], "token", in: store) }
      #expect(throws: StorageError.busy) { try place.open(seed: 2, wait: .milliseconds(30)) }
      // Reading waits for nobody.
      #expect(try await bytes("token", in: store) == [1])
      close(lock)
      try await put([3], "token", in: store)
      #expect(try await bytes("token", in: store) == [3])
    }

    @Test(
      "On a medium that is read-only, reading goes on and writing is denied",
      .enabled(if: mayMount, "needs the right to mount"))
    func readOnly() async throws {
      let place = try Place()
      let medium = place.root + "/medium"
      #expect(mkdir(medium, 0o700) == 0)
      try #require(mount("tmpfs", medium, "tmpfs", 0, "size=64k,mode=700") == 0)
      defer { #expect(umount2(medium, Int32(MNT_DETACH)) == 0) }
      let store = try SecretFiles(folder: medium + "/store", random: SeededGenerator(seed: 1))
      try await put([1], "token", in: store)
      try #require(mount("tmpfs", medium, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), "size=64k,mode=700") == 0)
      #expect(try await bytes("token", in: store) == [1])
      await #expect(throws: StorageError.denied(EROFS)) { try await put([2], "token", in: store) }
      await #expect(throws: StorageError.denied(EROFS)) { try await store.delete(name("token")) }
      #expect(try await bytes("token", in: store) == [1])
    }

    @Test(
      "On a full medium an item can still be deleted, and then there is room again",
      .enabled(if: mayMount, "needs the right to mount"))
    func deleteOnFull() async throws {
      let place = try Place()
      let medium = place.root + "/medium"
      #expect(mkdir(medium, 0o700) == 0)
      try #require(mount("tmpfs", medium, "tmpfs", 0, "size=64k,mode=700") == 0)
      defer { #expect(umount2(medium, Int32(MNT_DETACH)) == 0) }
      let store = try SecretFiles(folder: medium + "/store", random: SeededGenerator(seed: 1))
      try await put([UInt8](repeating: 1, count: 20_000), "large", in: store)
      try await put([1], "token", in: store)
      let filler = Glibc.open(medium + "/filler", O_WRONLY | O_CREAT, 0o600)
      try #require(filler >= 0)
      let page = [UInt8](repeating: 0, count: 4096)
      while write(filler, page, page.count) > 0 {}
      close(filler)
      await #expect(throws: StorageError.full) { try await put([2], "token", in: store) }
      #expect(try await bytes("token", in: store) == [1])
      try await store.delete(name("large"))
      #expect(try await store.names().map(\.text) == ["token"])
      try await put([3], "token", in: store)
      #expect(try await bytes("token", in: store) == [3])
    }

    @Test(
      "On a full medium a store with a cut write opens, and a deletion makes the room to finish it",
      .enabled(if: mayMount, "needs the right to mount"), arguments: [true, false])
    func cutWriteOnFull(_ isItemAway: Bool) async throws {
      let place = try Place()
      #expect(mkdir(place.folder, 0o700) == 0)
      try #require(mount("tmpfs", place.folder, "tmpfs", 0, "size=64k,mode=700") == 0)
      defer { #expect(umount2(place.folder, Int32(MNT_DETACH)) == 0) }
      let store = try place.open()
      let large = [UInt8](repeating: 1, count: 20_000)
      try await put(large, "large", in: store)
      try await put([1], "token", in: store)
      let index = try place.get("index")
      try await put([2], "token", in: store)
      let next = try place.get("index")
      try place.put(index, "index")
      try place.put(next, "index.temporary")
      let (item, aside) = (place.folder + "/token.sealed", place.folder + "/aside")
      if isItemAway {
        #expect(rename(item, aside) == 0 && symlink(aside, item) == 0)
      } else {
        #expect(chmod(place.folder + "/index.temporary", 0o644) == 0)
      }
      let filler = Glibc.open(place.folder + "/filler", O_WRONLY | O_CREAT, 0o600)
      try #require(filler >= 0)
      let page = [UInt8](repeating: 0, count: 4096)
      while write(filler, page, page.count) > 0 {}
      close(filler)

      for seed in 2...3 as ClosedRange<UInt64> {
        let full = try place.open(seed: seed)
        #expect(try await bytes("large", in: full) == large)
        #expect(try await refusal("token", in: full) == .full)
        await #expect(throws: StorageError.full) { try await put([3], "other", in: full) }
        await #expect(throws: StorageError.full) { try await full.delete(name("other")) }
        #expect(try place.get("index.temporary") == next)
      }
      let last = try place.open(seed: 4)
      try await last.delete(name("large"))
      #expect(try await last.names() == [name("token")])
      if isItemAway { #expect(rename(aside, item) == 0) }
      #expect(try await bytes("token", in: last) == [2])
      #expect(try await bytes("token", in: place.open(seed: 5)) == [2])
    }

    private func judge(_ bytes: [UInt8], _ file: String, _ place: Place, _ store: SecretFiles) async throws {
      try place.put(bytes, file)
      let what = "\(file), \(bytes.count) bytes"
      guard file.hasSuffix(".sealed") else {
        guard case .failure(let error) = opened(place) else {
          Issue.record("\(what): the store opened")
          return
        }
        #expect(fits(error, file), "\(what): \(error)")
        return
      }
      let error = try #require(try await refusal("item-0", in: store), "\(what)")
      #expect(fits(error, file), "\(what): \(error)")
      for index in 1..<3 { #expect(try await holds(index, in: store), "\(what)") }
    }

    private func holds(_ index: Int, in store: SecretFiles) async throws -> Bool {
      try await bytes("item-\(index)", in: store) == Array("value \(index)".utf8)
    }

    private func fits(_ error: StorageError, _ file: String) -> Bool {
      switch error {
      case .corrupted, .wrongKey: file.hasSuffix(".sealed")
      case .newerVersion: true
      case .indexDamaged: file == "index"
      case .rootKeyDamaged, .rootKeyProtectedOtherwise: file == "root.key"
      default: false
      }
    }

    private func restored(_ whole: [UInt8], _ file: String, _ place: Place) async throws {
      try place.put(whole, file)
      let store = try place.open(seed: 6)
      for index in 0..<3 { #expect(try await holds(index, in: store)) }
    }
  }
#endif
