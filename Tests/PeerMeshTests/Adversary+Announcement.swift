import Crypto
import PeerMesh
import SecurityTesting

extension Adversary {
  /// The agreement key of a device's card.
  static func agreementKey(_ number: Int) throws -> [UInt8] {
    let key = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: Crew.bytes("agreement \(number)"))
    return Array(key.publicKey.rawRepresentation)
  }

  /// The words of a device about itself, signed by it.
  func announcement(
    _ number: Int, uid: String? = nil, callsign: String? = nil, at now: MeshTime
  ) throws -> [UInt8] {
    func text(_ text: String) -> [UInt8] { [UInt8(text.utf8.count)] + Array(text.utf8) }
    let body =
      try Self.agreementKey(number) + text(uid ?? "uid-\(number)") + text(callsign ?? "Call-\(number)")
      + [0, 0, 0, 0]
    let signer = try Crew.signer(number)
    return try frame(
      body, kind: MessageKind.announcement.rawValue, sender: sender(signer.publicKey), boot: UInt64(now), sentAt: now,
      signer: signer)
  }
}

extension Station {
  /// What the node last asked to keep.
  static func kept(_ effects: [MeshEffect]) -> KeptMission? {
    effects.compactMap { if case .keep(let mission) = $0 { mission } else { nil } }.last
  }
}
