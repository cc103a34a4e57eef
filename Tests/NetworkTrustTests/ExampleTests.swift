import Crypto
import Foundation
import NetworkTrust
import SecurityPolicy
import SecurityTesting
import Testing
import TrustWire

/// What the guide shows, compiled and run.
struct ExampleTests {
  static let now = Date(timeIntervalSince1970: 1_800_000_000)

  @Test("Pins of a policy, an authority of one's own, and a rotation of the server's key without a new app")
  func rotation() async throws {
    let authority = try TestAuthority(
      name: "ours", notBefore: Self.now, notAfter: Self.now.addingTimeInterval(86_400))
    var request = TestAuthority.Leaf(notBefore: Self.now, notAfter: Self.now.addingTimeInterval(3600))
    request.names = ["api.example.org"]
    let server = try authority.issue(request)
    let chain = [server.certificateDER]
    let offline = P256.Signing.PrivateKey()
    let spare = (1...2).map { Data(repeating: $0, count: 32).base64EncodedString() }
    var connection = EnvironmentRequirement(
      endpoint: "https://api.example.org", pins: spare,
      anchors: [Data(authority.certificateDER).base64EncodedString()], tokenKeys: [], loginKey: "")
    connection.pinning.updateKey = DevicePublicKey(offline.publicKey).thumbprint

    // The device: what the policy says, and what was signed since.
    let pins = PinRotation(builtIn: try PinPolicy(connection), store: InMemoryPinUpdateStore())
    let anchors = try TrustAnchors(connection)
    let host = try Endpoint(connection.endpoint).host
    var trust = try TrustEvaluation(anchors: anchors, pinning: await pins.policy(at: Self.now))
    #expect(await trust.evaluate(chain: chain, host: host, now: Self.now).refusal == .noPinnedKey)

    // The owner, offline: a key that the apps in the field do not know.
    let update = PinUpdate(
      number: 1, issuedAt: 1_800_000_000, expiresAt: 1_800_000_000 + 90 * 86_400,
      hosts: [.init(host: host.description, pins: [try ServerPin(certificateDER: chain[0]).base64, spare[0]])])
    let signed = try await SignedMessage.compact(
      .pinUpdate, payload: update.bytes, key: DevicePublicKey(offline.publicKey)
    ) { Array(try offline.signature(for: $0).rawRepresentation) }

    // The device again.
    trust = try TrustEvaluation(anchors: anchors, pinning: try await pins.accept(signed, at: Self.now))
    #expect(await trust.evaluate(chain: chain, host: host, now: Self.now).verdict == .holds)
  }
}
