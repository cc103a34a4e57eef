import Crypto
import Foundation
import PeerMesh
import Redaction

/// A node without clock and sockets, with budgets that nothing here reaches. No class: what is measured would stand under
/// the runtime's watch over its properties, which the peer does not.
struct Station: ~Copyable {
  static let now: MeshTime = 1_800_000_000_000
  private(set) var core: MeshMachine
  private var generator = SystemRandomNumberGenerator()

  init(_ number: Int, key: MeshKey, senders: Int = 1024) throws {
    var limits = MeshLimits()
    let endless = Rate(perSecond: 1 << 40, burst: 1 << 40)
    (limits.fromLink, limits.toLink, limits.fromSender, limits.newcomers) = (endless, endless, endless, endless)
    (limits.senders, limits.peers, limits.jitter, limits.announceInterval) = (senders, senders, 0, 0)
    limits.handshakes = endless
    let device = try MeshDevice(
      signer: SoftwareSigner(Secret(randomBytes: 32, using: &generator)),
      agreementSecret: Secret(randomBytes: 32, using: &generator), uid: "uid-\(number)", callsign: "Call-\(number)")
    core = MeshMachine(
      device: device, mission: KeptMission(keyring: try MeshKeyring(key)), limits: limits, now: Self.now,
      using: &generator)
  }

  mutating func handle(_ input: MeshInput) throws -> [MeshEffect] {
    try core.handle(input, now: Self.now, using: &generator)
  }

  /// What the node wants sent, by link.
  @discardableResult
  mutating func feed(_ input: MeshInput) throws -> [(LinkID, [UInt8])] {
    try handle(input).compactMap { effect in
      if case .transmit(let link, let bytes) = effect { (link, bytes) } else { nil }
    }
  }

  /// Links two nodes under one id and lets them talk until both are silent.
  static func connect(_ first: inout Station, _ second: inout Station, link: LinkID) throws {
    func description(_ role: LinkRole) -> LinkDescription {
      LinkDescription(id: link, kind: .memory, role: role, mtu: 60_000)
    }
    _ = try second.feed(.linkUp(description(.responder)))
    var waiting = try first.feed(.linkUp(description(.initiator))).map { (isForSecond: true, bytes: $0.1) }
    while !waiting.isEmpty {
      let (isForSecond, bytes) = waiting.removeFirst()
      let input = MeshInput.received(link, bytes)
      let answers = isForSecond ? try second.feed(input) : try first.feed(input)
      waiting += answers.filter { $0.0 == link }.map { (!isForSecond, $0.1) }
    }
  }
}
