/// A device whose signed announcement was accepted.
public struct KnownPeer: Sendable, Hashable {
  /// Why the binding of uid and key is believed.
  public enum Pinning: UInt8, Sendable, Hashable {
    /// Nobody else had claimed the uid or callsign before: a liar who came first is believed.
    case firstContact = 0
    /// A person compared the device's id.
    case confirmed = 1
  }

  /// Behind one reference, replaced as a whole: every message that is delivered carries a copy.
  private final class Fixed: Sendable {
    let device: MeshDeviceKey
    let words: PeerAnnouncement
    let firstHeard: MeshTime

    init(_ device: MeshDeviceKey, _ words: PeerAnnouncement, _ firstHeard: MeshTime) {
      (self.device, self.words, self.firstHeard) = (device, words, firstHeard)
    }
  }

  private let fixed: Fixed
  public internal(set) var pinning: Pinning
  public internal(set) var lastHeard: MeshTime

  init(
    _ device: MeshDeviceKey, words: PeerAnnouncement, pinning: Pinning, firstHeard: MeshTime, lastHeard: MeshTime
  ) {
    fixed = Fixed(device, words, firstHeard)
    (self.pinning, self.lastHeard) = (pinning, lastHeard)
  }

  public var device: MeshDeviceKey { fixed.device }
  /// What it said last; of what a restart kept, with neither team, role nor proof.
  var words: PeerAnnouncement { fixed.words }
  /// X25519; what a new key is sealed to when another device is lost.
  public var agreementKey: [UInt8] { words.agreementKey }
  public var uid: String { words.uid }
  public var callsign: String { words.callsign }
  /// Claimed by the peer: for display and filters, no access control.
  public var team: String { words.team }
  public var role: String { words.role }
  public var proof: OnboardingProof? { words.proof }
  public var firstHeard: MeshTime { fixed.firstHeard }

  public static func == (left: KnownPeer, right: KnownPeer) -> Bool {
    left.pinning == right.pinning && left.lastHeard == right.lastHeard
      && (left.fixed === right.fixed
        || left.device == right.device && left.words == right.words && left.firstHeard == right.firstHeard)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(device)
    hasher.combine(words)
    hasher.combine(firstHeard)
    hasher.combine(lastHeard)
    hasher.combine(pinning)
  }
}
