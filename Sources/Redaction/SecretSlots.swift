import Synchronization

/// Hands out slots for secrets. Mapping and locking pages costs about 10 µs, a slot well under one: a sealed
/// read makes a secret each time. It also spares the small amount of memory that a process may lock.
///
/// The list of free slots lies outside the locked pages; a region that is full is held by its secrets alone.
struct SecretSlots: ~Copyable, Sendable {
  static let shared = SecretSlots()

  /// Slot sizes, and how much of the lockable memory one region takes; the last two hold one slot each. A still larger
  /// secret has a region of its own.
  private static let classes: [(slot: Int, region: Int)] = [
    (64, 4096), (256, 8192), (1024, 16384), (4096, 32768), (16384, 0), (65536, 0),
  ]

  /// Regions with room, for each class.
  private let state = Mutex<[[LockedRegion]]>(Array(repeating: [], count: SecretSlots.classes.count))

  /// A slot of at least `count` zero bytes.
  func take(_ count: Int) -> (region: LockedRegion, slot: Int) {
    guard let size = Self.classes.firstIndex(where: { count <= $0.slot }) else {
      return (LockedRegion(slotBytes: (count + 15) / 16 * 16, bytes: 0), 0)
    }
    return state.withLock { open in
      // A forked child must not write into regions that it found wiped: their secrets are its parent's.
      while let region = open[size].last, !region.isOurs { drop(region, &open[size]) }
      if open[size].isEmpty {
        let (slot, bytes) = Self.classes[size]
        let region = LockedRegion(slotBytes: slot, bytes: bytes)
        region.isOpen = true
        open[size].append(region)
      }
      let region = open[size][open[size].count - 1]
      let slot = (~region.used).trailingZeroBitCount
      region.used |= 1 << UInt64(slot)
      if region.used.nonzeroBitCount == region.slots { drop(region, &open[size]) }
      return (region, slot)
    }
  }

  /// Takes back a slot that its secret has wiped.
  func giveBack(_ slot: Int, of region: LockedRegion) {
    guard let size = Self.classes.firstIndex(where: { region.slotBytes == $0.slot }) else { return }
    state.withLock { open in
      precondition(region.used & 1 << UInt64(slot) != 0, "a secret's memory was given back twice")
      region.used &= ~(1 << UInt64(slot))
      if region.used == 0, open[size].count > 1, region.isOpen {
        drop(region, &open[size])
      } else if !region.isOpen, region.isOurs {
        region.isOpen = true
        open[size].append(region)
      }
    }
  }

  private func drop(_ region: LockedRegion, _ open: inout [LockedRegion]) {
    region.isOpen = false
    if let index = open.lastIndex(where: { $0 === region }) { open.remove(at: index) }
  }
}
