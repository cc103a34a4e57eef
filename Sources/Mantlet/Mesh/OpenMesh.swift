import PeerMesh
import Synchronization

/// The node that was handed out, so that a wipe ends it before it takes the keys away: a node that went on would keep them
/// in memory, and write them again.
final class OpenMesh: Sendable {
  private let held = Mutex<MeshNode?>(nil)

  var node: MeshNode? { held.withLock { $0 } }

  func keep(_ node: MeshNode) { held.withLock { $0 = node } }

  /// Links closed, keys in memory given up. What the node then says of its store is not asked: the gate is shut to it,
  /// and the wipe reads back by itself.
  func end() async {
    let ending = held.withLock { node in
      defer { node = nil }
      return node
    }
    _ = await ending?.wipe()
  }
}
