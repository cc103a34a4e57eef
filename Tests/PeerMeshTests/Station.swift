import PeerMesh
import SecurityTesting

/// One node with an adversary on a link, without a network between them.
final class Station {
  static let link = LinkID(1)
  private(set) var core: MeshMachine
  private(set) var effects: [MeshEffect] = []
  var now = Crew.start
  private var generator = SeededGenerator(seed: 9)

  init(_ number: Int = 0, mission: KeptMission? = nil, limits: MeshLimits = MeshLimits()) throws {
    core = MeshMachine(
      device: try Crew.device(number), mission: try mission ?? Crew.mission(Crew.key()), limits: limits, now: now,
      using: &generator)
  }

  @discardableResult
  func feed(_ input: MeshInput) throws -> [MeshEffect] {
    let new = try core.handle(input, now: now, using: &generator)
    effects += new
    return new
  }

  func perform(_ body: (inout MeshMachine, inout SeededGenerator) throws -> Void) rethrows {
    try body(&core, &generator)
  }

  /// Attaches a link on which the adversary has proven the key; on a `.network` link nothing goes twice.
  func admit(
    _ adversary: inout Adversary, link: LinkID = link, kind: LinkKind = .network, neighbour: [UInt8] = [],
    mtu: Int = 4096
  ) throws {
    try feed(
      .linkUp(
        LinkDescription(
          id: link, kind: kind, role: .responder, binding: adversary.binding, neighbour: neighbour, mtu: mtu)))
    let answer = Self.datagrams(try feed(.received(link, adversary.hello(seed: "adversary \(link.number)"))))
    try adversary.finish(answer.first ?? [])
    try feed(.received(link, adversary.record([0])))
  }

  /// Lets the adversary send a frame.
  @discardableResult
  func hear(_ frame: [UInt8], from adversary: inout Adversary, hops: UInt8 = 5, link: LinkID = link) throws
    -> [MeshEffect]
  {
    try feed(.received(link, adversary.record([1, hops] + frame)))
  }

  static func datagrams(_ effects: [MeshEffect]) -> [[UInt8]] {
    effects.compactMap { if case .transmit(_, let bytes) = $0 { bytes } else { nil } }
  }

  static func messages(_ effects: [MeshEffect]) -> [MeshMessage] {
    effects.compactMap { if case .deliver(let message) = $0 { message } else { nil } }
  }

  static func notices(_ effects: [MeshEffect]) -> [MeshNotice] {
    effects.compactMap { if case .notice(let notice) = $0 { notice } else { nil } }
  }

  func refused(_ refusal: MeshRefusal) -> Int { core.counters.refusals[refusal] ?? 0 }
}
