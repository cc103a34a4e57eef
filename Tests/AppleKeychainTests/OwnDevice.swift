#if APPLE_EMULATION
  import Redaction
  import SecretStorage
  import Security
  import Testing

  /// Gives every test an emulated device of its own.
  struct OwnDevice: TestTrait, SuiteTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      try await EmulatedDevice.$current.withValue(EmulatedDevice()) { try await function() }
    }
  }

  extension Trait where Self == OwnDevice {
    static var ownDevice: OwnDevice { OwnDevice() }
  }

  let place = KeychainPlace(service: "example.tests")

  func name(_ text: String) throws -> SecretName { try #require(SecretName(text)) }

  func put(
    _ bytes: [UInt8], _ text: String, _ access: AccessRequirement = AccessRequirement(), in store: any SecretStore
  ) async throws {
    try await store.write(Secret(copying: bytes), as: name(text), access: access)
  }

  func bytes(_ text: String, in store: any SecretStore) async throws -> [UInt8]? {
    guard let secret = try await store.read(name(text)) else { return nil }
    return secret.withExposedBytes { Array($0) }
  }
#endif
