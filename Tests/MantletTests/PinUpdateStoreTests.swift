import Mantlet
import NetworkTrust
import SecretStorage
import SecurityPolicy
import SecurityTesting
import Testing

/// The newest signed pin update in the secret store, by the claims of the seam that it fills.
@Suite(.timeLimit(.minutes(15))) struct PinUpdateStoreTests {
  @Test("A pin update in the secret store keeps what every store of one promises")
  func claims() async {
    #expect(
      await PinUpdateStoreConformance.brokenClaims {
        StoredPinUpdate(store: InMemorySecretStore(), access: AccessRequirement())
      } == [])
  }
}
