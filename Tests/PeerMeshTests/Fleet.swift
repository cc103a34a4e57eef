import PeerMesh
import SecurityTesting

/// A simulated mesh that writes down what its nodes say.
final class Fleet {
  let mesh: SimulatedMesh
  private(set) var messages: [(node: Int, message: MeshMessage)] = []
  private(set) var notices: [(node: Int, notice: MeshNotice)] = []
  private(set) var proven: [Int] = []
  private(set) var closed: [(node: Int, refusal: MeshRefusal)] = []
  private(set) var kept: [Int: KeptMission] = [:]

  init(seed: UInt64 = 1, weather: SimulatedWeather = SimulatedWeather()) {
    mesh = SimulatedMesh(seed: seed, weather: weather, start: Crew.start)
    mesh.onEffect = { [unowned self] node, effect in
      switch effect {
      case .deliver(let message): messages.append((node, message))
      case .notice(let notice): notices.append((node, notice))
      case .proven: proven.append(node)
      case .close(_, let refusal): closed.append((node, refusal))
      case .keep(let mission): kept[node] = mission
      case .transmit, .peer: break
      }
    }
  }

  /// Devices 0 ..< count with one key, not yet linked.
  static func crew(
    _ count: Int, key: MeshKey, seed: UInt64 = 1, weather: SimulatedWeather = SimulatedWeather(),
    limits: MeshLimits = MeshLimits()
  ) throws -> Fleet {
    let fleet = Fleet(seed: seed, weather: weather)
    for number in 0..<count {
      _ = fleet.mesh.add(try Crew.device(number), mission: try Crew.mission(key), limits: limits)
    }
    return fleet
  }

  /// Devices in a row, each linked to the next, all proven.
  static func row(
    _ count: Int, key: MeshKey, seed: UInt64 = 1, mtu: Int = 512, limits: MeshLimits = MeshLimits()
  ) throws -> Fleet {
    let fleet = try crew(count, key: key, seed: seed, limits: limits)
    for number in 0..<count - 1 { fleet.mesh.connect(number, number + 1, mtu: mtu) }
    fleet.mesh.run(for: 5_000)
    return fleet
  }

  func bodies(of node: Int) -> [[UInt8]] { messages.filter { $0.node == node }.map(\.message.body) }
  func counters(_ node: Int) -> MeshCounters { mesh.withNode(node) { $0.counters } }
  func refused(_ refusal: MeshRefusal, by node: Int) -> Int { counters(node).refusals[refusal] ?? 0 }
}
