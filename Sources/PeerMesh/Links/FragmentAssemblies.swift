/// The unfinished records of one proven link: bounded in number, bytes and time, so that a member cannot fill memory. A new
/// one displaces the oldest: only the neighbour itself can begin one, so it harms nobody but itself, and parts that were
/// lost do not close the link to later ones.
package struct FragmentAssemblies {
  package static let (countLimit, byteLimit) = (8, 128 * 1024)
  package static let lifetime: MeshTime = 30_000
  private var open: [FragmentAssembly] = []

  package init() {}

  package var count: Int { open.count }
  package var byteCount: Int { open.reduce(0) { $0 + $1.total } }

  /// The first `limit` of what is missing, the oldest record first.
  package func gaps(limit: Int) -> [LinkReport.Gap] {
    var gaps: [LinkReport.Gap] = []
    for assembly in open where gaps.count < limit {
      let number = UInt16(truncatingIfNeeded: assembly.number)
      gaps += assembly.gaps(limit: limit - gaps.count).map { LinkReport.Gap(number: number, range: $0) }
    }
    return gaps
  }

  /// The whole record once this part completes it.
  ///
  /// - Throws: ``MeshRefusal/fragment`` for parts that contradict each other, ``MeshRefusal/tooManyParts``.
  package mutating func add(
    _ part: ArraySlice<UInt8>, number: UInt64, offset: Int, total: Int, now: MeshTime
  ) throws(MeshRefusal) -> [UInt8]? {
    expire(now)
    let place: Int
    if let known = open.firstIndex(where: { $0.number == number }) {
      guard open[known].total == total else { throw .fragment }
      place = known
    } else {
      guard total <= Self.byteLimit else { throw .fragment }
      while open.count >= Self.countLimit || byteCount + total > Self.byteLimit { open.removeFirst() }
      open.append(FragmentAssembly(number: number, total: total, now: now))
      place = open.count - 1
    }
    guard let whole = try open[place].add(part, at: offset) else { return nil }
    open.remove(at: place)
    return whole
  }

  /// Forgets what has been incomplete for too long, also after the clock was set back.
  package mutating func expire(_ now: MeshTime) {
    if !open.isEmpty { open.removeAll { now - $0.began > Self.lifetime || now < $0.began - Self.lifetime } }
  }
}
