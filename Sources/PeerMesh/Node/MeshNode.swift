public import SecurityPolicy

/// A ``MeshMachine`` with links, a clock and a store: what an app holds.
///
/// Every effect is carried out in the core's order; a state that must be kept is kept before anything later is handed out,
/// and never replaced by an older one, however slow the store is. A link that refuses a datagram is closed and dropped;
/// whoever made it may attach another. A link that repeats nothing and brings more than ``MeshLimits/fromLink`` is not read
/// until a ``tick()`` finds it within that budget: nothing of it is lost, and a byte stream's other side has to wait.
public actor MeshNode {
  private var core: MeshMachine?
  private var dice: Dice
  private let store: any MeshKeyStore
  private let now: @Sendable () -> MeshTime
  private var links: [LinkID: any Link] = [:]
  private var readers: [LinkID: Task<Void, Never>] = [:]
  /// Tells a reader that time passed.
  private var ticks: [LinkID: AsyncStream<Void>.Continuation] = [:]
  /// As the core was told.
  private var mtus: [LinkID: Int] = [:]
  /// The newest state that the store has yet to take, and the task that brings it there.
  private var unkept: KeptMission?
  private var saving: Task<Void, Never>?
  private let output: EventQueue
  /// Messages, peers, proofs and notices in their order, for one reader at a time. Who reads too late loses the oldest:
  /// at most 1,024 wait, and apart from these 256 emergencies and 32 notices about this node's own keys and store, which
  /// nothing else pushes out. What is lost is counted, see ``MeshCounters/unread``.
  public nonisolated let events: AsyncStream<MeshEffect>

  /// Random words as the standard library wants them.
  private struct Dice: RandomNumberGenerator {
    let word: @Sendable () -> UInt64
    mutating func next() -> UInt64 { word() }
  }

  /// - Parameters:
  ///   - now: the clock; only assemblies and `main`s give the system's.
  ///   - random: the dice; the system's outside of tests.
  public init(
    device: MeshDevice, mission: KeptMission, store: any MeshKeyStore, limits: MeshLimits = MeshLimits(),
    now: @escaping @Sendable () -> MeshTime, random: @escaping @Sendable () -> UInt64
  ) {
    var dice = Dice(word: random)
    core = MeshMachine(device: device, mission: mission, limits: limits, now: now(), using: &dice)
    self.dice = dice
    self.store = store
    self.now = now
    let output = EventQueue()
    self.output = output
    events = AsyncStream(unfolding: { await output.next() })
  }

  deinit { for tick in ticks.values { tick.finish() } }

  public var counters: MeshCounters {
    var counters = core?.counters ?? MeshCounters()
    let (unread, emergencies) = output.unread
    (counters.unread, counters.unreadEmergencies) = (unread, emergencies)
    return counters
  }

  public var peers: [KnownPeer] { core?.peers ?? [] }

  /// The mission's keys; nil after ``wipe()``.
  public var keyring: MeshKeyring? { core?.keyring }

  /// See ``MeshMachine/confirm(deviceID:)``. What is to be kept is kept before this returns, or a notice says that it is not.
  public func confirm(deviceID: [UInt8]) async -> Bool {
    guard core?.confirm(deviceID: deviceID) == true else { return false }
    await tick()
    return true
  }

  /// See ``MeshMachine/forget(uid:)``. Kept as a confirmation is.
  @discardableResult
  public func forget(uid: String) async -> Bool {
    guard let isKnown = core?.forget(uid: uid) else { return false }
    await tick()
    return isKnown
  }

  /// Takes over a link; it is dropped when its datagrams end or the core closes it. Closed at once after ``wipe()``, and
  /// if a link of this id is there already.
  public func attach(_ link: any Link) async {
    let description = link.description
    guard core != nil, links[description.id] == nil else { return await link.close() }
    links[description.id] = link
    mtus[description.id] = description.mtu
    await feed(.linkUp(description))
    guard links[description.id] != nil else { return }
    let (times, tick) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    ticks[description.id] = tick
    readers[description.id] = Task { [weak self] in
      var time = times.makeAsyncIterator()
      for await datagram in link.datagrams {
        while await self?.mustWait(for: datagram, from: link) == true {
          guard await time.next() != nil else { break }
        }
        await self?.hear(datagram, from: link)
      }
      await self?.detach(description.id)
    }
  }

  /// Sends to all within reach.
  ///
  /// - Throws: ``MeshError/noKey``, also after ``wipe()``; ``MeshError/tooLarge(limit:)``, ``MeshError/signing(_:)``,
  ///   ``MeshError/sequenceExhausted``, ``MeshError/sealingFailed``.
  public func send(_ body: [UInt8], as kind: MessageKind) async throws(MeshError) {
    await measure()
    guard let effects = try core?.handle(.send(kind, body), now: now(), using: &dice) else { throw .noKey }
    await perform(effects)
  }

  /// Lets time pass; to be called when the core wants it, see ``run(sleep:)``.
  public func tick() async {
    await measure()
    await feed(.tick)
    for tick in ticks.values { tick.yield() }
  }

  /// Ticks until the task is cancelled.
  ///
  /// - Parameter sleep: waits so many milliseconds.
  public func run(sleep: @Sendable (MeshTime) async throws -> Void) async {
    while !Task.isCancelled {
      let wake = core?.nextWake(after: now()).map { $0 - now() } ?? 1000
      do { try await sleep(min(max(wake, 5), 1000)) } catch { return }
      await tick()
    }
  }

  /// See ``MeshMachine/rotate(to:now:using:)``.
  ///
  /// - Throws: as there, ``MeshError/noKey`` after ``wipe()``.
  public func rotate(to key: MeshKey) async throws(MeshError) {
    await measure()
    guard let effects = try core?.rotate(to: key, now: now(), using: &dice) else { throw .noKey }
    await perform(effects)
  }

  /// See ``MeshMachine/exclude(_:lostSince:newKey:now:using:)``.
  ///
  /// - Throws: as there, ``MeshError/noKey`` after ``wipe()``.
  public func exclude(_ devices: Set<[UInt8]>, lostSince: MeshTime, newKey: MeshKey) async throws(MeshError) {
    await measure()
    let effects = try core?.exclude(devices, lostSince: lostSince, newKey: newKey, now: now(), using: &dice)
    guard let effects else { throw .noKey }
    await perform(effects)
  }

  /// Ends the mission on this device: links closed, keys in memory given up, the store wiped and read back, after a save
  /// that is under way.
  public func wipe() async -> Verdict {
    core = nil
    unkept = nil
    for (id, link) in links {
      ticks[id]?.finish()
      readers[id]?.cancel()
      await link.close()
    }
    (links, readers, mtus, ticks) = ([:], [:], [:], [:])
    output.end()
    await settle()
    return await MissionWipe.wipe(store)
  }

  private func mustWait(for datagram: [UInt8], from link: any Link) -> Bool {
    core?.mustWait(for: datagram.count, on: link.description.id, now: now()) == true
  }

  private func hear(_ datagram: [UInt8], from link: any Link) async {
    await measure(link)
    await feed(.received(link.description.id, datagram))
  }

  /// An MTU changes while its link lasts, so links are asked before anything is cut for them.
  private func measure() async { for link in links.values { await measure(link) } }

  private func measure(_ link: any Link) async {
    let description = link.description
    guard links[description.id] != nil, mtus[description.id] != description.mtu else { return }
    mtus[description.id] = description.mtu
    await feed(.mtu(description.id, description.mtu))
  }

  private func detach(_ id: LinkID) async {
    guard let link = forget(id) else { return }
    await link.close()
    await feed(.linkDown(id))
  }

  private func forget(_ id: LinkID) -> (any Link)? {
    ticks.removeValue(forKey: id)?.finish()
    readers.removeValue(forKey: id)?.cancel()
    mtus[id] = nil
    return links.removeValue(forKey: id)
  }

  private func feed(_ input: MeshInput) async {
    // Only sending throws.
    let effects = try? core?.handle(input, now: now(), using: &dice)
    await perform(effects ?? [])
  }

  private func perform(_ effects: [MeshEffect]) async {
    // Before the first pause: else what was decided later could be kept earlier.
    for case .keep(let mission) in effects { keep(mission) }
    for effect in effects {
      await settle()
      switch effect {
      case .transmit(let id, let datagram):
        guard let link = links[id] else { continue }
        do throws(MeshError) { try await link.send(datagram) } catch { await detach(id) }
      case .close(let id, _):
        await forget(id)?.close()
        output.add(effect)
      case .keep: break
      case .proven(let id):
        links[id]?.proved()
        output.add(effect)
      case .deliver(let message):
        // Shares of emergencies are counted for the neighbour.
        output.add(effect, over: message.kind == .emergency ? links[message.link]?.description : nil)
      case .peer, .notice: output.add(effect)
      }
    }
  }

  private func keep(_ mission: KeptMission) {
    guard core != nil else { return }
    unkept = mission
    if saving == nil { saving = Task { await self.save() } }
  }

  /// Until nothing newer came meanwhile: one save at a time, so that none overtakes another.
  private func save() async {
    while let mission = unkept {
      unkept = nil
      do throws(MeshError) { try await store.save(mission.stored()) } catch { output.add(.notice(.notKept)) }
    }
    saving = nil
  }

  private func settle() async { while let saving { await saving.value } }
}
