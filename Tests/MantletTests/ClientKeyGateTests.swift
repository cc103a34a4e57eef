import AppIntegrity
import AppSession
import Crypto
import DataLifecycle
import Foundation
import Mantlet
import NetworkTrust
import Redaction
import SecretStorage
import SecurityPolicy
import SecurityTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(15))) struct ClientKeyGateTests {
  /// Hardware that takes its time for a key: until a wipe has come by, or seems to wait for it.
  private final class SlowKeys: ClientKeySource {
    struct State {
      var keys: [ClientKeySlot: P256.Signing.PrivateKey] = [:]
      var removals = 0
    }
    let state = Mutex(State())
    let asked = AsyncStream.makeStream(of: Void.self)

    private struct Signer: ClientSigner {
      let key: P256.Signing.PrivateKey
      var publicKey: [UInt8] { Array(key.publicKey.derRepresentation) }

      func signature(
        over message: [UInt8], using algorithm: ClientSignatureAlgorithm
      ) async throws(IdentityError) -> [UInt8] {
        do { return Array(try key.signature(for: message).derRepresentation) } catch { throw .signingFailed(0) }
      }
    }

    func makeKey(in slot: ClientKeySlot) async throws(IdentityError) -> any ClientSigner {
      asked.continuation.yield()
      // A wipe removes both, and once more when it erases.
      let enough = 2 * ClientKeySlot.allCases.count
      for _ in 0..<20_000 where state.withLock({ $0.removals }) < enough { await Task.yield() }
      let key = P256.Signing.PrivateKey()
      state.withLock { $0.keys[slot] = key }
      return Signer(key: key)
    }

    func key(in slot: ClientKeySlot) async throws(IdentityError) -> (any ClientSigner)? {
      state.withLock { $0.keys[slot] }.map(Signer.init)
    }

    func removeKey(in slot: ClientKeySlot) async throws(IdentityError) {
      state.withLock {
        $0.keys[slot] = nil
        $0.removals += 1
      }
    }
  }

  @Test("A key that was asked for before a logout is not there after it")
  func race() async throws {
    let keys = SlowKeys()
    let probes = QuietDevice()
    let (server, records) = (TinyServer(), InMemoryRecords())
    var adapters = Shield.Adapters(
      secrets: InMemorySecretStore(), openRecords: { _, _, _ in records }, recordFiles: [],
      container: InMemoryInstallationContainer(), journal: InMemoryWipeJournal(), wipeTargets: [],
      absent: Stage.absent,
      transport: InMemoryTransport { request, body throws(NetworkError) in try server.answer(request, body) },
      check: SecurityCheck(facts: probes, sources: [probes]))
    adapters.clientKeys = keys
    let shield = try await Shield.open(
      policy: try DevicePolicy(verifying: try await signed(try testSlice().bytes), signedBy: policySigner),
      app: AppIdentity(identifier: "org.example", version: "1"), adapters: adapters,
      now: { Date(timeIntervalSince1970: 1_800_000_000) })
    try await shield.enroll()
    try await shield.logIn(user: "ada", password: Secret(copying: "horse-4711".utf8))
    keys.state.withLock { $0.removals = 0 }
    let keeper = shield.clientIdentity
    let request = Task { try? await keeper.request(CertificateSubject([.commonName("ada")])) }
    for await _ in keys.asked.stream { break }
    let report = try await shield.logOut()
    #expect(report.isComplete)
    #expect(await request.value == nil)
    #expect(keys.state.withLock { $0.keys.isEmpty })
  }
}
