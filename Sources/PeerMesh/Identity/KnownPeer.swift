/// A device whose signed announcement was accepted.
public struct KnownPeer: Sendable, Hashable {
  /// Why the binding of uid and key is believed.
  public enum Pinning: UInt8, Sendable, Hashable {
    /// Nobody else had claimed the uid or callsign before: a liar who came first is believed.
    case firstContact = 0
    /// A person compared the device's id.
    case confirmed = 1
  }

  public let device: MeshDeviceKey
  /// X25519; what a new key is sealed to when another device is lost.
  public let agreementKey: [UInt8]
  public let uid: String
  public let callsign: String
  /// Claimed by the peer: for display and filters, no access control.
  public let team: String
  public let role: String
  public let proof: OnboardingProof?
  public internal(set) var pinning: Pinning
  public let firstHeard: MeshTime
  public internal(set) var lastHeard: MeshTime
}
