import SecurityPolicy
import UntrustedInput

/// Probes that a policy owner switches off or lets count for less, until a fixed day: for a probe that accuses sound
/// devices after an update of some system.
///
/// A number that rises orders overlays. What an overlay may not touch is built into the device: the probes of
/// `AppIntegrity.OverlayFloor` keep their weight whatever it says. It can make nothing stronger.
public struct ProbeOverlay: WireMessage {
  /// What happens to one probe.
  public enum Change: String, Sendable, Hashable, CaseIterable {
    /// It is asked no longer.
    case off
    case medium, weak

    /// The weight that is left; nil when none is.
    public var strength: Signal.Strength? { Signal.Strength(rawValue: rawValue) }
  }

  /// Days from issue to end, at most.
  public static let longestDays: Int64 = 90

  /// Rises with every overlay of one owner.
  public var number: Int64
  /// Seconds since 1970.
  public var issuedAt: Int64
  /// Seconds since 1970, at most ``longestDays`` after ``issuedAt``.
  public var expiresAt: Int64
  /// By the probe's id, at most 256.
  public var changes: [String: Change]

  public init(number: Int64, issuedAt: Int64, expiresAt: Int64, changes: [String: Change]) {
    self.number = number
    self.issuedAt = issuedAt
    self.expiresAt = expiresAt
    self.changes = changes
  }

  public var members: [JSONMember] {
    let entries = changes.sorted { $0.key < $1.key }.map { JSONMember($0.key, .string($0.value.rawValue)) }
    return [
      JSONMember("number", .integer(number)), JSONMember("iat", .integer(issuedAt)),
      JSONMember("exp", .integer(expiresAt)), JSONMember("probes", JSONNode(.object(entries))),
    ]
  }

  /// An overlay that is well-formed; signature and time are ``VerifiedOverlay``'s.
  public init(members node: JSONNode) throws(WireError) {
    number = try node.number("number")
    issuedAt = try node.number("iat")
    expiresAt = try node.number("exp")
    guard number > 0 else { throw .missing(member: "number") }
    let (life, overflow) = expiresAt.subtractingReportingOverflow(issuedAt)
    guard !overflow, (1...Self.longestDays * 86400).contains(life) else { throw .missing(member: "exp") }
    guard let probes = node["probes"], let entries = probes.members, entries.count <= 256 else {
      throw .missing(member: "probes")
    }
    changes = [:]
    for entry in entries {
      guard (1...64).contains(entry.name.utf8.count), !entry.name.utf8.contains(0) else {
        throw .missing(member: "probes")
      }
      changes[entry.name] = try probes.word(entry.name) as Change
    }
  }
}
