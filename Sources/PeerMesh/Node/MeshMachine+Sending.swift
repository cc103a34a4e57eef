import Foundation

/// What leaves a node.
extension MeshMachine {
  /// A report confirms 32 records and the last 128 are repeated, so what is more goes in portions.
  private static let portion: (count: Int, pause: MeshTime) = (32, 200)

  /// When the frame of this place in a long row goes.
  static func paced(_ place: Int, from now: MeshTime) -> MeshTime {
    now + MeshTime(place / portion.count) * portion.pause
  }

  mutating func send(_ body: [UInt8], kind: MessageKind, now: MeshTime) throws(MeshError) {
    spread(try sealed(body, kind: kind, now: now), hops: UInt8(limits.hops), now: now)
  }

  /// One frame of ours, which goes nowhere yet.
  mutating func sealed(
    _ body: [UInt8], kind: MessageKind, now: MeshTime
  ) throws(MeshError) -> SealedFrame {
    guard body.count <= limits.body else { throw .tooLarge(limit: limits.body) }
    _ = try keyring.sending(at: now)
    // Whoever proves to be onboarded signs positions, too: a bridge passes on only what a device signed.
    let isSigned = kind.mustBeSigned || device.proof != nil
    return try sealer.seal(body, kind: kind, signed: isSigned, now: now)
  }

  /// To every proven neighbour.
  ///
  /// - Parameter due: now, unless it is one of many.
  mutating func spread(_ frame: SealedFrame, hops: UInt8, now: MeshTime, due: MeshTime? = nil) {
    kept.keep(frame.bytes, header: frame.header, hops: hops, from: nil, limits: limits, now: now)
    for link in links.values {
      enqueue(frame.bytes, header: frame.header, hops: hops, due: due ?? now, from: nil, on: link)
    }
  }

  /// Passes a frame on unchanged, after a while, to all but the neighbour that brought it.
  mutating func relay(
    _ frame: [UInt8], header: FrameHeader, hops: UInt8, from origin: LinkState, now: MeshTime,
    using generator: inout some RandomNumberGenerator
  ) {
    guard hops > 1 else { return }
    let source = origin.source
    kept.keep(frame, header: header, hops: hops - 1, from: source, limits: limits, now: now)
    let due = limits.jitter > 0 ? now + MeshTime.random(in: 0...limits.jitter, using: &generator) : now
    var isRelayed = false
    for link in links.values where link !== origin {
      enqueue(frame, header: header, hops: hops - 1, due: due, from: source, on: link)
      isRelayed = true
    }
    if isRelayed { counters.relayed += 1 }
  }

  private mutating func enqueue(
    _ frame: [UInt8], header: FrameHeader, hops: UInt8, due: MeshTime, from source: LinkSource?, on link: LinkState
  ) {
    guard link.session != nil, !link.outbox.raise(header.id, to: hops) else { return }
    let item = Outbox.Item(
      due: due, rank: header.kind.rank, hops: hops, id: header.id, frame: frame, kind: header.kind, keyID: header.keyID,
      source: source)
    if !link.outbox.add(item, limits: limits) { counters.count(.queueFull) }
  }

  /// What a neighbour gets once it has proven the key: who we are, and what was kept for it.
  mutating func greet(_ link: LinkState, now: MeshTime) {
    if let frame = announcement(now) {
      enqueue(frame.bytes, header: frame.header, hops: 1, due: now, from: nil, on: link)
    }
    for (place, item) in kept.items.enumerated() where now - item.header.sentAt <= item.header.kind.lifetime {
      let due = Self.paced(place, from: now)
      enqueue(item.frame, header: item.header, hops: item.hops, due: due, from: item.source, on: link)
    }
    if nextAnnouncement == .max { nextAnnouncement = now + limits.announceInterval }
  }

  /// Our own announcement; nil when no key may send.
  mutating func announcement(_ now: MeshTime) -> SealedFrame? {
    guard (try? keyring.sending(at: now)) != nil else {
      effects.append(.notice(.keyExpired))
      return nil
    }
    return try? sealer.seal(PeerAnnouncement(device).bytes, kind: .announcement, signed: true, now: now)
  }

  mutating func tick(_ now: MeshTime, using generator: inout some RandomNumberGenerator) {
    tickLinks(now, using: &generator)
    guard now >= nextAnnouncement else { return }
    nextAnnouncement = now + limits.announceInterval
    if let frame = announcement(now) { spread(frame, hops: UInt8(limits.hops), now: now) }
  }

  /// Sends what is due, the urgent first, as far as the budgets reach.
  mutating func flush(_ now: MeshTime) {
    for link in links.values where !link.outbox.items.isEmpty && link.session != nil {
      let isRestricted = isCondemned(link.keyID, now)
      // A neighbour that may be the lost device gets nothing but what it cannot open.
      while let item = link.outbox.takeNext(
        now, onlyExclusions: isRestricted, emergencies: &link.emergencies, others: &link.outgoing, limits: limits)
      {
        sendRecord([1, item.hops] + item.frame, on: link, now: now)
      }
    }
  }

  /// When something of the outbox may go.
  func outboxDue(on link: LinkState, after now: MeshTime) -> MeshTime? {
    func due(_ emergencies: Bool, _ bucket: TokenBucket, _ rate: Rate) -> MeshTime? {
      guard let due = link.outbox.firstDue(emergencies: emergencies) else { return nil }
      let next = link.outbox.next(now, emergencies: emergencies, others: !emergencies)
      let cost = next.map { link.outbox.items[$0].cost }
      return cost.map { bucket.time(for: $0, of: rate, now: now) } ?? due
    }
    let (help, other) = (
      due(true, link.emergencies, limits.emergenciesToLink), due(false, link.outgoing, limits.toLink)
    )
    return [help, other].compactMap(\.self).min()
  }

  private func isCondemned(_ id: MeshKeyID?, _ now: MeshTime) -> Bool {
    guard let id, let entry = keyring.opening(id, at: now) else { return true }
    return entry.standing == .condemned
  }

  /// Reports that are due, and what no report confirmed, as far as the link's budget reaches. A report may put it into
  /// debt: without reports the neighbour would repeat everything.
  mutating func repair(_ link: LinkState, now: MeshTime) {
    guard let due = link.session?.firstDue, due <= now else { return }
    let (mtu, rate) = (link.description.mtu, limits.toLink)
    while link.outgoing.has(0, of: rate, now: now), let report = link.session?.report(mtu: mtu, now: now) {
      link.outgoing.charge(report.count + 64, of: rate, now: now)
      transmit([report], on: link)
    }
    let again = link.session?.repetitions(mtu: mtu, now: now) { link.outgoing.take($0, of: rate, now: now) } ?? []
    counters.repeated += again.count
    transmit(again, on: link)
  }

  mutating func sendRecord(_ record: [UInt8], on link: LinkState, now: MeshTime) {
    do throws(MeshRefusal) {
      guard let datagrams = try link.session?.seal(record, mtu: link.description.mtu, now: now) else { return }
      transmit(datagrams, on: link)
    } catch {
      counters.count(error)
      end(link, error)
    }
  }

  mutating func transmit(_ datagrams: [[UInt8]], on link: LinkState) {
    for datagram in datagrams {
      counters.sentBytes += datagram.count
      effects.append(.transmit(link.description.id, datagram))
    }
  }
}
