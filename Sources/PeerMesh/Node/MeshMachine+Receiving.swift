import Crypto
import Foundation

/// What comes in: cheap limits first, then the link's tag, then the frame's, then who is known; nothing is remembered
/// before the tags were right, nothing is passed on before all were.
extension MeshMachine {
  private static let floorStep: MeshTime = 10_000

  mutating func receive(
    _ bytes: [UInt8], on id: LinkID, now: MeshTime, using generator: inout some RandomNumberGenerator
  ) {
    guard let link = links[id] else { return }
    counters.receivedBytes += bytes.count
    do throws(MeshRefusal) {
      guard link.incoming.take(bytes.count + 64, of: limits.fromLink, now: now) else { throw .linkBudget }
      let datagram = try LinkDatagram(reading: bytes)
      switch datagram {
      case .record, .fragment, .report:
        guard let record = try record(in: datagram, on: link, now: now) else { return }
        try take(record, from: link, now: now, using: &generator)
        repair(link, now: now)
      default: try hear(datagram, on: link, now: now, using: &generator)
      }
    } catch {
      counters.count(error)
    }
  }

  /// Whether a datagram is beyond the link's budget and would be lost for good: this link repeats nothing.
  func mustWait(for count: Int, on id: LinkID, now: MeshTime) -> Bool {
    guard let link = links[id], !link.description.kind.isRepaired else { return false }
    return !link.incoming.has(count + 64, of: limits.fromLink, now: now)
  }

  private mutating func record(
    in datagram: LinkDatagram, on link: LinkState, now: MeshTime
  ) throws(MeshRefusal) -> Data? {
    var failure = MeshRefusal.unproven
    if link.isProven, let place = link.place {
      // Nothing comes of a report or of a part.
      do throws(MeshRefusal) { return try links.traffic[place]?.open(datagram, now: now) } catch { failure = error }
    }
    // An initiator that heard our answer proves with its first record that it is there; no fragments before that.
    guard case .answered(var session, let key, _, _) = link.pending, datagram.isRecord else { throw failure }
    guard let record = try session.open(datagram, now: now) else { throw failure }
    prove(link, session, key: key, now: now)
    return record
  }

  /// A record: 0 for a sign of life; 1, hops left, frame.
  private mutating func take(
    _ record: Data, from link: LinkState, now: MeshTime, using generator: inout some RandomNumberGenerator
  ) throws(MeshRefusal) {
    let content: (claimed: UInt8, frame: [UInt8])? = record.withUnsafeBytes {
      $0.count > 2 && $0[0] == 1 ? ($0[1], Array(UnsafeRawBufferPointer(rebasing: $0[2...]))) : nil
    }
    guard let (claimed, frame) = content else {
      if record == Data([0]) { return }
      throw .malformed
    }
    // Hops are the relays' word: cut on entry, then only less.
    try take(frame: frame, hops: min(claimed, UInt8(limits.hops)), from: link, now: now, using: &generator)
  }

  private mutating func take(
    frame: [UInt8], hops: UInt8, from link: LinkState, now: MeshTime,
    using generator: inout some RandomNumberGenerator
  ) throws(MeshRefusal) {
    let header = try FrameHeader(reading: frame[...])
    guard let entry = keyring.opening(header.keyID, at: now), entry.key.epoch == header.epoch else {
      throw .unknownKey
    }
    // Of a key in wrong hands only what it cannot open counts: a rotation under it would give the next one away.
    guard entry.standing != .condemned || header.kind == .exclusion else { throw .condemnedKey }
    guard entry.key.isValid(at: header.sentAt) else { throw .keyTime }
    guard header.sentAt <= now + limits.clockSkew else { throw .fromFuture }
    guard now - header.sentAt <= header.kind.lifetime else { throw .stale }
    // Also of a former boot: what we said before a restart is no message to us, and others pass it on.
    guard header.sender != ownName(under: entry.key) else {
      dropCopy(of: header.id, hops: hops, for: link)
      throw .ownFrame
    }
    let place = replays.place(of: header.stream)
    let (source, isAuthority) = (link.source, header.kind.isRekey && isAuthority(header, entry.key))
    // What the authority says of keys needs no place that others could have taken.
    let needsPlace = place == nil && !isAuthority
    if needsPlace {
      let isShut = replays.isShut(to: source, now: now)
      guard !isShut, link.newcomers.has(1, of: limits.newcomers, now: now) else { throw .tooManySenders }
    }
    let key =
      place.map { replays.entries[$0].key }
      ?? entry.key.schedule.frameKey(sender: header.sender, boot: header.boot)
    guard
      let content = CounterSeal.open(
        frame[FrameHeader.byteCount...], number: header.sequence, key: key,
        authenticating: frame[..<FrameHeader.byteCount])
    else { throw .frameTag }
    // A window that is past it does not know; whoever repeats it has it passed on no second time by the same way.
    let isAgain = isAuthority && (passed.contains(header.id) || kept.holdsKey(header.id))
    if let refusal = isAgain ? .replayed : replays.refusal(of: header, at: place, isNewKey: isAuthority) {
      dropCopy(of: header.id, hops: hops, for: link)
      // Every member can seal another frame under the number of one that passed: it goes nowhere as a copy of that.
      if refusal == .replayed, passed.isFurther(header.id, frame, hops: hops) {
        _ = try judged(header, content, frame: frame, key: entry.key)
        passed.raise(header.id, hops: hops)
        relay(frame, header: header, hops: hops, from: link, now: now, using: &generator)
      }
      throw refusal
    }
    let signature = try judged(header, content, frame: frame, key: entry.key)
    let body = signature?.body ?? content.withUnsafeBytes(Array.init)
    guard body.count <= max(limits.body, PeerAnnouncement.limit) else { throw .malformed }
    let admitted =
      place
      ?? replays.admit(
        header.stream, under: header.keyID, key: key, from: source, isReserved: isAuthority, limits: limits, now: now)
    guard let seat = admitted else { throw .tooManySenders }
    if needsPlace { _ = link.newcomers.take(1, of: limits.newcomers, now: now) }
    guard replays.spend(at: seat, on: header.kind, limits: limits, now: now) else { throw .senderBudget }
    replays.mark(header, at: seat, now: now)
    keepFloor()
    passed.note(header.id, frame, hops: hops)
    relay(frame, header: header, hops: hops, from: link, now: now, using: &generator)
    try accept(header, signature: signature, body: body, key: entry.key, from: link, now: now, using: &generator)
  }

  /// Whoever sends us a frame needs no copy from us that would go no further.
  private mutating func dropCopy(of id: FrameID, hops: UInt8, for link: LinkState) {
    if let place = link.place { links.traffic[place]?.drop(id, upTo: hops + 1) }
  }

  private func ownName(under key: MeshKey) -> SenderID {
    key.id == keyring.current.id ? sealer.sender : key.schedule.senderID(of: device.signer.publicKey)
  }

  /// Whether the header names the device that alone may change this key; its signature is still to be looked at.
  private func isAuthority(_ header: FrameHeader, _ key: MeshKey) -> Bool {
    header.isSigned && key.authority.map { key.schedule.senderID(of: $0) } == header.sender
  }

  /// Who signed a frame whose tag is right; nil for nobody, where nobody has to. Nothing is passed on or kept before it.
  private func judged(
    _ header: FrameHeader, _ content: Data, frame: [UInt8], key: MeshKey
  ) throws(MeshRefusal) -> FrameSignature? {
    guard header.isSigned || !header.kind.mustBeSigned else { throw .unsigned }
    let signature = header.isSigned ? try signature(of: header, in: content, frame: frame, key: key) : nil
    if header.kind.isRekey {
      // The share of new keys is the authority's alone.
      guard let authority = key.authority, signature?.device == authority else { throw .notTheAuthority }
    }
    return signature
  }

  private func signature(
    of header: FrameHeader, in content: Data, frame: [UInt8], key: MeshKey
  ) throws(MeshRefusal) -> FrameSignature {
    let signature = try FrameSignature(reading: Array(content), header: frame[..<FrameHeader.byteCount])
    guard key.schedule.senderID(of: signature.device) == header.sender else { throw .senderMismatch }
    return signature
  }

  /// Keeps a floor that is ahead of what was accepted, so that nothing accepted is accepted again after a restart.
  private mutating func keepFloor() {
    guard replays.latest > keptFloor else { return }
    keptFloor = replays.latest + Self.floorStep
    effects.append(.keep(kept(floor: keptFloor)))
  }

  private mutating func accept(
    _ header: FrameHeader, signature: FrameSignature?, body: [UInt8], key: MeshKey, from link: LinkState,
    now: MeshTime, using generator: inout some RandomNumberGenerator
  ) throws(MeshRefusal) {
    switch (header.kind, signature) {
    case (.announcement, let signature?): try meet(signature, as: header.sender, from: link, now: now)
    case (.rotation, let signature?): try rotate(signature, under: key, now: now, using: &generator)
    case (.exclusion, let signature?): try replace(signature, under: key, now: now, using: &generator)
    default:
      guard body.count <= limits.body else { throw .malformed }
      let origin: MeshMessage.Origin =
        if let signature { .device(signature.device, book[signature.device]) } else {
          .member(header.sender, claimed: book[header.sender])
        }
      counters.delivered += 1
      effects.append(
        .deliver(
          MeshMessage(kind: header.kind, body: body, origin: origin, sentAt: header.sentAt, link: link.id)))
    }
  }

  private mutating func meet(
    _ signature: FrameSignature, as sender: SenderID, from link: LinkState, now: MeshTime
  ) throws(MeshRefusal) {
    let words = try PeerAnnouncement(reading: signature.body)
    let (known, isUnheard) = (book[signature.device], book.isUnheard(signature.device))
    guard signature.device != device.signer.publicKey else { return }
    do throws(MeshRefusal) {
      guard words.uid != device.uid, words.callsign != device.callsign else { throw .identityConflict }
      let peer = try book.learn(words, of: signature.device, as: sender, from: link.source, now: now)
      if isUnheard || peer.words != known?.words { effects.append(.peer(peer)) }
    } catch {
      if error == .identityConflict {
        effects.append(
          .notice(.identityConflict(uid: words.uid, callsign: words.callsign, device: signature.device)))
      }
      throw error
    }
  }
}
