import PeerMesh
import Testing

@Suite struct NearbyPeersTests {
  private typealias Table = NearbyPeers<Int>
  private let start: MeshTime = 1_800_000_000_000

  /// A table that claims about it can ask.
  private final class Peers {
    private var table: Table
    /// Those that went for newcomers.
    private(set) var left: [Int] = []

    init(limit: Int, strangers: Int? = nil, now: MeshTime) {
      table = Table(limit: limit, strangers: strangers, now: now)
    }

    var count: Int { table.count }
    func admit(_ key: Int, role: LinkRole, host: [UInt8]? = nil, now: MeshTime) -> Bool {
      let (isAdmitted, leaving) = table.admit(key, role: role, host: host, now: now)
      if let leaving { left.append(leaving) }
      return isAdmitted
    }
    func contains(_ key: Int) -> Bool { table.contains(key) }
    func locate(_ key: Int, at host: [UInt8]) -> Bool { table.locate(key, at: host) }
    func noteProof(of key: Int) { table.noteProof(of: key) }
    func remove(_ key: Int, now: MeshTime, rest: MeshTime) { table.remove(key, now: now, rest: rest) }
    func settle(_ key: Int) { table.settle(key) }
    func overdue(_ now: MeshTime) -> [Int] { table.overdue(now) }
    func claim(_ id: NearbyID, own: NearbyID, by key: Int, now: MeshTime) -> NearbyClaim<Int> {
      table.claim(id, own: own, by: key, now: now)
    }
  }

  @Test func `Thousands of newcomers leave a table of its size and a bounded rest`() {
    let peers = Peers(limit: 8, now: start)
    var taken = 0
    for number in 0..<10_000 {
      if peers.admit(number, role: .responder, now: start) { taken += 1 }
      if number % 3 == 0 { peers.remove(number, now: start, rest: Table.rest) }
    }
    #expect(peers.count <= 8)
    #expect(taken <= Table.newcomers.burst)
    // A minute later there is room for so many as a minute allows, and no more.
    for number in 10_000..<20_000 where peers.admit(number, role: .responder, now: start + 60_000) { taken += 1 }
    #expect(peers.count == 8)
  }

  @Test func `A clock that is set back keeps no newcomer out for longer`() {
    let peers = Peers(limit: 64, now: start)
    for number in 0..<1_000 { _ = peers.admit(number, role: .responder, now: start) }
    let before = start - 3_600_000
    #expect(!peers.admit(2_000, role: .responder, now: before))
    #expect(peers.admit(2_001, role: .responder, now: before + 1_000))
  }

  @Test func `Who connects to us does not use up our own tries`() {
    let peers = Peers(limit: 64, now: start)
    for number in 0..<1_000 { _ = peers.admit(number, role: .responder, now: start) }
    #expect(peers.count == Table.newcomers.burst)
    #expect(peers.admit(5_000, role: .initiator, now: start))
  }

  @Test func `A host has its share of connections, by whichever way, until they are proven`() {
    let peers = Peers(limit: 64, now: start)
    let host: [UInt8] = [10, 0, 0, 1]
    let share = Table.hostShare
    #expect(peers.admit(0, role: .initiator, now: start))
    #expect(peers.locate(0, at: host))
    for number in 1..<share { #expect(peers.admit(number, role: .responder, host: host, now: start)) }
    #expect(!peers.admit(100, role: .responder, host: host, now: start + 60_000))
    #expect(peers.admit(101, role: .initiator, now: start + 60_000))
    #expect(!peers.locate(101, at: host))
    #expect(peers.admit(102, role: .responder, host: [10, 0, 0, 2], now: start + 60_000))
    peers.noteProof(of: 3)
    #expect(peers.admit(103, role: .responder, host: host, now: start + 60_000))
    #expect(!peers.admit(104, role: .responder, host: host, now: start + 60_000))
  }

  @Test func `One host that comes and goes takes nothing of the others' newcomers`() {
    let peers = Peers(limit: 64, now: start)
    for number in 0..<100 {
      _ = peers.admit(number, role: .responder, host: [10, 0, 0, 1], now: start)
      peers.remove(number, now: start, rest: 0)
    }
    #expect(peers.admit(200, role: .responder, host: [10, 0, 0, 2], now: start))
  }

  @Test func `However many of one host are proven, others find room, up to the bound of all`() {
    let peers = Peers(limit: 96, strangers: 32, now: start)
    for number in 0..<64 {
      #expect(peers.admit(number, role: .responder, host: [10, 0, 0, 1], now: start + MeshTime(number) * 1_000))
      peers.noteProof(of: number)
    }
    for number in 64..<96 {
      let host: [UInt8] = [10, 0, 1, UInt8(number)]
      #expect(peers.admit(number, role: .responder, host: host, now: start + MeshTime(number) * 1_000))
    }
    #expect(peers.count == 96 && peers.left.isEmpty)
    // Now there are as many as there may be, and the first that has proven nothing goes for the next.
    let later = start + 200_000
    #expect(peers.admit(100, role: .responder, host: [10, 0, 0, 2], now: later))
    #expect(peers.count == 96 && peers.left == [64] && !peers.contains(64))
    for number in 65..<96 { peers.noteProof(of: number) }
    peers.noteProof(of: 100)
    // All are the node's to bound, which closed none of them.
    #expect(!peers.admit(101, role: .responder, host: [10, 0, 0, 3], now: later))
    peers.remove(0, now: later, rest: Table.rest)
    #expect(peers.admit(101, role: .responder, host: [10, 0, 0, 3], now: later))
    #expect(peers.count == 96 && peers.left == [64])
  }

  @Test func `Of those who have proven nothing there are a few, and the oldest goes for the next`() {
    let peers = Peers(limit: 96, strangers: 32, now: start)
    for number in 0..<35 {
      let host: [UInt8] = [10, 0, 1, UInt8(number)]
      #expect(peers.admit(number, role: .responder, host: host, now: start + MeshTime(number) * 1_000))
      if number == 0 { peers.noteProof(of: 0) }
    }
    #expect(peers.left == [1, 2] && peers.count == 33)
    // It waits like everybody whose connection ended.
    #expect(!peers.admit(2, role: .responder, host: [10, 0, 1, 2], now: start + 35_000))
    #expect(peers.left == [1, 2])
  }

  @Test func `Where no proof is heard of, nobody goes for a newcomer`() {
    let peers = Peers(limit: 8, now: start)
    for number in 0..<9 { #expect(peers.admit(number, role: .responder, now: start) == (number < 8)) }
    #expect(peers.left.isEmpty && peers.count == 8)
  }

  @Test func `Who has gone waits, and who said hello anew does not`() {
    let peers = Peers(limit: 8, now: start)
    #expect(peers.admit(1, role: .initiator, now: start))
    #expect(!peers.admit(1, role: .initiator, now: start))
    peers.remove(1, now: start, rest: Table.rest)
    #expect(!peers.admit(1, role: .initiator, now: start + Table.rest - 1))
    #expect(peers.admit(1, role: .initiator, now: start + Table.rest))
    peers.remove(1, now: start + Table.rest, rest: 0)
    #expect(peers.admit(1, role: .initiator, now: start + Table.rest))
    peers.remove(1, now: start, rest: Table.duplicateRest)
    #expect(!peers.admit(1, role: .initiator, now: start + Table.duplicateRest - 1))
    // A clock that went back by a day does not keep it away for a day.
    #expect(peers.admit(1, role: .initiator, now: start - 86_400_000))
  }

  /// Which of two connections each device keeps, whatever comes first.
  @Test(arguments: [true, false], [true, false])
  func `Two devices that connect to each other keep the same one`(lowerHearsOwnFirst: Bool, higherHearsOwnFirst: Bool) {
    func kept(own: NearbyID, peer: NearbyID, ownFirst: Bool) -> LinkRole? {
      let peers = Peers(limit: 8, now: start)
      var open: [Int: LinkRole] = [1: .initiator, 2: .responder]
      for (key, role) in open { #expect(peers.admit(key, role: role, now: start)) }
      for key in ownFirst ? [1, 2] : [2, 1] {
        switch peers.claim(peer, own: own, by: key, now: start) {
        case .granted(let displaced): if let displaced { open[displaced] = nil }
        case .refused: open[key] = nil
        }
      }
      return open.count == 1 ? open.first?.value : nil
    }
    let (low, high) = (NearbyID(10), NearbyID(20))
    #expect(kept(own: low, peer: high, ownFirst: lowerHearsOwnFirst) == .initiator)
    #expect(kept(own: high, peer: low, ownFirst: higherHearsOwnFirst) == .responder)
  }

  @Test func `Nobody takes the place of a link that has lasted by saying its id`() {
    for own in [NearbyID(1), NearbyID(1_000)] {
      let peers = Peers(limit: 8, now: start)
      let victim = NearbyID(500)
      let (genuine, forged): (LinkRole, LinkRole) = own < victim ? (.responder, .initiator) : (.initiator, .responder)
      #expect(peers.admit(1, role: genuine, now: start))
      #expect(peers.claim(victim, own: own, by: 1, now: start) == .granted(displacing: nil))
      peers.settle(1)
      let later = start + Table.patience
      #expect(peers.admit(2, role: forged, now: later))
      #expect(peers.claim(victim, own: own, by: 2, now: later) == .refused)
      #expect(peers.admit(3, role: genuine, now: later))
      #expect(peers.claim(victim, own: own, by: 3, now: later) == .refused)
    }
  }

  @Test func `Our own id, a second id and a stranger's connection are refused`() {
    let peers = Peers(limit: 8, now: start)
    #expect(peers.admit(1, role: .responder, now: start))
    #expect(peers.claim(NearbyID(7), own: NearbyID(7), by: 1, now: start) == .refused)
    #expect(peers.claim(NearbyID(8), own: NearbyID(7), by: 1, now: start) == .granted(displacing: nil))
    #expect(peers.claim(NearbyID(9), own: NearbyID(7), by: 1, now: start) == .refused)
    #expect(peers.claim(NearbyID(9), own: NearbyID(7), by: 2, now: start) == .refused)
  }

  @Test func `What does not become a link in time is overdue, also after the clock went back`() {
    let peers = Peers(limit: 8, now: start)
    #expect(peers.admit(1, role: .responder, now: start))
    #expect(peers.admit(2, role: .responder, now: start))
    peers.settle(2)
    #expect(peers.overdue(start + Table.patience).isEmpty)
    #expect(peers.overdue(start + Table.patience + 1) == [1])
    #expect(peers.overdue(start - 1) == [1])
  }
}
