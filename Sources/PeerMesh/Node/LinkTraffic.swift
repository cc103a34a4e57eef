import Foundation

/// What goes over a link whose other side has proven the key: its session, what waits for it, and what it may cost the
/// neighbour. One value, so that a frame costs one access to it.
struct LinkTraffic {
  private var session: LinkSession
  private var outbox = Outbox()
  private var outgoing: TokenBucket
  /// Bytes of emergencies that did not wait for `outgoing`.
  private var emergencies: TokenBucket

  init(_ session: LinkSession, limits: MeshLimits, now: MeshTime) {
    self.session = session
    outgoing = TokenBucket(limits.toLink, now: now)
    emergencies = TokenBucket(limits.emergenciesToLink, now: now)
  }

  /// The other side has proven itself anew; what waits goes under the new keys, and no budget is filled by it.
  mutating func renew(_ session: LinkSession) { self.session = session }

  /// - Throws: see ``LinkSession/open(_:now:)``.
  mutating func open(_ datagram: LinkDatagram, now: MeshTime) throws(MeshRefusal) -> Data? {
    try session.open(datagram, now: now)
  }

  /// - Throws: see ``LinkSession/seal(_:mtu:now:)``.
  mutating func seal(_ record: [UInt8], mtu: Int, now: MeshTime) throws(MeshRefusal) -> [[UInt8]] {
    try session.seal(record, mtu: mtu, now: now)
  }

  /// Whether there was room, or the frame waits already.
  mutating func add(_ item: Outbox.Item, limits: MeshLimits) -> Bool {
    outbox.raise(item.id, to: item.hops) || outbox.add(item, limits: limits)
  }

  var isWaiting: Bool { !outbox.isEmpty }

  /// See ``Outbox/drop(_:upTo:)``.
  mutating func drop(_ id: FrameID, upTo hops: UInt8) { outbox.drop(id, upTo: hops) }

  /// What is due and paid for, the most urgent first, as datagrams.
  ///
  /// - Parameter onlyExclusions: whether all else is dropped once it is due.
  /// - Throws: see ``LinkSession/seal(_:mtu:now:)``.
  mutating func flush(
    _ now: MeshTime, mtu: Int, limits: MeshLimits, onlyExclusions: Bool
  ) throws(MeshRefusal) -> [[UInt8]] {
    var datagrams: [[UInt8]] = []
    while let item = outbox.takeNext(
      now, onlyExclusions: onlyExclusions, emergencies: &emergencies, others: &outgoing, limits: limits)
    {
      let sealed = try session.seal(item.record, mtu: mtu, now: now)
      if datagrams.isEmpty { datagrams = sealed } else { datagrams += sealed }
    }
    return datagrams
  }

  /// Reports that are due, and what no report confirmed, as far as the budget reaches. A report may put it into debt:
  /// without reports the neighbour would repeat everything.
  mutating func repair(_ now: MeshTime, mtu: Int, rate: Rate) -> (reports: [[UInt8]], repetitions: [[UInt8]]) {
    guard let due = session.firstDue, due <= now else { return ([], []) }
    var (budget, reports) = (outgoing, [[UInt8]]())
    while budget.has(0, of: rate, now: now), let report = session.report(mtu: mtu, now: now) {
      budget.charge(report.count + 64, of: rate, now: now)
      reports.append(report)
    }
    let repetitions = session.repetitions(mtu: mtu, now: now) { budget.take($0, of: rate, now: now) }
    outgoing = budget
    return (reports, repetitions)
  }

  mutating func expire(_ now: MeshTime) { session.expire(now) }

  /// When something may go next; `.max` for never.
  func wake(after now: MeshTime, limits: MeshLimits) -> MeshTime {
    var wake = MeshTime.max
    if let due = session.firstDue {
      let paid = due <= now ? outgoing.time(for: session.costDue(now), of: limits.toLink, now: now) : due
      wake = max(due, paid)
    }
    func due(_ isEmergency: Bool, _ bucket: TokenBucket, _ rate: Rate) -> MeshTime {
      guard let due = outbox.firstDue(emergencies: isEmergency) else { return .max }
      let next = outbox.next(now, emergencies: isEmergency, others: !isEmergency)
      return next.map { bucket.time(for: outbox.items[$0].cost, of: rate, now: now) } ?? due
    }
    return min(wake, due(true, emergencies, limits.emergenciesToLink), due(false, outgoing, limits.toLink))
  }

  /// After the clock was set back.
  mutating func shift(by step: MeshTime) {
    // What waits for one takes nothing, and only taking tells it the new time.
    outgoing.shift(by: step)
    emergencies.shift(by: step)
    outbox.shift(by: step)
    session.shift(by: step)
  }
}
