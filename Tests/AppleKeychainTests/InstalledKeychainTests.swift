import AppleKeychain
import Crypto
import Foundation
import SecretStorage
import SecurityPolicy
import SecurityTesting
import Testing

/// The keychain that is really there: on a Mac Apple's, on Linux the emulation. A test bundle without a signature has no
/// data-protection keychain on macOS; what then cannot be tried is skipped by name.
@Suite struct InstalledKeychainTests {
  private static func makePlace() -> KeychainPlace { KeychainPlace(service: "tests.\(UUID().uuidString)") }

  private static func isUsable() async -> Bool {
    await AppleKeychain(makePlace()).probe().verdict == .holds
  }

  @Test("The keychain of this machine works, or says that the tests are not signed for it")
  func probe() async {
    let probe = await AppleKeychain(Self.makePlace()).probe()
    #expect(probe.verdict == .holds || probe.status == .missingEntitlement)
  }

  @Test("It keeps every claim of the conformance suite", .enabled("the tests are signed for a keychain", isUsable))
  func conformance() async throws {
    let place = Self.makePlace()
    let report = await SecretStoreConformance.judge {
      let store = AppleKeychain(place)
      for name in try await store.names() { try await store.delete(name) }
      return store
    }
    #expect(report.broken == [])
    let store = AppleKeychain(place)
    for name in try await store.names() { try await store.delete(name) }
  }

  @Test("A key is made in the Secure Enclave or not at all")
  func enclave() async throws {
    let name = try #require(SecretName("test-key"))
    let key = EnclaveKey(name, in: Self.makePlace(), access: AccessRequirement(.whenUnlockedThisDeviceOnly))
    do throws(EnclaveError) { try await key.create() } catch {
      switch error {
      case .noSecureEnclave, .storage(.entitlementMissing): return
      default: throw error
      }
    }
    let signature = try await key.sign([1, 2, 3])
    #expect(try await key.publicKey().isValidSignature(signature, for: [1, 2, 3]))
    try await key.delete()
  }
}
