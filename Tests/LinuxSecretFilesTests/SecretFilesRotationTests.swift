#if os(Linux) || os(Android)
  import Foundation
  import LinuxSecretFiles
  import Redaction
  import SecretStorage
  import SecurityTesting
  import Testing

  @Suite struct SecretFilesRotationTests {
    /// The key id in an item's envelope.
    private func keyID(_ file: String, in place: Place) throws -> [UInt8] { try Array(place.get(file)[5..<13]) }

    @Test("A rotation seals every item and the index under a new key, and the old root key opens nothing")
    func rotation() async throws {
      let place = try Place()
      let store = try place.open()
      for index in 0..<5 { try await put([UInt8(index)], "item-\(index)", in: store) }
      let before = try keyID("index", in: place)
      let oldItem = try place.get("item-0.sealed")
      try await store.rotateRootKey()
      let after = try keyID("index", in: place)
      #expect(after != before)
      for index in 0..<5 {
        #expect(try keyID("item-\(index).sealed", in: place) == after)
        #expect(try await bytes("item-\(index)", in: store) == [UInt8(index)])
        #expect(try await bytes("item-\(index)", in: place.open(seed: 2)) == [UInt8(index)])
      }
      try place.put(oldItem, "item-0.sealed")
      #expect(try await refusal("item-0", in: store) == .wrongKey(name("item-0")))
    }

    @Test("A store that is open elsewhere notices the new key, at reading and at writing")
    func noticed() async throws {
      let place = try Place()
      let (left, right, third) = (try place.open(seed: 1), try place.open(seed: 2), try place.open(seed: 3))
      try await put([1], "token", in: left)
      #expect(try await bytes("token", in: right) == [1])
      try await left.rotateRootKey()
      #expect(try await bytes("token", in: right) == [1])
      try await put([2], "token", in: third)
      #expect(try await bytes("token", in: left) == [2])
      #expect(try keyID("token.sealed", in: place) == keyID("index", in: place))
    }

    @Test("A rotation that an unreadable item holds up keeps both keys and is finished later")
    func heldUp() async throws {
      let place = try Place()
      let store = try place.open()
      try await put([1], "one", in: store)
      try await put([2], "two", in: store)
      let before = try keyID("two.sealed", in: place)
      #expect(chmod(place.folder + "/two.sealed", 0o644) == 0)
      await #expect(throws: StorageError.exposed(mode: 0o644)) { try await store.rotateRootKey() }
      #expect(try await bytes("one", in: store) == [1])
      let second = try place.open(seed: 2)
      #expect(try await refusal("two", in: second) == .exposed(mode: 0o644))
      #expect(chmod(place.folder + "/two.sealed", 0o600) == 0)
      #expect(try await bytes("two", in: second) == [2])
      #expect(try keyID("two.sealed", in: place) == before)
      #expect(try await bytes("two", in: place.open(seed: 3)) == [2])
      #expect(try keyID("two.sealed", in: place) == keyID("index", in: place))
      #expect(try keyID("two.sealed", in: place) != before)
    }

    @Test("An altered item does not hold up a rotation")
    func altered() async throws {
      let place = try Place()
      let store = try place.open()
      try await put([1], "one", in: store)
      try await put([2], "two", in: store)
      var bytesOfOne = try place.get("one.sealed")
      bytesOfOne[30] ^= 1
      try place.put(bytesOfOne, "one.sealed")
      try await store.rotateRootKey()
      #expect(try await bytes("two", in: store) == [2])
      #expect(try await refusal("one", in: store) == .wrongKey(name("one")))
    }

    // The older layout: bytes 0 to 31 as the bare root key, and an item of version 1 computed with Python's
    // cryptography 48.
    private static let item =
      "5345414c01fdc5698ad587924fa0a1a2a3a4a5a6a7a8a9aaab5905ec32504ca5b13476876d03d7eb557c1d52d81514f8b081a7"

    private func oldStore() throws -> Place {
      let place = try Place()
      try FileManager.default.createDirectory(
        atPath: place.folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      try place.put(Array(0..<32), "root.key")
      let digits = Self.item.compactMap(\.hexDigitValue)
      try place.put(
        stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) },
        "session.token.sealed")
      return place
    }

    @Test("A folder of the older layout opens, is upgraded once, and cannot be put back one file at a time")
    func upgrade() async throws {
      let place = try oldStore()
      let old = try place.get("session.token.sealed")
      let store = try place.open()
      #expect(try await bytes("session.token", in: store) == Array("opensesame".utf8))
      #expect(try await store.names().map(\.text) == ["session.token"])
      let upgraded = try place.get("session.token.sealed")
      #expect(upgraded != old && upgraded[4] == 2)
      #expect(try place.get("root.key").count > 32)
      #expect(try await bytes("session.token", in: place.open(seed: 2)) == Array("opensesame".utf8))
      #expect(try place.get("session.token.sealed") == upgraded)
      try place.put(old, "session.token.sealed")
      #expect(try await refusal("session.token", in: store) == .wrongKey(name("session.token")))
      try place.put(Array(0..<32), "root.key")
      #expect(throws: StorageError.indexDamaged) { try place.open(seed: 3) }
    }

    @Test("An upgrade that an unreadable item holds up loses nothing")
    func upgradeHeldUp() async throws {
      let place = try oldStore()
      #expect(chmod(place.folder + "/session.token.sealed", 0o640) == 0)
      let store = try place.open()
      #expect(try await refusal("session.token", in: store) == .exposed(mode: 0o640))
      #expect(chmod(place.folder + "/session.token.sealed", 0o600) == 0)
      #expect(try await bytes("session.token", in: place.open(seed: 2)) == Array("opensesame".utf8))
    }

    @Test("An upgrade cut off between index and root key goes on; a foreign index stops it")
    func upgradeCut() async throws {
      let place = try oldStore()
      #expect(throws: StorageError.rootKeyProtectedOtherwise) {
        try place.open(.passphrase(.init(copying: [1]), cost: try #require(PassphraseCost(exponent: 14))))
      }
      let foreign = try Place()
      _ = try foreign.open(seed: 7)
      try place.put(try foreign.get("index"), "index")
      #expect(throws: StorageError.indexDamaged) { try place.open() }
    }
  }
#endif
