import Foundation
import SecurityPolicy

extension PinPolicy {
  /// On a validated path: `pins` are those of `certificates`.
  func decide(host: ServerHost, certificates: [[UInt8]], pins: [ServerPin], now: Date) -> TrustDecision {
    let proof = ValidatedServerChain(host: host, certificates: certificates, pins: pins)
    let entry: PinnedHost
    switch rule {
    case .none: return TrustDecision(proof, notes: [.unpinned])
    case .remembered(let pin):
      return pins.first == pin ? TrustDecision(proof, notes: []) : TrustDecision(refused: .noPinnedKey, pinsSeen: pins)
    case .everyHost(let set): entry = PinnedHost(host: host, pins: set)
    case .listed:
      guard let found = pinned(host) else { return TrustDecision(refused: .hostNotPinned, pinsSeen: pins) }
      entry = found
    }
    let refuses = rules.mode == .enforce
    // A lost key vouches for nothing, also where a pin above it, or none, would let the path pass. O.Ntwk_4#968
    if restsOnWithdrawnKey(proof) {
      if refuses { return TrustDecision(refused: .noPinnedKey, pinsSeen: pins) }
      return TrustDecision(proof, notes: [.reportOnlyMismatch])
    }
    let counted = countedSets(of: entry, now: now)
    guard !counted.isEmpty else {
      // O.Ntwk_4#521
      if refuses, rules.afterExpiry == .refuse { return TrustDecision(refused: .pinsExpired, pinsSeen: pins) }
      return TrustDecision(proof, notes: [.pinsExpired])
    }
    let vouching = pins.prefix(sound(of: proof))
    let matched = vouching.filter { pin in counted.contains { $0.pins.contains(pin) } }
    // O.Ntwk_4#2
    if matched.isEmpty {
      let whole = certificates.prefix(vouching.count).contains {
        entry.certificates.contains(.init(certificateDER: $0))
      }
      if whole, builtInCounts(at: now) {
        return TrustDecision(proof, notes: [.wholeCertificatePin])
      }
      if refuses { return TrustDecision(refused: .noPinnedKey, pinsSeen: pins) }
      return TrustDecision(proof, notes: [.reportOnlyMismatch])
    }
    let isInUse = matched.contains { pin in counted.contains { $0.inUse == pin } }
    return TrustDecision(proof, notes: isInUse ? [] : [.backupPinOnly])
  }

  /// Every pin that counts for a host at `now`, for a report of what was expected.
  public func expectedPins(for host: ServerHost, now: Date) -> Set<ServerPin> {
    switch rule {
    case .none: []
    case .remembered(let pin): [pin]
    case .everyHost(let set): set.pins
    case .listed: pinned(host).map { countedSets(of: $0, now: now).reduce(into: []) { $0.formUnion($1.pins) } } ?? []
    }
  }

  /// Whether a path that was accepted before rests on a key that a signed update has withdrawn since: what was opened with
  /// it is to be ended. It does not where a pinned key stands nearer to the server than every withdrawn one. Pins that came
  /// or went otherwise end nothing, nor does a policy that only watches its pins.
  public func withdraws(_ chain: ValidatedServerChain) -> Bool {
    rules.mode == .enforce && restsOnWithdrawnKey(chain)
  }

  /// Whoever found a lost key of an authority can have it sign whatever is below, but not with a pinned key: who shows that
  /// one holds it. Whether pins have ended is not asked: an end is no loss.
  private func restsOnWithdrawnKey(_ chain: ValidatedServerChain) -> Bool {
    let count = sound(of: chain)
    guard count < chain.pins.count, let entry = pinned(chain.host) else { return false }
    var known = entry.pins.pins
    if let more = update?.hosts[entry.host] { known.formUnion(more.pins) }
    if !known.isDisjoint(with: chain.pins.prefix(count)) { return false }
    return !chain.certificates.prefix(count).contains { entry.certificates.contains(.init(certificateDER: $0)) }
  }

  /// How many keys of a path, from the leaf on, stand below the first withdrawn one.
  private func sound(of chain: ValidatedServerChain) -> Int {
    guard case .listed = rule, let update, let entry = pinned(chain.host),
      let withdrawn = update.withdrawn[entry.host]
    else { return chain.pins.count }
    return chain.pins.firstIndex(where: withdrawn.contains) ?? chain.pins.count
  }

  /// Pins of one source that count; `inUse` is nil where that one was withdrawn.
  private struct Counted {
    let inUse: ServerPin?
    let pins: Set<ServerPin>

    init(_ set: PinSet, without withdrawn: Set<ServerPin> = []) {
      let counted = set.pins.subtracting(withdrawn)
      pins = counted
      inUse = set.ordered.first.flatMap { counted.contains($0) ? $0 : nil }
    }
  }

  private func countedSets(of entry: PinnedHost, now: Date) -> [Counted] {
    var sets = builtInCounts(at: now) ? [Counted(entry.pins, without: update?.withdrawn[entry.host] ?? [])] : []
    if let update, update.isLive(at: now), let more = update.hosts[entry.host] { sets.append(Counted(more)) }
    return sets
  }

  private func builtInCounts(at now: Date) -> Bool {
    rules.expires.map { now.timeIntervalSince1970 < Double($0.secondsSince1970) } ?? true
  }
}
