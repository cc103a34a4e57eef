import Redaction
import SecretStorage
import SecurityPolicy
import SecurityTesting
import Testing

@Suite struct SecretKeyTests {
  private let policy = StorageRequirement()

  @Test(
    "Secrets get a key: tokens, hashes, identifiers and keys",
    arguments: [DataType.authenticationToken, .pinHash, .deviceIdentifier, .cryptographicKey])
  func secrets(_ type: DataType) throws {
    #expect(try SecretKey<Secret>(secretName("x"), holding: type, under: policy).dataType == type)
  }

  @Test(
    "What belongs elsewhere, or nowhere, gets no key, and the error names the rule",
    arguments: [DataType.password, .medicalOriginal, .appData, .userSetting, .apiResponse, .image])
  func misplaced(_ type: DataType) throws {
    let rule = StorageRule(type: type, refused: .secretStore)
    #expect(throws: StorageError.misplaced(rule)) {
      try SecretKey<Secret>(secretName("x"), holding: type, under: policy)
    }
    #expect(StorageError.misplaced(rule).description.contains("storage.places.\(type.rawValue)"))
  }

  @Test("A policy that keeps no PIN hash lets no PIN hash rest")
  func nowhere() throws {
    var policy = policy
    try policy.places.choose(.nowhere, for: .pinHash)
    #expect(throws: StorageError.misplaced(StorageRule(type: .pinHash, refused: .secretStore))) {
      try SecretKey<StoredPINHash>(secretName("pin"), under: policy)
    }
    #expect(throws: Never.self) { try SecretKey<TokenText>(secretName("token"), under: policy) }
  }

  @Test("A setting that the policy puts into the secret store gets a key")
  func chosen() throws {
    var policy = policy
    try policy.places.choose(.secretStore, for: .userSetting)
    #expect(throws: Never.self) { try SecretKey<Secret>(secretName("x"), holding: .userSetting, under: policy) }
  }

  @Test("A key asks for what the policy asks for, and never for less")
  func ceiling() throws {
    var policy = policy
    policy.accessibility = .whenUnlockedThisDeviceOnly
    let standard = try SecretKey<TokenText>(secretName("token"), under: policy)
    #expect(standard.access == AccessRequirement(.whenUnlockedThisDeviceOnly))
    let loose = try SecretKey<TokenText>(
      secretName("token"), under: policy, access: AccessRequirement(.insecureMigratingAfterFirstUnlock))
    #expect(loose.access == AccessRequirement(.whenUnlockedThisDeviceOnly))
    let strict = try SecretKey<TokenText>(
      secretName("token"), under: policy, access: AccessRequirement(.whenPasscodeSetThisDeviceOnly, presence: .owner))
    #expect(strict.access == AccessRequirement(.whenPasscodeSetThisDeviceOnly, presence: .owner))
  }

  @Test("A value comes back as it was, is listed, and is gone after its removal")
  func roundTrip() async throws {
    let store = InMemorySecretStore()
    let key = try SecretKey<TokenText>(secretName("session.token"), under: policy)
    #expect(try await !store.contains(key))
    guard let token = TokenText(copying: "abc.def~1") else { throw Missing() }
    try await store.write(token, to: key)
    let text = try await store.read(key)?.withExposedText { $0 }
    #expect(text == "abc.def~1")
    #expect(try await store.contains(key))
    #expect(await store.names() == [key.name])
    try await store.remove(key)
    try await store.remove(key)
    let isGone = try await store.read(key) == nil
    #expect(isGone)
  }

  @Test("The store enforces what the key asks for")
  func access() async throws {
    let store = InMemorySecretStore()
    let key = try SecretKey<Secret>(
      secretName("k"), holding: .cryptographicKey, under: policy, access: AccessRequirement(.whenUnlockedThisDeviceOnly)
    )
    try await store.write(Secret(copying: [1]), to: key)
    await store.lockDevice()
    await #expect(throws: StorageError.locked) { _ = try await store.read(key) }
  }

  @Test("Whole bytes that are no such value are refused by name, not given back")
  func unreadable() async throws {
    let store = InMemorySecretStore()
    let key = try SecretKey<TokenText>(secretName("token"), under: policy)
    try await store.write(Secret(copying: [0x41, 0x0D, 0x0A]), as: key.name)
    await #expect(throws: StorageError.unreadableValue(key.name)) { _ = try await store.read(key) }
  }

  @Test("Names that no key claims are found")
  func unclaimed() async throws {
    let store = InMemorySecretStore()
    for name in ["a", "b", "c"] { try await store.write(Secret(copying: [1]), as: secretName(name)) }
    #expect(try await store.unclaimed(by: [secretName("a"), secretName("x")]).map(\.text) == ["b", "c"])
  }
}
