public import PeerMesh

/// What a simulated network does to datagrams.
public struct SimulatedWeather: Sendable, Hashable {
  /// The part that is lost, and the part that arrives twice.
  public var loss: Double
  public var duplication: Double
  /// Milliseconds under way, each datagram its own: so later ones overtake earlier ones.
  public var delay: ClosedRange<MeshTime>

  public init(loss: Double = 0, duplication: Double = 0, delay: ClosedRange<MeshTime> = 5...5) {
    self.loss = loss
    self.duplication = duplication
    self.delay = delay
  }
}
