/// The content of an announcement, which its frame signs: agreement key 32, uid, callsign, team, role behind a length of
/// one byte each, proof behind a length of two.
package struct PeerAnnouncement: Sendable, Hashable {
  /// The longest, in bytes.
  static let limit = 32 + 4 * 65 + 2 + OnboardingProof.limit
  package let agreementKey: [UInt8]
  package let uid: String
  package let callsign: String
  package let team: String
  package let role: String
  package let proof: OnboardingProof?

  /// - Throws: ``MeshRefusal/announcement``.
  package init(reading bytes: [UInt8]) throws(MeshRefusal) {
    var fields = ByteFields(bytes)
    guard let agreementKey = fields.take(32), let uid = fields.text(limit: 64),
      let callsign = fields.text(limit: 64), let team = fields.text(limit: 64, mayBeEmpty: true),
      let role = fields.text(limit: 64, mayBeEmpty: true), let count = fields.number(UInt16.self),
      let proof = fields.take(Int(count)), fields.isAtEnd, proof.count <= OnboardingProof.limit,
      KeyAgreement.isUsable(agreementKey)
    else { throw .announcement }
    (self.agreementKey, self.uid, self.callsign, self.team, self.role) = (agreementKey, uid, callsign, team, role)
    self.proof = try? OnboardingProof(proof)
  }

  package var bytes: [UInt8] {
    var bytes = agreementKey
    for text in [uid, callsign, team, role] { bytes.append(shortText: text) }
    bytes.append(bigEndian: UInt16(truncatingIfNeeded: proof?.bytes.count ?? 0))
    return bytes + (proof?.bytes ?? [])
  }
}
