import Foundation

/// What was seen when a valid path held no pinned key, for whoever runs the server: a forgotten pin or an interceptor.
///
/// It holds digests of public keys and the host; nothing about the user.
public struct PinFailureReport: Sendable, Hashable {
  public let host: ServerHost
  public let expected: Set<ServerPin>
  /// The keys of the validated path, leaf first.
  public let seen: [ServerPin]
  public let date: Date

  /// What was expected and what was seen in one failed connection to `host`.
  public init(host: ServerHost, expected: PinSet, seen: [ServerPin], date: Date) {
    self.host = host
    self.expected = expected.pins
    self.seen = seen
    self.date = date
  }
}
