public import PeerMesh
import Redaction

/// A run of many nodes that are scattered over a square, linked to those near them, and talk: what arrives, when, and at
/// what price. Everything follows from the seed; the nodes are `MeshMachine`s with real ciphers.
///
/// Nodes announce themselves to new neighbours only: announcements to the whole mesh, which come once a minute in an app,
/// are left out, so that figures per message mean messages.
public struct MeshTrial: Sendable {
  public var nodes = 1000
  /// Neighbours of a node on average.
  public var degree = 8.0
  public var weather = SimulatedWeather(delay: 5...40)
  public var mtu = 182
  public var messages = 50
  /// Bytes of each event.
  public var size = 300
  public var seed: UInt64 = 1
  /// The part of all nodes behind a wall for the first half of the messages; the wall then falls.
  public var partition = 0.0
  /// Kept on for neighbours that come later, or live only.
  public var kind = MessageKind.event
  public var limits: MeshLimits

  /// A thousand nodes without loss; change what should differ.
  public init() {
    limits = MeshLimits()
    limits.announceInterval = 1 << 40
  }

  /// Runs it; the memory of the process is asked before and after the nodes were linked.
  ///
  /// - Throws: `MeshError` only if a key or device could not be made.
  public func run(memory: () -> Int? = { nil }) throws(MeshError) -> MeshTrialReport {
    let mesh = SimulatedMesh(seed: seed, weather: weather)
    let before = memory()
    let key = try MeshKey(Secret(randomBytes: 32, using: &mesh.generator), mission: "trial")
    let mission = KeptMission(keyring: try MeshKeyring(key))
    for node in 0..<nodes {
      let device = try MeshDevice(
        signer: SoftwareSigner(Secret(randomBytes: 32, using: &mesh.generator)),
        agreementSecret: Secret(randomBytes: 32, using: &mesh.generator), uid: "node-\(node)", callsign: "N\(node)")
      _ = mesh.add(device, mission: mission, limits: limits)
    }
    let graph = MeshGraph(nodes: nodes, degree: degree, using: &mesh.generator)
    var report = MeshTrialReport(nodes: nodes, links: graph.links.count, messages: messages)
    var latencies: [MeshTime] = []
    var reach: [[Int: Int]] = []
    var arrived: [[Int: Int]] = []
    mesh.onEffect = { node, effect in
      switch effect {
      case .proven: report.proofs += 1
      case .deliver(let message):
        let number = message.body.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        guard arrived.indices.contains(number) else { return }
        arrived[number][node, default: 0] += 1
        latencies.append(mesh.now - message.sentAt)
      default: break
      }
    }
    // Spread out: all phones of a mission are not switched on in one moment.
    for link in graph.links {
      mesh.connect(link.0, link.1, mtu: mtu)
      if graph.links.count > 200, Int.random(in: 0..<100, using: &mesh.generator) == 0 { mesh.run(for: 20) }
    }
    mesh.run(for: 12_000)
    report.handshakeBytes = mesh.bytesOnAir
    let linked = memory()
    if let before, let linked { report.bytesOfMemoryPerNode = max(0, linked - before) / max(nodes, 1) }
    let wall = Int(Double(nodes) * partition)
    if wall > 0 { mesh.cut { ($0 < wall) != ($1 < wall) } }
    for number in 0..<messages {
      if number == messages / 2, wall > 0 {
        // Until nothing that was lost at the wall goes once more.
        mesh.run(for: 15_000)
        mesh.cut(nil)
      }
      let sender = Int.random(in: 0..<nodes, using: &mesh.generator)
      let isCut = wall > 0 && number < messages / 2
      reach.append(graph.distances(from: sender, hops: limits.hops) { !isCut || ($0 < wall) == ($1 < wall) })
      arrived.append([:])
      var body = (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
      body += [UInt8](repeating: 0x20, count: max(0, size - 4))
      try mesh.send(body, as: kind, from: sender)
      mesh.run(for: 400)
    }
    mesh.run(for: 20_000)
    report.bytesOnAir = mesh.bytesOnAir - report.handshakeBytes
    report.datagrams = mesh.datagramsOnAir
    report.fill(reach: reach, arrived: arrived, latencies: latencies)
    return report
  }
}
