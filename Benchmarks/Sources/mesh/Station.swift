import Crypto
import Foundation
import PeerMesh
import Redaction

/// A node without clock and sockets, with budgets that nothing here reaches.
final class Station {
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

  /// What the node wants sent, by link.
  @discardableResult
  func feed(_ input: MeshInput) throws -> [(LinkID, [UInt8])] {
    try core.handle(input, now: Self.now, using: &generator).compactMap { effect in
      if case .transmit(let link, let bytes) = effect { (link, bytes) } else { nil }
    }
  }

  /// Links two nodes under one id and lets them talk until both are silent.
  static func connect(_ first: Station, _ second: Station, link: LinkID) throws {
    func description(_ role: LinkRole) -> LinkDescription {
      LinkDescription(id: link, kind: .memory, role: role, mtu: 60_000)
    }
    _ = try second.feed(.linkUp(description(.responder)))
    var waiting = try first.feed(.linkUp(description(.initiator))).map { (second, $0.1) }
    while !waiting.isEmpty {
      let (station, bytes) = waiting.removeFirst()
      let other = station === first ? second : first
      waiting += try station.feed(.received(link, bytes)).filter { $0.0 == link }.map { (other, $0.1) }
    }
  }
}
