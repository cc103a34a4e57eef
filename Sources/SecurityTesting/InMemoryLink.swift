public import PeerMesh
import Synchronization

/// One end of a link in memory, at once or never: what is lost follows from a seed. For nodes with tasks; thousands of
/// nodes under one clock run on `SimulatedMesh`.
public final class InMemoryLink: Link {
  public let description: LinkDescription
  public let datagrams: AsyncStream<[UInt8]>
  private let inbound: AsyncStream<[UInt8]>.Continuation
  private let outbound: AsyncStream<[UInt8]>.Continuation
  private let loss: Double
  private let generator: Mutex<SeededGenerator>

  private init(
    _ description: LinkDescription, _ stream: (AsyncStream<[UInt8]>, AsyncStream<[UInt8]>.Continuation),
    to outbound: AsyncStream<[UInt8]>.Continuation, loss: Double, seed: UInt64
  ) {
    self.description = description
    datagrams = stream.0
    inbound = stream.1
    self.outbound = outbound
    self.loss = loss
    generator = Mutex(SeededGenerator(seed: seed))
  }

  /// Both ends, the initiator's first.
  ///
  /// - Parameter loss: the part of all datagrams that never arrives.
  public static func pair(
    id: LinkID, mtu: Int = 185, binding: [UInt8] = [], loss: Double = 0, seed: UInt64 = 1
  ) -> (InMemoryLink, InMemoryLink) {
    let (first, second) = (AsyncStream<[UInt8]>.makeStream(), AsyncStream<[UInt8]>.makeStream())
    func end(_ role: LinkRole) -> LinkDescription {
      LinkDescription(id: id, kind: .memory, role: role, binding: binding, mtu: mtu)
    }
    return (
      InMemoryLink(
        end(.initiator), (first.stream, first.continuation), to: second.continuation, loss: loss, seed: seed),
      InMemoryLink(
        end(.responder), (second.stream, second.continuation), to: first.continuation, loss: loss, seed: seed &+ 1)
    )
  }

  public func send(_ datagram: [UInt8]) async throws(MeshError) {
    guard datagram.count <= description.mtu else { throw .tooLarge(limit: description.mtu) }
    guard loss == 0 || generator.withLock({ Double.random(in: 0..<1, using: &$0) }) >= loss else { return }
    if case .terminated = outbound.yield(datagram) { throw .linkClosed }
  }

  public func close() async {
    inbound.finish()
    outbound.finish()
  }
}
