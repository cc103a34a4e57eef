import CursorOnTarget
import Foundation
import NetworkTrust
import PeerMesh
import Redaction
import SecurityTesting
import TakGateway
import Testing

/// A bridge between the mission `Rescue` and a TAK server, and nodes of that mission; devices go by a number.
struct RescueBridge {
  static let now: MeshTime = 1_800_000_000_000
  private static let dates = (
    Date(timeIntervalSince1970: 1_799_000_000), Date(timeIntervalSince1970: 1_801_000_000)
  )
  private let authority: TestAuthority
  let bridge: MeshBridge

  init() throws {
    authority = try TestAuthority(name: "TAK", notBefore: Self.dates.0, notAfter: Self.dates.1)
    let server = TakServer(
      endpoint: try Endpoint("https://tak.example:8089"), authorities: [authority.certificateDER])
    bridge = MeshBridge(
      rules: try BridgeRules(ownUIDs: [CoTLine("BRIDGE")], tag: "mantlet-test"), onboarding: TakOnboarding(server),
      mission: "Rescue")
  }

  func signer(_ number: UInt8) throws -> SoftwareSigner {
    try SoftwareSigner(Secret(copying: [UInt8](repeating: number, count: 32)))
  }

  /// What proves to the bridge that this device belongs to a client of its server.
  func proof(for number: UInt8, uid: String) async throws -> OnboardingProof {
    var leaf = TestAuthority.Leaf(notBefore: Self.dates.0, notAfter: Self.dates.1)
    leaf.extendedKeyUsages = [TestUsage.clientAuth.usage]
    let issued = try authority.issue(leaf)
    let text = issued.privateKeyPEM.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
    let key = try PrivateKeyDER(reading: Secret(copying: Array(#require(Data(base64Encoded: text)))))
    let identity = try ClientIdentity(certificates: [issued.certificateDER], key: .exportable(key))
    return try await TakOnboarding.proof(
      by: identity, device: signer(number).publicKey, uid: uid, mission: "Rescue")
  }

  func node(_ number: UInt8, uid: String, proof: OnboardingProof? = nil) throws -> MeshNode {
    let device = try MeshDevice(
      signer: signer(number), agreementSecret: Secret(copying: [UInt8](repeating: number + 100, count: 32)), uid: uid,
      callsign: "Call " + uid, proof: proof)
    let key = try MeshKey(Secret(copying: [UInt8](repeating: 7, count: 32)), mission: "Rescue", epoch: 1)
    return MeshNode(
      device: device, mission: KeptMission(keyring: try MeshKeyring(key)), store: InMemoryMeshKeyStore(),
      now: { Self.now }, random: { .random(in: .min ... .max) })
  }

  /// What a node hands out after another, whom it knows by then, sent this.
  func carried(
    _ body: [UInt8], as kind: MessageKind, from sender: MeshNode, to receiver: MeshNode
  ) async throws -> MeshMessage {
    let (first, second) = InMemoryLink.pair(id: LinkID(1), binding: [1])
    await receiver.attach(second)
    await sender.attach(first)
    for await effect in receiver.events {
      if case .peer = effect { try await sender.send(body, as: kind) }
      if case .deliver(let message) = effect { return message }
    }
    throw MeshError.linkClosed
  }
}
