import PeerMesh
import SecurityPolicy
import SecurityTesting
import Testing

/// What an app misses that reads its node's events too late, and what it does not.
@Suite struct UnreadEventTests {
  private static let liars = LinkDescription(id: LinkID(1), kind: .network, role: .responder, mtu: 4096)
  private static let honest = LinkDescription(id: LinkID(2), kind: .network, role: .responder, mtu: 4096)

  /// The events of one message of each of these devices.
  private func messages(_ kind: MessageKind, by devices: Range<Int>) throws -> [MeshEffect] {
    let station = try Station()
    var member = Adversary()
    try station.admit(&member)
    var effects: [MeshEffect] = []
    for number in devices {
      let signer = try Crew.signer(number)
      let frame = try member.frame(
        [UInt8(number % 256)], kind: kind.rawValue, sender: member.sender(signer.publicKey), sentAt: station.now,
        signer: signer)
      for effect in try station.hear(frame, from: &member) {
        if case .deliver = effect { effects.append(effect) }
      }
    }
    return effects
  }

  /// All that waits, in order.
  private func read(_ queue: EventQueue) async -> [MeshEffect] {
    queue.end()
    var effects: [MeshEffect] = []
    while let effect = await queue.next() { effects.append(effect) }
    return effects
  }

  @Test func `A flood pushes out the oldest of its own kind, and no emergency`() async throws {
    let queue = EventQueue()
    let (call, event) = (try messages(.emergency, by: 1..<2), try messages(.event, by: 2..<3))
    for effect in event + call { queue.add(effect) }
    for _ in 0..<1_500 { for effect in event { queue.add(effect) } }
    let lost = queue.unread
    let read = Station.messages(await read(queue))
    #expect(read.first?.kind == .emergency && read.count == 1 + 1_024)
    #expect(lost.all == 1 + 1_500 - 1_024 && lost.emergencies == 0)
  }

  @Test func `What is read comes in the order in which it came`() async throws {
    let queue = EventQueue()
    let (calls, events) = (try messages(.emergency, by: 10..<13), try messages(.event, by: 20..<23))
    for (call, event) in zip(calls, events) {
      queue.add(event)
      queue.add(call)
    }
    let bodies = Station.messages(await read(queue)).map(\.body)
    #expect(bodies == [[20], [10], [21], [11], [22], [12]])
  }

  @Test(arguments: [1, 300])
  func `A flood of emergencies leaves room for another neighbour's`(devices: Int) async throws {
    let queue = EventQueue()
    let flood = try messages(.emergency, by: 1_000..<1_000 + devices)
    let calls = try messages(.emergency, by: 10..<12)
    queue.add(calls[0], over: Self.honest)
    for number in 0..<300 { queue.add(flood[number % devices], over: Self.liars) }
    queue.add(calls[1], over: Self.honest)
    let (lost, share) = (queue.unread, devices == 1 ? 32 : 128)
    let read = Station.messages(await read(queue))
    #expect(read.first?.body == [10] && read.last?.body == [11] && read.count == share + 2)
    #expect(lost.emergencies == 300 - share && lost.all == 300 - share)
  }

  @Test func `Links of one address have the share of one neighbour`() async throws {
    let queue = EventQueue()
    let flood = try messages(.emergency, by: 1_000..<1_300)
    for (number, effect) in flood.enumerated() {
      queue.add(
        effect,
        over: LinkDescription(
          id: LinkID(UInt64(number)), kind: .network, role: .responder, neighbour: [10, 0, 0, 1], mtu: 4096))
    }
    let count = await read(queue).count
    #expect(count == 128)
  }

  @Test func `Nothing pushes out what a node says of its own keys, and what it repeats is said once`() async throws {
    let queue = EventQueue()
    let device = try Crew.signer(9).publicKey
    queue.add(.notice(.keyChanged(epoch: 2, becauseOfLoss: true)))
    for number in 0..<1_500 {
      queue.add(.notice(.identityConflict(uid: "\(number)", callsign: "Call", device: device)))
      queue.add(.notice(.notKept))
    }
    let notices = Station.notices(await read(queue))
    #expect(notices.first == .keyChanged(epoch: 2, becauseOfLoss: true))
    #expect(notices.filter { $0 == .notKept }.count == 1 && notices.count == 2 + 1_024)
    #expect(queue.unread.all == 1_500 - 1_024)
  }

  @Test func `Of notices about its own keys the newest 32 wait`() async throws {
    let queue = EventQueue()
    for epoch in 1...40 as ClosedRange<UInt32> { queue.add(.notice(.keyChanged(epoch: epoch, becauseOfLoss: false))) }
    let notices = Station.notices(await read(queue))
    let newest = (9...40 as ClosedRange<UInt32>).map { MeshNotice.keyChanged(epoch: $0, becauseOfLoss: false) }
    #expect(notices == newest)
    #expect(queue.unread.all == 8)
  }

  @Test(.timeLimit(.minutes(15)))
  func `An app that reads late finds the emergency that came before a flood, and what it missed is counted`()
    async throws
  {
    var limits = MeshLimits()
    limits.fromSender = Rate(perSecond: 10_000, burst: 10_000)
    let node = MeshNode(
      device: try Crew.device(0), mission: try Crew.mission(Crew.key()), store: InMemoryMeshKeyStore(), limits: limits,
      now: { Crew.start }, random: { .random(in: .min ... .max) })
    let (near, far) = InMemoryLink.pair(id: LinkID(1), mtu: 4096)
    await node.attach(far)
    var member = Adversary()
    let hello = try member.hello()
    try await near.send(hello)
    let answer = await near.datagrams.first { $0[0] == 2 }
    try member.finish(try #require(answer))
    let (caller, liar) = (try Crew.signer(60), try Crew.signer(61))
    var frames = [
      try member.frame(
        [1], kind: MessageKind.emergency.rawValue, sender: member.sender(caller.publicKey), sentAt: Crew.start,
        signer: caller)
    ]
    for number in 0..<1_500 as Range<UInt64> {
      frames.append(
        try member.frame([2], sender: member.sender(liar.publicKey), sequence: number, sentAt: Crew.start))
    }
    for frame in frames {
      let record = try member.record([1, 5] + frame)
      try await near.send(record)
    }
    // The proof of the link goes as well.
    let lost = 1 + 1_500 - 1_024
    var counters = await node.counters
    for _ in 0..<1_000_000 where counters.delivered < 1_501 || counters.unread < lost {
      await Task.yield()
      counters = await node.counters
    }
    #expect(counters.delivered == 1_501 && counters.unread == lost && counters.unreadEmergencies == 0)
    #expect(await node.wipe() == .holds)
    var kinds: [MessageKind] = []
    for await effect in node.events {
      if case .deliver(let message) = effect { kinds.append(message.kind) }
    }
    #expect(kinds.first == .emergency && kinds.count == 1 + 1_024)
  }
}
