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
    let item = Outbox.Item(frame, header: header, hops: hops, due: due, source: source)
    guard let place = link.place else { return }
    if links.traffic[place]?.add(item, limits: limits) == false { counters.count(.queueFull) }
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
    for link in links.values {
      guard let place = link.place, links.traffic[place]?.isWaiting == true else { continue }
      // A neighbour that may be the lost device gets nothing but what it cannot open.
      let onlyExclusions = link.keyID.map { keyring.isCondemned($0, at: now) } ?? true
      do throws(MeshRefusal) {
        let datagrams = try links.traffic[place]?.flush(
          now, mtu: link.mtu, limits: limits, onlyExclusions: onlyExclusions)
        if let datagrams { transmit(datagrams, on: link) }
      } catch {
        counters.count(error)
        end(link, error)
      }
    }
  }

  /// What was lost goes again, and what came is reported.
  mutating func repair(_ link: LinkState, now: MeshTime) {
    guard let place = link.place,
      let (reports, again) = links.traffic[place]?.repair(now, mtu: link.mtu, rate: limits.toLink)
    else { return }
    transmit(reports, on: link)
    counters.repeated += again.count
    transmit(again, on: link)
  }

  mutating func sendRecord(_ record: [UInt8], on link: LinkState, now: MeshTime) {
    do throws(MeshRefusal) {
      guard let place = link.place,
        let datagrams = try links.traffic[place]?.seal(record, mtu: link.mtu, now: now)
      else { return }
      transmit(datagrams, on: link)
    } catch {
      counters.count(error)
      end(link, error)
    }
  }

  mutating func transmit(_ datagrams: [[UInt8]], on link: LinkState) {
    for datagram in datagrams {
      counters.sentBytes += datagram.count
      effects.append(.transmit(link.id, datagram))
    }
  }
}
