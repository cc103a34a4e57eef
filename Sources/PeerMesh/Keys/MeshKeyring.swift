/// The keys of one mission: the current one, which sends, one that is to follow, and former ones.
///
/// A former key opens what is still under way for a time and never sends (grace); a condemned one, after a device was
/// lost, opens nothing but the authority's rekey messages. A key of a smaller epoch is never taken back, also not after
/// a restart.
/// Source: NIST SP 800-57 part 1 section 5.3; BSI TR-03161-1 O.Cryp_4.
public struct MeshKeyring: Sendable {
  /// What a key may still be used for.
  public enum Standing: UInt8, Sendable, Hashable {
    case current = 1
    case next = 2
    case grace = 3
    case condemned = 4
  }

  /// A key with what it may do.
  public struct Entry: Sendable {
    public let key: MeshKey
    public let standing: Standing
    /// Until when a former key opens anything.
    public let until: MeshTime?
  }

  /// Current, next and two former keys.
  static let limit = 4
  public private(set) var entries: [Entry]
  /// The largest epoch ever current here.
  public private(set) var highestEpoch: UInt32

  /// - Throws: ``MeshError/suiteMismatch`` for a key of the seed's suite.
  public init(_ current: MeshKey) throws(MeshError) {
    guard current.suite == .noise else { throw .suiteMismatch }
    entries = [Entry(key: current, standing: .current, until: nil)]
    highestEpoch = current.epoch
  }

  init(entries: [Entry], highestEpoch: UInt32) {
    self.entries = entries
    self.highestEpoch = highestEpoch
  }

  public var current: MeshKey { entries[0].key }

  /// The key that seals at this time; a next key takes over once the current one has ended.
  ///
  /// - Throws: ``MeshError/noKey``.
  func sending(at now: MeshTime) throws(MeshError) -> MeshKey {
    guard current.isValid(at: now) else { throw .noKey }
    return current
  }

  /// The key of this id, if it may open anything now.
  func opening(_ id: MeshKeyID, at now: MeshTime) -> Entry? {
    entries.first { $0.key.id == id && now <= $0.until ?? .max }
  }

  /// Whether nothing but the authority's new keys may go under this key now.
  func isCondemned(_ id: MeshKeyID, at now: MeshTime) -> Bool {
    !entries.contains { $0.key.id == id && now <= $0.until ?? .max && $0.standing != .condemned }
  }

  /// Keys under which a peer may prove itself now.
  func accepted(at now: MeshTime) -> [Entry] { entries.filter { now <= $0.until ?? .max } }

  /// The ring with this key current. A next key that it overtakes, under which others may send already, is a former one.
  ///
  /// - Parameters:
  ///   - graceUntil: until when the former key still opens messages under way.
  ///   - condemned: the former key is in wrong hands: it opens rekey messages only.
  /// - Throws: ``MeshError/keyRolledBack(epoch:)`` unless the key's epoch is larger than every one before, and than the next
  ///   key's if it is not that one; after a loss that one, too, is refused. ``MeshError/suiteMismatch``.
  public func rotated(
    to key: MeshKey, graceUntil: MeshTime, condemned: Bool = false
  ) throws(MeshError) -> MeshKeyring {
    try check(key, isForLoss: condemned)
    let former = entries.filter { $0.key.id != key.id }.map { entry in
      Entry(
        key: entry.key, standing: condemned || entry.standing == .condemned ? .condemned : .grace,
        until: min(entry.until ?? .max, graceUntil))
    }
    let first = Entry(key: key, standing: .current, until: nil)
    return MeshKeyring(entries: [first] + former.prefix(Self.limit - 2), highestEpoch: key.epoch)
  }

  /// The ring with this key to follow: it opens at once and sends from ``advanced(at:grace:)`` on, which is never for a key
  /// that does not say from when.
  ///
  /// - Throws: as ``rotated(to:graceUntil:condemned:)``.
  public func awaiting(_ key: MeshKey) throws(MeshError) -> MeshKeyring {
    try check(key, isForLoss: false)
    let others = entries.filter { $0.standing != .next }
    let next = Entry(key: key, standing: .next, until: nil)
    return MeshKeyring(entries: [others[0], next] + others.dropFirst(), highestEpoch: highestEpoch)
  }

  private func check(_ key: MeshKey, isForLoss: Bool) throws(MeshError) {
    guard key.suite == .noise else { throw .suiteMismatch }
    // Nor does an older one that comes late, or is repeated, take the place of the one that waits. Whoever was lost since
    // that one was given out has it, too.
    let own = key.fingerprint
    let waiting = entries.first { $0.standing == .next && (isForLoss || $0.key.fingerprint != own) }?.key.epoch
    guard key.epoch > max(highestEpoch, waiting ?? 0) else { throw .keyRolledBack(epoch: key.epoch) }
  }

  /// The ring after `now`: the next key is current once its time has come, former keys that ended are gone.
  func advanced(at now: MeshTime, grace: MeshTime) -> MeshKeyring {
    guard entries.count > 1 else { return self }
    if let next = entries.first(where: { $0.standing == .next })?.key, now >= next.notBefore ?? .max,
      let turned = try? rotated(to: next, graceUntil: now + grace)
    {
      return turned
    }
    let kept = entries.filter { $0.standing == .current || $0.standing == .next || now <= $0.until ?? .max }
    return kept.count == entries.count ? self : MeshKeyring(entries: kept, highestEpoch: highestEpoch)
  }
}
