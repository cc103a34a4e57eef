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

  /// Writes that a kill cut off and whose item cannot be looked at afterwards.
  @Suite struct SecretFilesDoubtTests {
    /// A store whose write of `token`, 2 over 1, died before it was answered; beside it lies `other`, 7.
    private struct Case {
      let place: Place
      let aside: String
      let oldItem: [UInt8]

      /// - Parameter isInPlace: whether the new item had taken its place.
      init(isInPlace: Bool = true) async throws {
        place = try Place()
        aside = place.root + "/aside"
        let store = try place.open()
        try await put([7], "other", in: store)
        try await put([1], "token", in: store)
        let oldIndex = try place.get("index")
        oldItem = try place.get("token.sealed")
        try await put([2], "token", in: store)
        let newIndex = try place.get("index")
        try place.put(oldIndex, "index")
        try place.put(newIndex, "index.temporary")
        if !isInPlace { try place.put(oldItem, "token.sealed") }
      }

      var item: String { place.folder + "/token.sealed" }

      /// Puts a link in the item's place.
      func moveAside() { #expect(rename(item, aside) == 0 && symlink(aside, item) == 0) }
      func putBack() { #expect(rename(aside, item) == 0) }

      /// The other items are read and written as ever, by a store that is opened now.
      func othersGoOn(_ value: UInt8, seed: UInt64) async throws -> SecretFiles {
        let store = try place.open(seed: seed)
        #expect(try await bytes("other", in: store) == [value])
        try await put([value + 1], "other", in: store)
        try await put([value], "third", in: store)
        #expect(try await bytes("other", in: store) == [value + 1])
        try await store.delete(name("third"))
        return store
      }
    }

    @Test("An item that others may read or that has a second name is refused alone, and its cut write is finished")
    func exposed() async throws {
      let it = try await Case()
      #expect(chmod(it.item, 0o644) == 0)
      let store = try await it.othersGoOn(7, seed: 2)
      #expect(try await refusal("token", in: store) == .exposed(mode: 0o644))
      #expect(chmod(it.item, 0o600) == 0)
      #expect(try await bytes("token", in: store) == [2])

      let linked = try await Case()
      #expect(link(linked.item, linked.aside) == 0)
      let next = try await linked.othersGoOn(7, seed: 2)
      #expect(try await refusal("token", in: next) == .notPlain)
      #expect(unlink(linked.aside) == 0)
      #expect(try await bytes("token", in: next) == [2])
    }

    @Test("A prepared index that others may read or that has a second name is still the proof of its item")
    func exposedIndex() async throws {
      let it = try await Case()
      #expect(chmod(it.place.folder + "/index.temporary", 0o644) == 0)
      #expect(try await bytes("token", in: it.othersGoOn(7, seed: 2)) == [2])
      let linked = try await Case()
      #expect(link(linked.place.folder + "/index.temporary", linked.aside) == 0)
      #expect(try await bytes("token", in: linked.othersGoOn(7, seed: 2)) == [2])
    }

    @Test("Where a prepared index that others may read cannot be copied, it stays the proof of its item")
    func uncopiedIndex() async throws {
      let it = try await Case()
      let proof = try it.place.get("index.temporary")
      #expect(chmod(it.place.folder + "/index.temporary", 0o644) == 0)
      #expect(mkdir(it.place.folder + "/index.copy.temporary", 0o700) == 0)
      #expect(throws: StorageError.notPlain) { try it.place.open(seed: 2) }
      #expect(try it.place.get("index.temporary") == proof)
      #expect(rmdir(it.place.folder + "/index.copy.temporary") == 0)
      #expect(try await bytes("token", in: it.othersGoOn(7, seed: 3)) == [2])
      #expect(mode(it.place.folder + "/index") == 0o600)
      #expect(try it.place.files() == ["index", "lock", "other.sealed", "root.key", "token.sealed"])
    }

    @Test("A note of a doubt that cannot be read is kept until it can be, and needs nothing but its seal")
    func unreadNote() async throws {
      let it = try await Case(isInPlace: false)
      it.moveAside()
      let store = try await it.othersGoOn(7, seed: 2)
      let note = it.place.folder + "/token.doubt"
      it.putBack()

      #expect(rename(note, it.aside) == 0 && symlink(it.aside, note) == 0)
      #expect(try await refusal("token", in: it.othersGoOn(8, seed: 3)) == .notPlain)
      await #expect(throws: StorageError.notPlain) { try await store.rotateRootKey() }
      var status = stat()
      #expect(lstat(note, &status) == 0)
      #expect(rename(it.aside, note) == 0)

      var newer = try it.place.get("token.doubt")
      let ours = newer
      newer[4] = 99
      try it.place.put(newer, "token.doubt")
      #expect(try await refusal("token", in: it.othersGoOn(9, seed: 4)) == .newerVersion(name("token")))
      #expect(try it.place.get("token.doubt") == newer)

      try it.place.put(ours, "token.doubt")
      #expect(chmod(note, 0o644) == 0)
      #expect(try await bytes("token", in: it.othersGoOn(10, seed: 5)) == [1])
      #expect(!FileManager.default.fileExists(atPath: note))
    }

    @Test("A doubt that comes upon another one keeps the item that was answered for", arguments: [true, false])
    func doubtUponDoubt(_ isFinished: Bool) async throws {
      let it = try await Case(isInPlace: false)
      it.moveAside()
      let store = try await it.othersGoOn(7, seed: 2)
      let (index, note) = (try it.place.get("index"), try it.place.get("token.doubt"))
      try await put([3], "token", in: store)
      let next = try it.place.get("index")
      // As a kill before the item's renaming leaves it.
      #expect(unlink(it.item) == 0 && symlink(it.aside, it.item) == 0)
      try it.place.put(index, "index")
      try it.place.put(next, "index.temporary")
      try it.place.put(note, "token.doubt")
      let last = try it.place.open(seed: 3)
      #expect(try await refusal("token", in: last) == .notPlain)
      #expect(try it.place.get("index") == next && it.place.get("token.doubt") != note)
      // As a kill between the note and the index leaves it, and the prepared index is lost.
      if !isFinished { try it.place.put(index, "index") }
      it.putBack()
      #expect(try await bytes("token", in: it.place.open(seed: 4)) == [1])
      #expect(try await bytes("token", in: it.othersGoOn(8, seed: 5)) == [1])
      #expect(try it.place.files() == ["index", "lock", "other.sealed", "root.key", "token.sealed"])
    }

    @Test(
      "An item of another user is refused alone, and its cut write is finished",
      .enabled(if: geteuid() == 0, "needs root to give files away"))
    func foreign() async throws {
      let it = try await Case()
      #expect(chown(it.item, 12_345, 12_345) == 0)
      let store = try await it.othersGoOn(7, seed: 2)
      #expect(try await refusal("token", in: store) == .foreignOwner(12_345))
      #expect(chown(it.item, geteuid(), getegid()) == 0)
      #expect(try await bytes("token", in: store) == [2])
    }

    @Test(
      "An item that a link stands for is refused alone, whoever opens the store; put back it is the one that was written",
      arguments: [true, false])
    func replacedByLink(_ isInPlace: Bool) async throws {
      let it = try await Case(isInPlace: isInPlace)
      it.moveAside()
      let store = try await it.othersGoOn(7, seed: 2)
      #expect(try await refusal("token", in: store) == .notPlain)
      await #expect(throws: StorageError.notPlain) { try await store.rotateRootKey() }
      let next = try await it.othersGoOn(8, seed: 3)
      it.putBack()
      let expected: [UInt8] = isInPlace ? [2] : [1]
      #expect(try await bytes("token", in: store) == expected)
      #expect(try await bytes("token", in: next) == expected)
      try await next.rotateRootKey()
      #expect(try await bytes("token", in: it.place.open(seed: 4)) == expected)
      #expect(try it.place.files() == ["index", "lock", "other.sealed", "root.key", "token.sealed"])
    }

    @Test("Once it is known which item stands, the other one is an older one, with the note of the doubt put back too")
    func replayed() async throws {
      for isOpenedAnew in [true, false] {
        let it = try await Case()
        it.moveAside()
        let store = try await it.othersGoOn(7, seed: 2)
        let note = try it.place.get("token.doubt")
        it.putBack()
        if isOpenedAnew { _ = try it.place.open(seed: 3) } else { try await put([3], "token", in: store) }
        try it.place.put(it.oldItem, "token.sealed")
        try it.place.put(note, "token.doubt")
        #expect(try await refusal("token", in: store) == .rolledBack(name("token")))
        #expect(try await refusal("token", in: it.place.open(seed: 4)) == .rolledBack(name("token")))
        try await store.delete(name("token"))
        try await put([9], "other", in: store)
        try it.place.put(it.oldItem, "token.sealed")
        try it.place.put(note, "token.doubt")
        #expect(try await refusal("token", in: store) == .rolledBack(name("token")))
        #expect(try await refusal("token", in: it.place.open(seed: 5)) == .rolledBack(name("token")))
      }
    }

    @Test("Deleting an item that is out of reach ends it, and writing it too")
    func ended() async throws {
      for isDeleted in [true, false] {
        let it = try await Case(isInPlace: false)
        it.moveAside()
        let store = try await it.othersGoOn(7, seed: 2)
        if isDeleted {
          try await store.delete(name("token"))
          #expect(try await store.names() == [name("other")])
          #expect(try await bytes("token", in: it.place.open(seed: 3)) == nil)
        }
        try await put([3], "token", in: store)
        #expect(try await bytes("token", in: it.place.open(seed: 4)) == [3])
        #expect(try it.place.files() == ["index", "lock", "other.sealed", "root.key", "token.sealed"])
      }
    }

    @Test("A prepared item whose place is taken by a folder waits there, and takes its place once that is gone")
    func waiting() async throws {
      let place = try Place()
      let store = try place.open()
      try await put([7], "other", in: store)
      try await put([1], "token", in: store)
      let item = try place.get("token.sealed")
      try place.put(nil, "token.sealed")
      try place.put(item, "token.sealed.temporary")
      #expect(mkdir(place.folder + "/token.sealed", 0o700) == 0)
      let next = try place.open(seed: 2)
      #expect(try await bytes("other", in: next) == [7])
      try await put([8], "other", in: next)
      #expect(try await refusal("token", in: next) == .notPlain)
      #expect(try await bytes("other", in: place.open(seed: 4)) == [8])
      for _ in 0..<2 { await #expect(throws: StorageError.notPlain) { try await put([9], "token", in: next) } }
      await #expect(throws: StorageError.notPlain) { try await next.rotateRootKey() }
      #expect(rmdir(place.folder + "/token.sealed") == 0)
      #expect(try await bytes("token", in: place.open(seed: 3)) == [1])
      try await put([9], "token", in: next)
      #expect(try await bytes("token", in: place.open(seed: 5)) == [9])
    }
  }
#endif
