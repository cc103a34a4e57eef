public import PeerMesh

/// Any number of `MeshMachine`s on links in memory under one simulated clock: loss, delay, duplication, overtaking and
/// partitions follow from a seed, so a run can be repeated. The code of a node is that of a real one, ciphers included.
///
/// Not simulated: radio interference between links, and what the operating system does to a background app.
public final class SimulatedMesh {
  private enum Event {
    case datagram(node: Int, link: LinkID, bytes: [UInt8])
    case wake(node: Int)
  }

  private final class Node {
    var core: MeshMachine
    var links: [LinkID: Int] = [:]
    var wake: MeshTime?
    init(_ core: consuming MeshMachine) { self.core = core }
  }

  private var nodes: [Node] = []
  private var events = EventHeap<Event>()
  private var linkCount: UInt64 = 0
  private var partition: ((Int, Int) -> Bool)?
  /// The dice of network and nodes.
  public var generator: SeededGenerator
  public var weather: SimulatedWeather
  public private(set) var now: MeshTime
  /// Bytes handed to links, and datagrams.
  public private(set) var bytesOnAir = 0
  public private(set) var datagramsOnAir = 0
  /// Sees what every node wants done, after it was carried out.
  public var onEffect: ((_ node: Int, _ effect: MeshEffect) -> Void)?
  /// May change, drop (nil) or keep each datagram on its way: the attacker on the wire.
  public var onWire: ((_ from: Int, _ to: Int, _ link: LinkID, _ bytes: [UInt8]) -> [UInt8]?)?

  /// No nodes yet; the clock stands at `start`.
  public init(seed: UInt64, weather: SimulatedWeather = SimulatedWeather(), start: MeshTime = 1_800_000_000_000) {
    generator = SeededGenerator(seed: seed)
    self.weather = weather
    now = start
  }

  public var count: Int { nodes.count }

  /// Adds a node; its number.
  public func add(
    _ device: MeshDevice, mission: KeptMission, limits: MeshLimits = MeshLimits()
  ) -> Int {
    nodes.append(Node(MeshMachine(device: device, mission: mission, limits: limits, now: now, using: &generator)))
    return nodes.count - 1
  }

  /// Looks at or changes a node.
  public func withNode<Result>(_ node: Int, _ body: (inout MeshMachine) -> Result) -> Result { body(&nodes[node].core) }

  /// A link from `first`, which speaks first, to `second`; both know it by the same id.
  @discardableResult
  public func connect(
    _ first: Int, _ second: Int, mtu: Int = 512, bindings: ([UInt8], [UInt8]) = ([], [])
  ) -> LinkID {
    linkCount += 1
    let id = LinkID(linkCount)
    nodes[first].links[id] = second
    nodes[second].links[id] = first
    for (node, role, binding) in [(second, LinkRole.responder, bindings.1), (first, .initiator, bindings.0)] {
      feed(.linkUp(LinkDescription(id: id, kind: .memory, role: role, binding: binding, mtu: mtu)), to: node)
    }
    return id
  }

  /// Both ends lose the link.
  public func disconnect(_ link: LinkID) {
    for index in nodes.indices where nodes[index].links.removeValue(forKey: link) != nil {
      feed(.linkDown(link), to: index)
    }
  }

  /// Until the next call nothing passes between nodes for which this is true; nil: everything passes.
  public func cut(_ isCut: ((Int, Int) -> Bool)?) { partition = isCut }

  /// Gives a node something to do at this moment of the clock. What `handle` throws ends up here as an error.
  ///
  /// - Throws: as `MeshMachine.handle`.
  public func send(_ body: [UInt8], as kind: MessageKind, from node: Int) throws(MeshError) {
    let effects = try nodes[node].core.handle(.send(kind, body), now: now, using: &generator)
    perform(effects, of: node)
  }

  /// Carries out what a node's own call asked for.
  public func perform(_ effects: [MeshEffect], of node: Int) {
    for effect in effects {
      switch effect {
      case .transmit(let link, let bytes):
        if let peer = nodes[node].links[link] { carry(bytes, from: node, to: peer, on: link) }
      case .close(let link, _):
        if let peer = nodes[node].links.removeValue(forKey: link), nodes[peer].links.removeValue(forKey: link) != nil {
          feed(.linkDown(link), to: peer)
        }
      case .keep, .deliver, .peer, .proven, .notice: break
      }
      onEffect?(node, effect)
    }
    schedule(node)
  }

  /// Puts bytes on a link as if `from` had sent them.
  public func inject(_ bytes: [UInt8], to node: Int, on link: LinkID) {
    events.add(.datagram(node: node, link: link, bytes: bytes), at: now)
  }

  /// Lets the clock run for so many milliseconds.
  public func run(for milliseconds: MeshTime) {
    let end = now + milliseconds
    while let (time, event) = events.next(until: end) {
      now = max(now, time)
      switch event {
      case .datagram(let node, let link, let bytes): feed(.received(link, bytes), to: node)
      case .wake(let node):
        guard let wake = nodes[node].wake, wake <= now else { continue }
        nodes[node].wake = nil
        feed(.tick, to: node)
      }
    }
    now = end
  }

  private func feed(_ input: MeshInput, to node: Int) {
    // Only sending throws.
    let effects = try? nodes[node].core.handle(input, now: now, using: &generator)
    perform(effects ?? [], of: node)
  }

  private func carry(_ bytes: [UInt8], from: Int, to: Int, on link: LinkID) {
    bytesOnAir += bytes.count
    datagramsOnAir += 1
    guard partition?(from, to) != true, let bytes = onWire.map({ $0(from, to, link, bytes) }) ?? bytes else { return }
    var copies = Double.random(in: 0..<1, using: &generator) < weather.loss ? 0 : 1
    if weather.duplication > 0, Double.random(in: 0..<1, using: &generator) < weather.duplication { copies += 1 }
    for _ in 0..<copies {
      let delay = MeshTime.random(in: weather.delay, using: &generator)
      events.add(.datagram(node: to, link: link, bytes: bytes), at: now + delay)
    }
  }

  private func schedule(_ node: Int) {
    guard let wake = nodes[node].core.nextWake(after: now), wake < nodes[node].wake ?? .max else { return }
    // At least a millisecond on, so that the clock moves.
    nodes[node].wake = max(wake, now + 1)
    events.add(.wake(node: node), at: max(wake, now + 1))
  }
}
