#if os(Linux) || os(Android)
  import Foundation
  import LinuxSecretFiles
  import SecretStorage
  import SecurityTesting
  import Testing

  @Suite struct SecretFilesRollbackTests {
    @Test("An item replaced by an older version of itself is refused by name, by an open store and by a new one")
    func rolledBack() async throws {
      let place = try Place()
      let store = try place.open()
      try await put([1], "token", in: store)
      try await put([7], "other", in: store)
      let old = try place.get("token.sealed")
      try await put([2], "token", in: store)
      try place.put(old, "token.sealed")
      let expected = StorageError.rolledBack(try name("token"))
      #expect(try await refusal("token", in: store) == expected)
      #expect(try await refusal("token", in: place.open(seed: 2)) == expected)
      #expect(try await bytes("other", in: store) == [7])
      try await put([3], "token", in: store)
      #expect(try await bytes("token", in: store) == [3])
    }

    @Test("An item that was taken away is refused by name, and still listed, until it is deleted")
    func removed() async throws {
      let place = try Place()
      let store = try place.open()
      try await put([1], "token", in: store)
      try await put([7], "other", in: store)
      try place.put(nil, "token.sealed")
      #expect(try await refusal("token", in: store) == .removed(name("token")))
      #expect(try await refusal("token", in: place.open(seed: 2)) == .removed(name("token")))
      #expect(try await store.names().map(\.text) == ["other", "token"])
      #expect(try await bytes("other", in: store) == [7])
      try await store.delete(name("token"))
      #expect(try await bytes("token", in: store) == nil)
      #expect(try await store.names().map(\.text) == ["other"])
    }

    @Test("A deleted item that is put back does not live again")
    func putBack() async throws {
      let place = try Place()
      let store = try place.open()
      try await put([1], "token", in: store)
      let old = try place.get("token.sealed")
      try await store.delete(name("token"))
      try await put([2], "other", in: store)
      try place.put(old, "token.sealed")
      #expect(try await refusal("token", in: store) == .rolledBack(name("token")))
      #expect(try await store.names().map(\.text) == ["other"])
      try await store.delete(name("token"))
      #expect(try await bytes("token", in: store) == nil)
      #expect(try !place.files().contains("token.sealed"))
    }

    @Test("An index that is missing, altered, of another store or older is refused and never made anew")
    func index() async throws {
      let place = try Place()
      let store = try place.open()
      try await put([1], "token", in: store)
      let old = try place.get("index")
      try await put([2], "token", in: store)
      let now = try place.get("index")
      var altered = now
      altered[altered.count - 1] ^= 1
      let foreign = try Place()
      _ = try foreign.open(seed: 9)
      for bytes in [nil, altered, [], try foreign.get("index"), old] {
        try place.put(bytes, "index")
        #expect(throws: StorageError.indexDamaged) { try place.open(seed: 2) }
        #expect(try await refusal("token", in: store) == .indexDamaged)
        await #expect(throws: StorageError.indexDamaged) { try await put([3], "token", in: store) }
        await #expect(throws: StorageError.indexDamaged) { _ = try await store.names() }
        #expect(try (place.files().contains("index") ? place.get("index") : nil) == bytes)
      }
      try place.put(now, "index")
      #expect(try await bytes("token", in: store) == [2])
    }

    @Test("An open store takes over no root key that is older or another's, and goes on under its own")
    func swappedRootKey() async throws {
      let place = try Place()
      let store = try place.open()
      try await put([1], "one", in: store)
      try await put([2], "two", in: store)
      let older = try place.get("root.key")
      try await store.rotateRootKey()
      let now = try place.get("root.key")
      let foreign = try Place()
      _ = try foreign.open(seed: 9)
      let index = try place.get("index")
      for key in [older, try foreign.get("root.key")] {
        try place.put(key, "root.key")
        await #expect(throws: StorageError.indexDamaged) { try await put([3], "one", in: store) }
        await #expect(throws: StorageError.indexDamaged) { try await store.delete(name("two")) }
        await #expect(throws: StorageError.indexDamaged) { try await store.rotateRootKey() }
        #expect(throws: StorageError.indexDamaged) { try place.open(seed: 2) }
        #expect(try place.get("index") == index)
      }
      try place.put(now, "root.key")
      #expect(try await bytes("one", in: store) == [1])
      try await put([4], "three", in: store)
      for store in [store, try place.open(seed: 3)] {
        #expect(try await bytes("one", in: store) == [1])
        #expect(try await bytes("two", in: store) == [2])
        #expect(try await bytes("three", in: store) == [4])
      }
    }

    @Test("A write that was cut off after the item took its place is finished; before that, it never was")
    func interrupted() async throws {
      let place = try Place()
      let store = try place.open()
      try await put([1], "token", in: store)
      let (oldIndex, oldItem) = (try place.get("index"), try place.get("token.sealed"))
      try await put([2], "token", in: store)
      let (newIndex, newItem) = (try place.get("index"), try place.get("token.sealed"))

      try place.put(oldIndex, "index")
      try place.put(newIndex, "index.temporary")
      #expect(try await bytes("token", in: place.open(seed: 2)) == [2])

      try place.put(oldIndex, "index")
      try place.put(oldItem, "token.sealed")
      try place.put(newIndex, "index.temporary")
      try place.put(newItem, "token.sealed.temporary")
      #expect(try await bytes("token", in: place.open(seed: 2)) == [1])
      #expect(try place.files() == ["index", "lock", "root.key", "token.sealed"])
    }

    @Test("A power failure that kept the index's renaming and not the item's costs no acknowledged item")
    func itemLeftPrepared() async throws {
      let place = try Place()
      let store = try place.open()
      try await put([1], "token", in: store)
      let oldItem = try place.get("token.sealed")
      try await put([2], "token", in: store)
      let newItem = try place.get("token.sealed")

      for before in [oldItem, nil] {
        try place.put(before, "token.sealed")
        try place.put(newItem, "token.sealed.temporary")
        #expect(try await bytes("token", in: place.open(seed: 2)) == [2])
        #expect(try place.files() == ["index", "lock", "root.key", "token.sealed"])
      }

      try place.put(nil, "token.sealed")
      try place.put(oldItem, "token.sealed.temporary")
      #expect(try await refusal("token", in: place.open(seed: 2)) == .removed(name("token")))
      #expect(try place.files() == ["index", "lock", "root.key"])
    }

    @Test("An open store sees what another one wrote, deleted and made new")
    func otherStore() async throws {
      let place = try Place()
      let (left, right) = (try place.open(seed: 1), try place.open(seed: 2))
      try await put([1], "token", in: left)
      #expect(try await bytes("token", in: right) == [1])
      try await right.delete(name("token"))
      #expect(try await bytes("token", in: left) == nil)
      try await put([2], "token", in: left)
      #expect(try await bytes("token", in: right) == [2])
      #expect(try await right.names().map(\.text) == ["token"])
    }
  }
#endif
