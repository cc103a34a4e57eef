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
    // A lost key vouches for nothing, also where another pin, or none, would let the path pass. O.Ntwk_4#968
    if holdsWithdrawnKey(proof) {
      if refuses { return TrustDecision(refused: .noPinnedKey, pinsSeen: pins) }
      return TrustDecision(proof, notes: [.reportOnlyMismatch])
    }
    let counted = countedSets(of: entry, now: now)
    guard !counted.isEmpty else {
      // O.Ntwk_4#521
      if refuses, rules.afterExpiry == .refuse { return TrustDecision(refused: .pinsExpired, pinsSeen: pins) }
      return TrustDecision(proof, notes: [.pinsExpired])
    }
    let matched = pins.filter { pin in counted.contains { $0.pins.contains(pin) } }
    // O.Ntwk_4#2
    if matched.isEmpty {
      let whole = certificates.contains { entry.certificates.contains(.init(certificateDER: $0)) }
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

  /// Whether a path that was accepted before holds a key that a signed update has withdrawn since: what was opened with it
  /// is to be ended. Pins that came or went otherwise end nothing, nor does a policy that only watches its pins.
  public func withdraws(_ chain: ValidatedServerChain) -> Bool {
    rules.mode == .enforce && holdsWithdrawnKey(chain)
  }

  private func holdsWithdrawnKey(_ chain: ValidatedServerChain) -> Bool {
    guard case .listed = rule, let update, let entry = pinned(chain.host),
      let pin = update.withdrawn[entry.host]
    else { return false }
    return chain.pins.contains(pin)
  }

  /// Pins of one source that count; `inUse` is nil where that one was withdrawn.
  private struct Counted {
    let inUse: ServerPin?
    let pins: Set<ServerPin>

    init(_ set: PinSet, without withdrawn: ServerPin? = nil) {
      inUse = set.ordered.first == withdrawn ? nil : set.ordered.first
      pins = withdrawn.map { set.pins.subtracting([$0]) } ?? set.pins
    }
  }

  private func countedSets(of entry: PinnedHost, now: Date) -> [Counted] {
    var sets = builtInCounts(at: now) ? [Counted(entry.pins, without: update?.withdrawn[entry.host])] : []
    if let update, update.isLive(at: now), let more = update.hosts[entry.host] { sets.append(Counted(more)) }
    return sets
  }

  private func builtInCounts(at now: Date) -> Bool {
    rules.expires.map { now.timeIntervalSince1970 < Double($0.secondsSince1970) } ?? true
  }
}
