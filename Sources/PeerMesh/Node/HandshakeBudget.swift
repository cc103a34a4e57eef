/// How many handshakes that others begin are answered: in all, and of one neighbour. Hellos under keys in wrong hands have
/// a quarter as many apart, so whoever holds a lost device takes nothing from members that have the new key, not even
/// under their address.
///
/// Not protected: who holds the key and many addresses or links is many neighbours.
struct HandshakeBudget {
  private var members: NewcomerBudget<LinkSource>
  private var condemned: NewcomerBudget<LinkSource>

  init(_ limits: MeshLimits, now: MeshTime) {
    let (all, own) = (limits.handshakes, limits.neighbourHandshakes)
    // At least one: a bucket without room holds nobody up.
    let quarter = Rate(perSecond: max(1, all.perSecond / 4), burst: max(1, all.burst / 4))
    members = NewcomerBudget(all, ofOneHost: own, now: now)
    condemned = NewcomerBudget(quarter, ofOneHost: own, now: now)
  }

  /// Whether one more may be answered now.
  mutating func take(_ source: LinkSource, isCondemned: Bool, now: MeshTime) -> Bool {
    isCondemned ? condemned.take(source, now: now) : members.take(source, now: now)
  }
}
