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

  /// Files of secrets that the index does not name.
  @Suite struct SecretFilesStrayTests {
    private static let own = ["index", "lock", "root.key"]

    @Test func `A deleted item that is put back is counted and removed, and no other file is`() async throws {
      let place = try Place()
      let store = try place.open()
      try await put([1], "token", in: store)
      try await put([7], "other", in: store)
      let old = try place.get("token.sealed")
      try await store.delete(name("token"))
      try await put([8], "other", in: store)
      #expect(try await store.strayCount() == 0)
      for file in ["token.sealed", "token.sealed.temporary", "token.doubt", "token.doubt.temporary", ".sealed"] {
        try place.put(old, file)
      }
      try place.put(old, "other.sealed.temporary")
      try place.put([1], "note")
      #expect(try await store.names() == [name("other")])
      #expect(try await store.strayCount() == 5)
      try await store.deleteStrays()
      try await store.deleteStrays()
      #expect(try await store.strayCount() == 0)
      #expect(try place.files() == (Self.own + ["note", "other.sealed", "other.sealed.temporary"]).sorted())
      #expect(try await bytes("token", in: store) == nil)
      #expect(try await bytes("other", in: place.open(seed: 2)) == [8])
    }

    @Test func `An item that a deletion could not remove is counted until it is gone, and keeps no other stray`()
      async throws
    {
      let place = try Place()
      let store = try place.open()
      for text in ["token", "other"] { try await put([1], text, in: store) }
      let old = try place.get("token.sealed")
      let item = place.folder + "/token.sealed"
      #expect(unlink(item) == 0 && mkdir(item, 0o700) == 0)
      await #expect(throws: StorageError.notPlain) { try await store.delete(name("token")) }
      try await store.delete(name("other"))
      for file in ["a.sealed", "z.sealed"] { try place.put(old, file) }
      let next = try place.open(seed: 2)
      #expect(try await next.names().isEmpty)
      #expect(try await next.strayCount() == 3)
      await #expect(throws: StorageError.notPlain) { try await next.deleteStrays() }
      #expect(try await next.strayCount() == 1)
      #expect(rmdir(item) == 0)
      try place.put(old, "token.sealed")
      #expect(try await next.strayCount() == 1)
      try await next.deleteStrays()
      #expect(try await next.strayCount() == 0)
      #expect(try place.files() == Self.own)
    }

    @Test func `A first write that a kill cut off before its index is finished, not taken for a stray`() async throws {
      let place = try Place()
      let (store, other) = (try place.open(), try place.open(seed: 2))
      let before = try place.get("index")
      try await put([1], "token", in: store)
      let prepared = try place.get("index")
      try place.put(before, "index")
      try place.put(prepared, "index.temporary")
      #expect(try await other.strayCount() == 0)
      try await other.deleteStrays()
      #expect(try await bytes("token", in: other) == [1])
      #expect(try place.files() == (Self.own + ["token.sealed"]).sorted())
    }

    @Test func `A name that is no text is nobody's secret and stops nothing`() async throws {
      let place = try Place()
      let store = try place.open()
      let path = place.folder.utf8.map { CChar(bitPattern: $0) } + [0x2F, -1] + ".sealed".utf8CString
      let file = open(path, O_CREAT, 0o600)
      try #require(file >= 0)
      close(file)
      #expect(try await store.strayCount() == 0)
      try await store.deleteStrays()
    }

    @Test func `While another process writes, nothing is counted or removed`() async throws {
      let place = try Place()
      let store = try place.open(wait: .milliseconds(30))
      try place.put([1], "token.sealed")
      let lock = open(place.folder + "/lock", O_RDWR)
      try #require(lock >= 0 && flock(lock, LOCK_EX) == 0)
      await #expect(throws: StorageError.busy) { _ = try await store.strayCount() }
      await #expect(throws: StorageError.busy) { try await store.deleteStrays() }
      #expect(try place.files().contains("token.sealed"))
      close(lock)
      #expect(try await store.strayCount() == 1)
    }
  }
#endif
