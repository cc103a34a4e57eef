import Crypto
import Foundation
import PeerMesh
import Redaction
import SecurityTesting

/// Keys and devices for tests; all follow from small numbers.
enum Crew {
  static let start: MeshTime = 1_800_000_000_000

  static func bytes(_ label: String, count: Int = 32) -> [UInt8] {
    Array(SHA256.hash(data: Array(label.utf8)).prefix(count))
  }

  static func key(
    _ number: Int = 1, mission: String = "Rescue", epoch: UInt32 = 1, notBefore: MeshTime? = nil,
    notAfter: MeshTime? = nil, authority: MeshDeviceKey? = nil, suite: MeshSuite = .noise
  ) throws -> MeshKey {
    try MeshKey(
      Secret(copying: bytes("key \(number)")), mission: mission, suite: suite, epoch: epoch, notBefore: notBefore,
      notAfter: notAfter, authority: authority)
  }

  static func signer(_ number: Int) throws -> SoftwareSigner {
    try SoftwareSigner(Secret(copying: bytes("signer \(number)")))
  }

  static func device(
    _ number: Int, uid: String? = nil, callsign: String? = nil, proof: OnboardingProof? = nil,
    signer: (any MeshSigner)? = nil
  ) throws -> MeshDevice {
    try MeshDevice(
      signer: signer ?? Crew.signer(number), agreementSecret: Secret(copying: bytes("agreement \(number)")),
      uid: uid ?? "uid-\(number)", callsign: callsign ?? "Call-\(number)", team: "Cyan", role: "Medic", proof: proof)
  }

  static func mission(_ key: MeshKey) throws -> KeptMission { KeptMission(keyring: try MeshKeyring(key)) }
}

/// A signer whose key is of the kind that a Secure Enclave holds.
struct EnclaveLikeSigner: MeshSigner {
  let key: P256.Signing.PrivateKey
  let publicKey: MeshDeviceKey

  init() throws {
    key = P256.Signing.PrivateKey()
    publicKey = try MeshDeviceKey(.p256, bytes: Array(key.publicKey.compressedRepresentation))
  }

  func signature(over message: [UInt8]) throws(MeshError) -> [UInt8] {
    guard let signature = try? key.signature(for: message) else { throw .signing(1) }
    return Array(signature.rawRepresentation)
  }
}
