#if os(Linux) || os(Android)
  import Foundation
  import LinuxSecretFiles
  import Redaction
  import SecretStorage
  import SecurityTesting
  import Testing

  @Suite struct RootKeyProtectionTests {
    private static func passphrase(_ text: String) throws -> RootKeyProtection {
      .passphrase(Secret(copying: text.utf8), cost: try #require(PassphraseCost(exponent: 14)))
    }

    @Test("A store under a passphrase opens with it, and with nothing else")
    func passphrase() async throws {
      let place = try Place()
      try await put([1], "token", in: place.open(Self.passphrase("correct horse")))
      #expect(try await bytes("token", in: place.open(Self.passphrase("correct horse"))) == [1])
      #expect(throws: StorageError.passphraseWrong) { try place.open(Self.passphrase("correct hors")) }
      #expect(throws: StorageError.rootKeyProtectedOtherwise) { try place.open() }
    }

    @Test("An empty passphrase is refused, for a new store and for a change, and nothing is written")
    func emptyPassphrase() async throws {
      let place = try Place()
      #expect(throws: StorageError.passphraseEmpty) { try place.open(Self.passphrase("")) }
      #expect(try !place.files().contains("root.key"))
      let store = try place.open()
      let key = try place.get("root.key")
      await #expect(throws: StorageError.passphraseEmpty) { try await store.changeProtection(to: Self.passphrase("")) }
      #expect(try place.get("root.key") == key)
    }

    @Test("A damaged root key is told apart from a wrong passphrase, at every byte")
    func damaged() throws {
      let place = try Place()
      _ = try place.open(Self.passphrase("correct horse"))
      let whole = try place.get("root.key")
      for index in whole.indices {
        var altered = whole
        altered[index] ^= 0x10
        try place.put(altered, "root.key")
        let error = #expect(throws: StorageError.self, "byte \(index)") { try place.open(Self.passphrase("wrong")) }
        #expect(error != .passphraseWrong, "byte \(index)")
      }
    }

    @Test("Parameters that would take an hour or nothing are refused before any work")
    func bounds() throws {
      let place = try Place()
      _ = try place.open(Self.passphrase("correct horse"))
      var altered = try place.get("root.key")
      for exponent: UInt8 in [0, 13, 21, 255] {
        altered[6] = exponent
        try place.put(altered, "root.key")
        #expect(throws: StorageError.rootKeyDamaged) { try place.open(Self.passphrase("correct horse")) }
        #expect(PassphraseCost(exponent: Int(exponent)) == nil)
      }
    }

    @Test("The protection can be changed both ways; items stay, the old way opens nothing more")
    func change() async throws {
      let place = try Place()
      let store = try place.open()
      try await put([1], "token", in: store)
      let bare = try place.get("root.key")
      try await store.changeProtection(to: Self.passphrase("first"))
      #expect(try await bytes("token", in: store) == [1])
      #expect(throws: StorageError.rootKeyProtectedOtherwise) { try place.open() }
      let second = try place.open(Self.passphrase("first"))
      try await second.changeProtection(to: Self.passphrase("second"))
      #expect(throws: StorageError.passphraseWrong) { try place.open(Self.passphrase("first")) }
      // The first store cannot follow a passphrase that it was not told.
      await #expect(throws: StorageError.passphraseWrong) { try await put([2], "token", in: store) }
      let third = try place.open(seed: 3, Self.passphrase("second"))
      try await third.rotateRootKey()
      #expect(try await bytes("token", in: third) == [1])
      // Whoever kept the first root-key file has nothing: its root key opens no item of now.
      try place.put(bare, "root.key")
      #expect(throws: StorageError.indexDamaged) { try place.open() }
    }

    @Test("Bytes of the passphrase and the root key stand in no file")
    func sealed() throws {
      let place = try Place()
      _ = try place.open(Self.passphrase("correct horse"))
      for file in try place.files() {
        let text = String(decoding: try place.get(file), as: UTF8.self)
        #expect(!text.contains("correct") && !text.contains("horse"))
      }
    }

    #if os(Linux)
      /// Tried out: containers often forbid keyrings.
      @Sendable private static func mayCache() async throws -> Bool {
        let store = try Place().open(passphrase("any"))
        do {
          try await store.keepUnlocked(in: KernelKeyring(.process, lifetime: 60))
          return true
        } catch {
          return false
        }
      }

      @Test(
        "The kernel's keyring opens without the passphrase, and asks for it when it is empty",
        .enabled("the kernel forbids keyrings here", mayCache))
      func cache() async throws {
        let place = try Place()
        let keyring = KernelKeyring(.process, lifetime: 60)
        let store = try place.open(seed: UInt64.random(in: .min ... .max), Self.passphrase("correct horse"))
        try await put([1], "token", in: store)
        let empty = #expect(throws: StorageError.self) { try place.open(.cached(keyring)) }
        guard case .interactionNotAllowed = empty else {
          Issue.record("an empty keyring gave \(String(describing: empty))")
          return
        }
        try await store.keepUnlocked(in: keyring)
        #expect(try await bytes("token", in: place.open(.cached(keyring))) == [1])
        // A new passphrase has a new salt, so the old key does not fit, and is not even found.
        try await store.changeProtection(to: Self.passphrase("other"))
        #expect(throws: StorageError.self) { try place.open(.cached(keyring)) }
      }
    #endif
  }
#endif
