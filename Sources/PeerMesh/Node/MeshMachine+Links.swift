import Crypto
import Foundation

/// Handshakes: nothing but them goes over a link that is not proven.
extension MeshMachine {
  /// Between two sendings of a handshake message that got no answer, and two tries of a better key.
  private static let retryPause: MeshTime = 1_000
  static let upgradePause: MeshTime = 30_000

  mutating func open(
    _ description: LinkDescription, now: MeshTime, using generator: inout some RandomNumberGenerator
  ) {
    guard links[description.id] == nil, makeRoom(for: description, now: now) else {
      counters.count(.queueFull)
      return effects.append(.close(description.id, .queueFull))
    }
    let link = LinkState(description, limits: limits, now: now)
    links.add(link)
    link.deadline = now + limits.handshakeTimeout
    if description.role == .initiator { offer(on: link, keys: offeredKeys(on: link, now), now: now, using: &generator) }
  }

  /// Who has shown nothing yet keeps nobody out, whoever began: strangers make us speak first, too. The oldest such link
  /// goes for a new one, and one neighbour's address has a share of them. Links whose hello had a right tag stay, and
  /// those that are proven; but in a full table of these a link under a key in wrong hands goes, and then one of an address
  /// that has more than the newcomer's.
  private mutating func makeRoom(for description: LinkDescription, now: MeshTime) -> Bool {
    let share = max(1, limits.links / 8)
    let strangers = links.values.filter { link in
      if case .answered = link.pending { false } else { !link.isProven }
    }
    let same = strangers.filter { !description.neighbour.isEmpty && $0.description.neighbour == description.neighbour }
    let isFull = links.count >= limits.links
    guard isFull || same.count >= share else { return true }
    let oldest =
      same.count >= share
      ? same.first
      : strangers.first ?? links.values.first { $0.keyID.map { keyring.isCondemned($0, at: now) } == true }
        ?? crowding(out: description.neighbour, share: share)
    guard let oldest else { return false }
    counters.count(.queueFull)
    end(oldest, .queueFull)
    return true
  }

  /// The oldest link of the address that has most, if it has at least two more than the newcomer's; else that of the
  /// newcomer's own address, if it has more than its share. A link that names no address stands for itself, and no
  /// address with one link loses it.
  private func crowding(out neighbour: [UInt8], share: Int) -> LinkState? {
    let named = links.values.filter { !$0.description.neighbour.isEmpty }
    let crowds = Dictionary(grouping: named, by: \.description.neighbour).mapValues(\.count)
    let (own, most) = (crowds[neighbour] ?? 0, crowds.values.max() ?? 0)
    if most > own + 1 { return named.first { crowds[$0.description.neighbour] == most } }
    return own > share ? named.first { $0.description.neighbour == neighbour } : nil
  }

  /// The keys to try, the current one first; on a proven link only better ones than that of its proof.
  func offeredKeys(on link: LinkState, _ now: MeshTime) -> [MeshKey] {
    let keys = keyring.accepted(at: now).map(\.key)
    return link.isProven ? Array(keys.prefix { $0.id != link.keyID }) : keys
  }

  mutating func offer(
    on link: LinkState, keys: [MeshKey], now: MeshTime, using generator: inout some RandomNumberGenerator
  ) {
    guard let key = keys.first, let ephemeral = Self.ephemeral(using: &generator) else { return }
    var handshake = NoiseHandshake(
      preSharedKey: key.schedule.handshake,
      prologue: HandshakeHello.prologue(key: key, binding: link.description.binding), ephemeral: ephemeral)
    guard let message = try? handshake.writeFirst() else { return }
    let hello = HandshakeHello(
      blindedID: key.schedule.blindedID(ephemeral: handshake.ownKey), message: message
    ).bytes
    link.pending = .offered(handshake, key: key, others: Array(keys.dropFirst()), hello: hello)
    link.deadline = now + limits.handshakeTimeout
    link.retry = now + Self.retryPause
    transmit(LinkDatagram.split(hello, type: 1, mtu: link.mtu), on: link)
  }

  /// X25519 takes any 32 bytes, so the dice can be the caller's.
  private static func ephemeral(
    using generator: inout some RandomNumberGenerator
  ) -> Curve25519.KeyAgreement.PrivateKey? {
    var bytes: [UInt8] = []
    for _ in 0..<4 { bytes.append(bigEndian: generator.next() as UInt64) }
    return try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes)
  }

  mutating func hear(
    _ datagram: LinkDatagram, on link: LinkState, now: MeshTime, using generator: inout some RandomNumberGenerator
  ) throws(MeshRefusal) {
    switch datagram {
    case .hello(let offset, let bytes):
      guard let whole = link.hellos.add(bytes, at: offset) else { return }
      try answer(HandshakeHello(reading: whole), whole, on: link, now: now, using: &generator)
    case .answer(let offset, let bytes):
      guard let whole = link.answers.add(bytes, at: offset) else { return }
      try finish(whole, on: link, now: now)
    case .refusal(let echo):
      guard case .offered(let handshake, _, let others, _) = link.pending, handshake.ownKey.starts(with: echo) else {
        throw .unproven
      }
      counters.count(.foreignKey)
      guard !others.isEmpty else {
        // Whoever sees our hello can say this: on a proven link it ends a try, not the link.
        guard !link.isProven else { return link.rest() }
        noteForeign(link)
        return end(link, .foreignKey)
      }
      offer(on: link, keys: others, now: now, using: &generator)
    case .record, .fragment, .report: break
    }
  }

  private mutating func answer(
    _ hello: HandshakeHello, _ whole: [UInt8], on link: LinkState, now: MeshTime,
    using generator: inout some RandomNumberGenerator
  ) throws(MeshRefusal) {
    guard !isOwn(hello.ephemeral) else { throw .reflected }
    guard link.description.role == .responder else { throw .malformed }
    if case .answered(_, _, whole, let answer) = link.pending, now <= link.deadline {
      // Our answer was lost: the same one again, for nothing but its bytes.
      return transmit(LinkDatagram.split(answer, type: 2, mtu: link.mtu), on: link)
    }
    if case .answered = link.pending, now <= link.deadline { throw .handshakeBusy }
    let keys = keyring.accepted(at: now).map(\.key)
    guard let key = keys.first(where: { $0.schedule.blindedID(ephemeral: hello.ephemeral) == hello.blindedID }) else {
      transmit([[5] + hello.ephemeral.prefix(LinkDatagram.refusedByteCount)], on: link)
      noteForeign(link)
      throw .foreignKey
    }
    // Strangers can only repeat what they recorded: that takes nothing from the budget of members. Nor does a member's
    // hello that somebody altered or that was made for another connection: its tag is wrong.
    guard !answered.contains(hello.blindedID) else { throw .linkReplay }
    let prologue = HandshakeHello.prologue(key: key, binding: link.description.binding)
    guard NoiseHandshake.isFirst(hello.message, preSharedKey: key.schedule.handshake, prologue: prologue) else {
      throw .proofFailed
    }
    let isCondemned = keyring.isCondemned(key.id, at: now)
    guard handshakes.take(link.source, isCondemned: isCondemned, now: now) else { throw .handshakeRate }
    guard let ephemeral = Self.ephemeral(using: &generator) else { throw .proofFailed }
    var handshake = NoiseHandshake(
      preSharedKey: key.schedule.handshake, prologue: prologue, ephemeral: ephemeral)
    guard try handshake.readFirst(hello.message).isEmpty else { throw .malformed }
    answered.note(hello.blindedID)
    let answer = try handshake.writeSecond()
    link.pending = .answered(
      LinkSession(handshake, role: .responder, isRepaired: link.description.kind.isRepaired), key: key, hello: whole,
      answer: answer)
    link.deadline = now + limits.handshakeTimeout
    link.retry = now + Self.retryPause
    transmit(LinkDatagram.split(answer, type: 2, mtu: link.mtu), on: link)
  }

  private mutating func finish(_ answer: [UInt8], on link: LinkState, now: MeshTime) throws(MeshRefusal) {
    if answer == link.lastAnswer {
      // The peer has not heard us yet.
      return sendRecord([0], on: link, now: now)
    }
    guard case .offered(var handshake, let key, _, _) = link.pending else { throw .unproven }
    guard try handshake.readSecond(answer).isEmpty else { throw .malformed }
    link.lastAnswer = answer
    let session = LinkSession(handshake, role: .initiator, isRepaired: link.description.kind.isRepaired)
    prove(link, session, key: key, now: now)
  }

  /// The peer holds the key and is there.
  mutating func prove(_ link: LinkState, _ session: LinkSession, key: MeshKey, now: MeshTime) {
    guard let place = link.place else { return }
    let isFirst = !link.isProven
    if isFirst {
      links.traffic[place] = LinkTraffic(session, limits: limits, now: now)  // O.Ntwk_1#884
    } else {
      links.traffic[place]?.renew(session)
    }
    link.keyID = key.id
    link.rest()
    let isCurrent = key.id == keyring.current.id
    link.upgrade = isCurrent || link.description.role == .responder ? .max : now + Self.upgradePause
    counters.proofs += 1
    if link.description.role == .initiator { sendRecord([0], on: link, now: now) }
    if isFirst { effects.append(.proven(link.id)) }
    greet(link, now: now)
  }

  /// Once per link: a stranger must not fill the screen.
  private mutating func noteForeign(_ link: LinkState) {
    guard !link.isForeignNoted else { return }
    link.isForeignNoted = true
    effects.append(.notice(.foreignPeer(link.id)))
  }

  /// A peer that says our own words back to us, on this link or another.
  private func isOwn(_ ephemeral: [UInt8]) -> Bool {
    links.values.contains { link in
      switch link.pending {
      case .offered(let handshake, _, _, _): handshake.ownKey == ephemeral
      case .answered(_, _, _, let answer): answer.starts(with: ephemeral)
      case nil: false
      }
    }
  }

  mutating func end(_ link: LinkState, _ refusal: MeshRefusal) {
    links.remove(link.id)
    effects.append(.close(link.id, refusal))
  }

  mutating func tickLinks(_ now: MeshTime, using generator: inout some RandomNumberGenerator) {
    for link in Array(links.values) {
      if let place = link.place { links.traffic[place]?.expire(now) }
      if now >= link.deadline {
        counters.count(.handshakeTimeout)
        link.rest()
        if !link.isProven { end(link, .handshakeTimeout) }
        continue
      }
      if now >= link.retry {
        link.retry = now + Self.retryPause
        switch link.pending {
        case .offered(_, _, _, let hello):
          transmit(LinkDatagram.split(hello, type: 1, mtu: link.mtu), on: link)
        case .answered(_, _, _, let answer):
          transmit(LinkDatagram.split(answer, type: 2, mtu: link.mtu), on: link)
        case nil: link.retry = .max
        }
      }
      if now >= link.upgrade {
        link.upgrade = now + Self.upgradePause
        if link.pending == nil { offer(on: link, keys: offeredKeys(on: link, now), now: now, using: &generator) }
      }
      repair(link, now: now)
    }
  }
}
