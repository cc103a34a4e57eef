import Foundation

/// What leaves a node.
extension MeshMachine {
  mutating func send(_ body: [UInt8], kind: MessageKind, now: MeshTime) throws(MeshError) {
    guard body.count <= limits.body else { throw .tooLarge(limit: limits.body) }
    _ = try keyring.sending(at: now)
    // Whoever proves to be onboarded signs positions, too: a bridge passes on only what a device signed.
    let isSigned = kind.mustBeSigned || device.proof != nil
    let (id, frame) = try sealer.seal(body, kind: kind, signed: isSigned, now: now)
    spread(frame, id: id, hops: UInt8(limits.hops), now: now)
  }

  /// To every proven neighbour, now.
  mutating func spread(_ frame: [UInt8], id: FrameID, hops: UInt8, now: MeshTime) {
    guard let header = try? FrameHeader(reading: frame[...]) else { return }
    kept.keep(frame, header: header, hops: hops, limits: limits, now: now)
    for link in links.values { enqueue(frame, header: header, hops: hops, due: now, on: link) }
  }

  /// Passes a frame on unchanged, after a while, to all but the neighbour that brought it.
  mutating func relay(
    _ frame: [UInt8], header: FrameHeader, hops: UInt8, from origin: LinkID, now: MeshTime,
    using generator: inout some RandomNumberGenerator
  ) {
    guard hops > 1 else { return }
    kept.keep(frame, header: header, hops: hops - 1, limits: limits, now: now)
    let due = limits.jitter > 0 ? now + MeshTime.random(in: 0...limits.jitter, using: &generator) : now
    var isRelayed = false
    for link in links.values where link.description.id != origin {
      enqueue(frame, header: header, hops: hops - 1, due: due, on: link)
      isRelayed = true
    }
    if isRelayed { counters.relayed += 1 }
  }

  private mutating func enqueue(_ frame: [UInt8], header: FrameHeader, hops: UInt8, due: MeshTime, on link: LinkState) {
    guard link.session != nil, !link.outbox.raise(header.id, to: hops) else { return }
    let item = Outbox.Item(
      due: due, rank: header.kind.rank, hops: hops, id: header.id, frame: frame, kind: header.kind, keyID: header.keyID)
    if !link.outbox.add(item, limits: limits) { counters.count(.queueFull) }
  }

  /// What a neighbour gets once it has proven the key: who we are, and what was kept for it.
  mutating func greet(_ link: LinkState, now: MeshTime) {
    if let (_, frame) = announcement(now), let header = try? FrameHeader(reading: frame[...]) {
      enqueue(frame, header: header, hops: 1, due: now, on: link)
    }
    for item in kept.items where now - item.header.sentAt <= item.header.kind.lifetime {
      enqueue(item.frame, header: item.header, hops: item.hops, due: now, on: link)
    }
    if nextAnnouncement == .max { nextAnnouncement = now + limits.announceInterval }
  }

  /// Our own announcement; nil when no key may send.
  mutating func announcement(_ now: MeshTime) -> (id: FrameID, bytes: [UInt8])? {
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
    if let (id, frame) = announcement(now) { spread(frame, id: id, hops: UInt8(limits.hops), now: now) }
  }

  /// Sends what is due, the urgent first, as far as the budgets reach.
  mutating func flush(_ now: MeshTime) {
    for link in links.values where !link.outbox.items.isEmpty && link.session != nil {
      let isRestricted = isCondemned(link.keyID, now)
      while let item = link.outbox.next(now) {
        // A neighbour that may be the lost device gets nothing but what it cannot open.
        let isAllowed = !isRestricted || item.kind == .exclusion
        if isAllowed {
          let isPaid = link.outgoing.take(item.frame.count + 64, of: limits.toLink, now: now)
          guard isPaid || item.kind == .emergency else { break }
          sendRecord([1, item.hops] + item.frame, on: link, now: now)
        }
        link.outbox.drop(item.id)
      }
    }
  }

  private func isCondemned(_ id: MeshKeyID?, _ now: MeshTime) -> Bool {
    guard let id, let entry = keyring.opening(id, at: now) else { return true }
    return entry.standing == .condemned
  }

  /// Reports that are due, and what no report confirmed, as far as the link's budget reaches.
  mutating func repair(_ link: LinkState, now: MeshTime) {
    guard let due = link.session?.firstDue, due <= now else { return }
    while let report = link.session?.report(mtu: link.description.mtu, now: now) { transmit([report], on: link) }
    for datagram in link.session?.repetitions(now) ?? [] {
      guard datagram.count <= link.description.mtu, link.outgoing.take(datagram.count + 64, of: limits.toLink, now: now)
      else { break }
      counters.repeated += 1
      transmit([datagram], on: link)
    }
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
