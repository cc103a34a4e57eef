#if os(Linux) || os(Android)
  import PeerMesh

  /// Who a ``DatagramNeighbourhood`` talks to: bounded in number and in newcomers, because anybody on the network can
  /// pretend to be any number of addresses. Values only; the sockets are elsewhere.
  struct Neighbours {
    struct Neighbour {
      let link: DatagramLink
      /// Counts them in the order of their coming.
      let number: Int
      var lastHeard: MeshTime
      /// Whether it holds the mission's key; who does makes room for no stranger.
      var isProven = false
    }

    /// After a link ended, its address waits so long for another.
    static let rest: MeshTime = 5_000
    /// The longest interval that counts: some 34 years, far from where times end.
    private static let longest: MeshTime = 1 << 40

    /// Three announcements that did not come end a link, after them anybody may have the address.
    let silence: MeshTime
    /// A link is over when its neighbour's beacons are heard but nothing else for so long: the time between two
    /// announcements, and 5 seconds in which a lost one is repeated four times. With less a forged beacon would end the
    /// link of a neighbour that has nothing to say.
    let beaconSilence: MeshTime

    private(set) var all: [SocketAddress: Neighbour] = [:]
    private var resting: [SocketAddress: MeshTime] = [:]
    private var newcomers = NewcomerBudget<SocketHost>(Admission.rate, ofOneHost: Admission.hostRate, now: 0)
    private var made = 0
    /// When this was last told the time.
    private var clock: MeshTime?

    /// - Parameter announceInterval: between two announcements of a node that has nothing else to say.
    init(announceInterval: MeshTime) {
      let interval = min(max(announceInterval, 0), Self.longest)
      (silence, beaconSilence) = (3 * interval, interval + 5_000)
    }

    /// Whether a newcomer may have a link now, and the link that goes for it, if one has to.
    mutating func admit(_ address: SocketAddress, now: MeshTime) -> (isAdmitted: Bool, leaving: DatagramLink?) {
      follow(now)
      resting = resting.filter { now < $0.value }
      guard all[address] == nil, resting[address] == nil else { return (false, nil) }
      let strangers = all.values.filter { !$0.isProven }.sorted { $0.number < $1.number }.map(\.link)
      let room = Admission.room(for: address.host, among: strangers.map(\.peer.host), of: all.count)
      guard room != .full, newcomers.take(address.host, now: now) else { return (false, nil) }
      guard case .insteadOf(let place) = room else { return (true, nil) }
      remove(strangers[place].peer, now: now)
      return (true, strangers[place])
    }

    mutating func noteProof(of address: SocketAddress) { all[address]?.isProven = true }

    mutating func add(_ link: DatagramLink, now: MeshTime) {
      follow(now)
      made += 1
      all[link.peer] = Neighbour(link: link, number: made, lastHeard: now)
    }

    /// The link that a datagram from this address belongs to.
    mutating func heard(_ address: SocketAddress, now: MeshTime) -> DatagramLink? {
      follow(now)
      all[address]?.lastHeard = now
      return all[address]?.link
    }

    /// The link that a beacon from this address shows to be over: its neighbour is there, and silent on it.
    mutating func noteBeacon(from address: SocketAddress, now: MeshTime) -> DatagramLink? {
      follow(now)
      guard let known = all[address], now - known.lastHeard >= beaconSilence else { return nil }
      return known.link
    }

    mutating func silent(_ now: MeshTime) -> [DatagramLink] {
      follow(now)
      return all.values.filter { now - $0.lastHeard > silence }.map(\.link)
    }

    mutating func remove(_ address: SocketAddress, now: MeshTime) {
      follow(now)
      guard all.removeValue(forKey: address) != nil else { return }
      // Bounded by the newcomers of that time.
      resting[address] = now + Self.rest
    }

    /// After the clock was set back what lasts goes on as long as it would have: else nobody was silent, and nobody who left
    /// came back, until it is where it was.
    private mutating func follow(_ now: MeshTime) {
      guard let known = clock, now < known else { return clock = now }
      // Less is two threads that read the clock at one time.
      guard known - now >= 1_000 else { return }
      clock = now
      let step = now - known
      for address in Array(all.keys) { all[address]?.lastHeard += step }
      resting = resting.mapValues { $0 + step }
    }
  }
#endif
