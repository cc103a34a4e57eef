#if APPLE_EMULATION
  import AppIntegrity
  import AppleIntegrity
  import DeviceCheck
  import Foundation
  import SecurityTesting
  import Testing

  @Suite("App Attest as Apple offers it", .ownPhone)
  struct AppAttestServiceTests {
    private let service = AppAttestService()
    private let hash = [UInt8](repeating: 7, count: 32)

    @Test("A key is made, attested once, and signs afterwards; the hash reaches Apple unchanged")
    func story() async throws {
      #expect(service.isSupported)
      let key = try await service.generateKey()
      #expect(key.count == 44)
      #expect(try await service.attest(keyID: key, clientDataHash: hash).suffix(32) == hash[...])
      let first = try await service.assertion(keyID: key, clientDataHash: hash)
      let second = try await service.assertion(keyID: key, clientDataHash: hash)
      #expect(first.suffix(32) == hash[...])
      #expect(first != second)
    }

    @Test("It keeps every claim of the seam")
    func conformance() async {
      #expect(await AppAttestingConformance.brokenClaims { AppAttestService() } == [])
    }

    @Test("A key that is unknown, or attested before, or not yet attested is refused by its name")
    func keys() async throws {
      let key = try await service.generateKey()
      await #expect(throws: AppAttestFailure.invalidKey) {
        try await service.assertion(keyID: key, clientDataHash: hash)
      }
      _ = try await service.attest(keyID: key, clientDataHash: hash)
      await #expect(throws: AppAttestFailure.invalidKey) { try await service.attest(keyID: key, clientDataHash: hash) }
      await #expect(throws: AppAttestFailure.invalidKey) { try await service.attest(keyID: "x", clientDataHash: hash) }
    }

    @Test("A hash of another length never reaches Apple", arguments: [0, 20, 31, 33])
    func hashes(length: Int) async throws {
      let hash = [UInt8](repeating: 7, count: length)
      await #expect(throws: AppAttestFailure.invalidInput) {
        try await service.attest(keyID: "x", clientDataHash: hash)
      }
      await #expect(throws: AppAttestFailure.invalidInput) {
        try await service.assertion(keyID: "x", clientDataHash: hash)
      }
      #expect(EmulatedAttester.current.now.calls == 0)
    }

    private static let failures: [(any Error, AppAttestFailure)] = [
      (DCError(.unknownSystemFailure), .unknownSystemFailure), (DCError(.featureUnsupported), .featureUnsupported),
      (DCError(.invalidInput), .invalidInput), (DCError(.invalidKey), .invalidKey),
      (DCError(.serverUnavailable), .serverUnavailable), (NSError(domain: "other", code: 42), .other(42)),
    ]

    @Test("Each of Apple's errors keeps its meaning, and a foreign one its number", arguments: 0..<6)
    func failures(index: Int) async throws {
      let (thrown, expected) = Self.failures[index]
      EmulatedAttester.current.change { $0.failures = [thrown, thrown, thrown] }
      await #expect(throws: expected) { try await service.generateKey() }
      await #expect(throws: expected) { try await service.attest(keyID: "x", clientDataHash: hash) }
      await #expect(throws: expected) { try await service.assertion(keyID: "x", clientDataHash: hash) }
    }

    @Test("A device without it says so")
    func unsupported() async throws {
      EmulatedAttester.current.change { $0.isSupported = false }
      #expect(!service.isSupported)
      await #expect(throws: AppAttestFailure.featureUnsupported) { try await service.generateKey() }
    }
  }
#endif
