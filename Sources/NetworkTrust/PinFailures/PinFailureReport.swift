import Foundation

/// What was seen when a server showed no pinned key, for whoever runs the real one: a forgotten pin, or somebody in
/// between.
///
/// It holds digests of public keys, the host and a time; nothing about the user.
public struct PinFailureReport: Sendable, Hashable {
  /// What became of the connection.
  public enum Outcome: String, Sendable, Hashable, CaseIterable {
    /// A valid path without a pinned key: no connection.
    case refused
    /// The same, let through by a policy that only watches its pins.
    case reportedOnly
    /// No valid path at all: no connection.
    case notValidated
  }

  /// The most keys that are reported.
  public static let maximumSeen = 10

  public let host: ServerHost
  /// Empty when nothing is pinned for the host.
  public let expected: Set<ServerPin>
  /// The keys of the validated path, leaf first; of what was presented, as far as it could be read, when no path was
  /// valid: then anybody can have put them there.
  public let seen: [ServerPin]
  public let date: Date
  public let outcome: Outcome

  /// What was expected and what was seen in one connection to `host`; of `seen` the first ``maximumSeen``.
  public init(
    host: ServerHost, expected: Set<ServerPin>, seen: [ServerPin], date: Date, outcome: Outcome = .refused
  ) {
    self.host = host
    self.expected = expected
    self.seen = Array(seen.prefix(Self.maximumSeen))
    self.date = date
    self.outcome = outcome
  }
}
