/// What a node has done and dropped since it was made.
public struct MeshCounters: Sendable, Hashable {
  public internal(set) var delivered = 0
  public internal(set) var relayed = 0
  /// Datagrams sent once more because no report confirmed them.
  public internal(set) var repeated = 0
  public internal(set) var sentBytes = 0
  public internal(set) var receivedBytes = 0
  public internal(set) var proofs = 0
  /// Events of a ``MeshNode`` that were lost because the app did not read them in time, and how many were emergencies.
  public internal(set) var unread = 0
  public internal(set) var unreadEmergencies = 0
  public internal(set) var refusals: [MeshRefusal: Int] = [:]

  mutating func count(_ refusal: MeshRefusal) { refusals[refusal, default: 0] += 1 }
}
