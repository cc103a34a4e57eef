public import PeerMesh
public import Redaction

/// How an app's person appears to the others of a mission. Callsign, team and role are claims, which no key proves.
public struct MeshMember: Sendable, Hashable {
  public var callsign: String
  public var team: String
  public var role: String
  /// Nil for one that follows from the device's signing key.
  public var uid: String?
  /// What a bridge to a TAK server asks for; nil for a device without a TAK identity.
  public var proof: OnboardingProof?

  /// - Parameter uid: nil for one that follows from the device's key, and so stays as long as the key.
  public init(callsign: String, team: String = "", role: String = "", uid: String? = nil, proof: OnboardingProof? = nil)
  {
    (self.callsign, self.team, self.role, self.uid, self.proof) = (callsign, team, role, uid, proof)
  }

  /// How many random bytes the keys of a device are made from.
  public static let secretByteCount = 64

  /// A device with the keys that these bytes are: the signing key, and the key that new mission keys are sealed to.
  ///
  /// The signing key is one of software: whoever reads the app's memory has this device's identity in the mesh.
  ///
  /// - Throws: `MeshError.storeDamaged` for another number of bytes, `MeshError.text` for an unacceptable name.
  public func device(from secret: borrowing Secret) throws(MeshError) -> MeshDevice {
    func half(_ range: Range<Int>) -> Secret {
      secret.withExposedBytes { Secret(copying: UnsafeRawBufferPointer(rebasing: $0[range])) }
    }
    guard secret.count == Self.secretByteCount else { throw .storeDamaged }
    let signer = try SoftwareSigner(half(0..<32))
    let id = signer.publicKey.id.prefix(8).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    return try MeshDevice(
      signer: signer, agreementSecret: half(32..<64), uid: uid ?? "mantlet-\(id)", callsign: callsign, team: team,
      role: role, proof: proof)
  }
}
