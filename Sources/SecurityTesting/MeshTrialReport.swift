public import PeerMesh

/// What came out of a ``MeshTrial``.
public struct MeshTrialReport: Sendable, Hashable {
  public let nodes: Int
  public let links: Int
  public let messages: Int
  /// Ends of links whose other side proved the key; twice the links when all did.
  public internal(set) var proofs = 0
  /// Nodes within so many links of each sender, over all messages, and how many of them the message reached.
  public internal(set) var withinReach = 0
  public internal(set) var reached = 0
  /// Deliveries of a message to a node that had it: always zero.
  public internal(set) var doubled = 0
  /// Deliveries beyond the number of hops or across a wall: from what was kept for later.
  public internal(set) var beyondReach = 0
  /// By distance in links, from 1: nodes, and those reached.
  public internal(set) var byDistance: [(within: Int, reached: Int)] = []
  /// Milliseconds from sending to delivery, sorted.
  public internal(set) var latencies: [MeshTime] = []
  /// Bytes handed to links until all were linked, and after that.
  public internal(set) var handshakeBytes = 0
  public internal(set) var bytesOnAir = 0
  public internal(set) var datagrams = 0
  /// Growth of the process by the linked nodes, as far as the caller could measure it.
  public internal(set) var bytesOfMemoryPerNode: Int?

  public var deliveryRatio: Double { withinReach == 0 ? 0 : Double(reached) / Double(withinReach) }

  /// The latency that this part of all deliveries did not exceed.
  public func latency(_ part: Double) -> MeshTime? {
    latencies.isEmpty ? nil : latencies[min(latencies.count - 1, Int(part * Double(latencies.count)))]
  }

  init(nodes: Int, links: Int, messages: Int) {
    (self.nodes, self.links, self.messages) = (nodes, links, messages)
  }

  mutating func fill(reach: [[Int: Int]], arrived: [[Int: Int]], latencies: [MeshTime]) {
    self.latencies = latencies.sorted()
    for (within, arrivals) in zip(reach, arrived) {
      for (node, distance) in within {
        while byDistance.count < distance { byDistance.append((0, 0)) }
        byDistance[distance - 1].within += 1
        withinReach += 1
        guard arrivals[node] != nil else { continue }
        byDistance[distance - 1].reached += 1
        reached += 1
      }
      doubled += arrivals.values.reduce(0) { $0 + $1 - 1 }
      beyondReach += arrivals.keys.filter { within[$0] == nil }.count
    }
  }

  public static func == (left: MeshTrialReport, right: MeshTrialReport) -> Bool {
    left.latencies == right.latencies && left.bytesOnAir == right.bytesOnAir && left.reached == right.reached
      && left.handshakeBytes == right.handshakeBytes && left.datagrams == right.datagrams
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(bytesOnAir) }
}
