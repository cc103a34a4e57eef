import Crypto
import Foundation
import PeerMesh
import Redaction

// An event of 300 bytes from node to node and through a relay, beside the same AES-GCM calls of swift-crypto alone; and
// what a known peer costs in memory. Ours and the peer alternate in rounds; medians.

let (rounds, count) = (9, 4_000)
let event = [UInt8](repeating: 0x20, count: 300)
var dice = SystemRandomNumberGenerator()
let key = try MeshKey(Secret(randomBytes: 32, using: &dice), mission: "benchmark")

func seconds(_ body: () throws -> Void) rethrows -> Double {
  let began = ContinuousClock.now
  try body()
  return (ContinuousClock.now - began) / .seconds(1)
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

/// The calls of swift-crypto that a frame of this size costs: `layers` says how much is authenticated and sealed in each.
struct Bare {
  let key = SymmetricKey(size: .bits256)
  let header = [UInt8](repeating: 1, count: 45)

  /// Ciphertext and tag behind what stands in front of them.
  func seal(_ plain: [UInt8], _ header: [UInt8], _ number: UInt64, behind front: [UInt8]) throws -> [UInt8] {
    let nonce = try withUnsafeTemporaryAllocation(byteCount: 12, alignment: 8) { bytes in
      bytes.storeBytes(of: 0, as: UInt32.self)
      bytes.storeBytes(of: number.bigEndian, toByteOffset: 4, as: UInt64.self)
      return try AES.GCM.Nonce(data: UnsafeRawBufferPointer(bytes))
    }
    let box = try plain.withUnsafeBytes { plain in
      try header.withUnsafeBytes { try AES.GCM.seal(plain, using: key, nonce: nonce, authenticating: $0) }
    }
    var sealed: [UInt8] = []
    sealed.reserveCapacity(front.count + plain.count + 16)
    sealed += front
    box.combined?.withUnsafeBytes { sealed.append(contentsOf: UnsafeRawBufferPointer(rebasing: $0[12...])) }
    return sealed
  }

  func open(_ sealed: ArraySlice<UInt8>, _ header: [UInt8], _ number: UInt64) throws -> Data {
    let box = try withUnsafeTemporaryAllocation(byteCount: 12 + sealed.count, alignment: 8) { bytes in
      bytes.storeBytes(of: 0, as: UInt32.self)
      bytes.storeBytes(of: number.bigEndian, toByteOffset: 4, as: UInt64.self)
      UnsafeMutableRawBufferPointer(rebasing: bytes[12...]).copyBytes(from: sealed)
      return try AES.GCM.SealedBox(combined: UnsafeRawBufferPointer(bytes))
    }
    return try header.withUnsafeBytes { try AES.GCM.open(box, using: key, authenticating: $0) }
  }

  /// Frame and record sealed, record and frame opened.
  func nodeToNode(_ number: UInt64) throws {
    let frame = try seal(event, header, number, behind: header)
    let inside = [UInt8](unsafeUninitializedCapacity: 2 + frame.count) { bytes, count in
      (bytes[0], bytes[1]) = (1, 5)
      count = 2 + UnsafeMutableBufferPointer(rebasing: bytes[2...]).initialize(fromContentsOf: frame)
    }
    let record = try seal(inside, [], number, behind: [3, 0, 0])
    let opened = try Array(open(record[3...], [], number))
    _ = try open(opened[47...], header, number)
  }

  /// Record and frame opened, record sealed.
  func relay(_ record: [UInt8], _ frame: [UInt8]) throws {
    let opened = try open(record[3...], [], 1)
    _ = try open(frame[45...], header, 1)
    _ = try seal(Array(opened), [], 2, behind: [3, 0, 0])
  }
}

let bare = Bare()
let (inbound, outbound) = (LinkID(1), LinkID(2))
typealias Times = [(ours: Double, bare: Double)]

/// Node to node, then through a relay. The nodes are locals: at the top level the runtime watches over each use of a variable.
func talk() throws -> (direct: Times, relayed: Times) {
  var (direct, relayed): (Times, Times) = ([], [])
  var sender = try Station(1, key: key)
  var relay = try Station(2, key: key)
  var listener = try Station(3, key: key)
  try Station.connect(&sender, &relay, link: inbound)
  for round in 0..<rounds {
    let ours = try seconds {
      for _ in 0..<count {
        for case .transmit(_, let bytes) in try sender.handle(.send(.event, event)) {
          // The reports of what came, without which everything would be repeated.
          for case .transmit(_, let report) in try relay.handle(.received(inbound, bytes)) {
            _ = try sender.handle(.received(inbound, report))
          }
        }
      }
    }
    let peer = try seconds {
      for number in 0..<count { try bare.nodeToNode(UInt64(round * count + number)) }
    }
    direct.append((ours, peer))
  }
  try Station.connect(&relay, &listener, link: outbound)
  let record = try bare.seal([1, 5] + [UInt8](repeating: 2, count: 361), [], 1, behind: [3, 0, 0])
  let frame = try bare.seal(event, bare.header, 1, behind: bare.header)
  var passed = 0
  for _ in 0..<rounds {
    let incoming = try (0..<count).flatMap { _ in try sender.feed(.send(.event, event)).map(\.1) }
    let ours = try seconds {
      for bytes in incoming {
        for case .transmit(outbound, _) in try relay.handle(.received(inbound, bytes)) { passed += 1 }
      }
    }
    let peer = try seconds { for _ in 0..<count { try bare.relay(record, frame) } }
    relayed.append((ours, peer))
  }
  guard passed == rounds * count, relay.core.counters.delivered == 2 * rounds * count else {
    print("mesh: \(passed) of \(rounds * count) frames were relayed")
    exit(1)
  }
  return (direct, relayed)
}

/// The growth of the process per peer that announced itself and sent an event.
func memory(peers: Int) throws -> Int {
  func resident() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
  }
  var hub = try Station(0, key: key, senders: 4 * peers + 4)
  // Everything is made first, so that only what the hub keeps is measured.
  var frames: [[UInt8]] = []
  var door = try Station(100_000, key: key, senders: 4 * peers + 4)
  try Station.connect(&door, &hub, link: inbound)
  for peer in 0..<peers {
    var station = try Station(1 + peer, key: key)
    let link = LinkID(10 + UInt64(peer))
    try Station.connect(&station, &door, link: link)
    for (_, bytes) in try station.feed(.send(.event, event)) + station.feed(.tick) {
      frames += try door.feed(.received(link, bytes)).filter { $0.0 == inbound }.map(\.1)
    }
    try door.feed(.linkDown(link))
  }
  let before = resident()
  for bytes in frames { try hub.feed(.received(inbound, bytes)) }
  // One stream for what is signed, one for what is not.
  guard hub.core.knownStreams >= 2 * peers, hub.core.peers.count >= peers else { return .max }
  return (resident() - before) / peers
}

func line(_ name: String, _ pairs: Times, limit: Double) {
  let (ours, peer) = (median(pairs.map(\.ours)) / Double(count), median(pairs.map(\.bare)) / Double(count))
  let ratio = median(pairs.map { $0.bare / $0.ours })
  let figures = [ours * 1e6, peer * 1e6, ratio].map { String(format: "%.2f", $0) }
  print(
    "\(name): \(figures[0]) µs, bare AES-GCM \(figures[1]) µs, ratio \(figures[2]), limit \(limit), "
      + "\(Int(1 / ours)) per second")
}

let times = try talk()
line("event of 300 bytes, node to node", times.direct, limit: 0.8)
line("event of 300 bytes, relayed", times.relayed, limit: 0.5)
print("memory per known peer: \(try memory(peers: 800)) bytes, limit 2048")
print(
  "10,000 clients of a TAK server that was away for 10 minutes: \(ReconnectStorm.busiest(clients: 10_000)) in the busiest "
    + "second, limit 1000")
