import Synchronization

/// Hands out slots for secrets. Mapping and locking pages costs about 10 µs, a slot well under a tenth of one: a sealed
/// read makes a secret each time. It also spares the small amount of memory that a process may lock.
///
/// The first region of a size stays for good and is shared without a lock; those beside it are kept in a list and go when
/// they are empty. What is free is known outside the locked pages; a region beside the first that is full is held by its
/// secrets alone.
struct SecretSlots: Sendable {
  static let shared = SecretSlots()

  /// One size of slots, and how much of the lockable memory one region takes.
  private final class Size: Sendable {
    let slot: Int
    let region: Int
    /// Retained for good. `AtomicLazyReference` is this, but is not specialised: a load costs more than a lock.
    private let lasting = Atomic<Unmanaged<LockedRegion>?>(nil)
    /// Further regions with room.
    let open = Mutex<[LockedRegion]>([])

    init(slot: Int, region: Int) {
      self.slot = slot
      self.region = region
    }

    var first: LockedRegion {
      if let known = lasting.load(ordering: .acquiring) { return known.takeUnretainedValue() }
      let fresh = Unmanaged.passRetained(LockedRegion(slotBytes: slot, bytes: region, isLasting: true))
      let (exchanged, original) = lasting.compareExchange(
        expected: nil, desired: fresh, ordering: .acquiringAndReleasing)
      guard !exchanged, let original else { return fresh.takeUnretainedValue() }
      fresh.release()
      return original.takeUnretainedValue()
    }
  }

  /// The last two hold one slot in a region. A still larger secret has a region of its own.
  private let sizes = [
    Size(slot: 64, region: 4096), Size(slot: 256, region: 8192), Size(slot: 1024, region: 16384),
    Size(slot: 4096, region: 32768), Size(slot: 16384, region: 0), Size(slot: 65536, region: 0),
  ]

  /// A slot of at least `count` zero bytes.
  func take(_ count: Int) -> (region: LockedRegion, slot: Int) {
    guard let size = sizes.first(where: { count <= $0.slot }) else {
      return (LockedRegion(slotBytes: (count + 15) / 16 * 16, bytes: 0), 0)
    }
    let first = size.first
    // A forked child must not write into regions that it found wiped: their secrets are its parent's.
    if first.isOurs, let taken = first.take() { return (first, taken.slot) }
    return Self.takeFurther(size)
  }

  private static func takeFurther(_ size: Size) -> (region: LockedRegion, slot: Int) {
    size.open.withLock { open in
      while let region = open.last {
        if region.isOurs, let taken = region.take() {
          if taken.isFull { drop(region, &open) }
          return (region, taken.slot)
        }
        drop(region, &open)
      }
      let region = LockedRegion(slotBytes: size.slot, bytes: size.region)
      // It was made here, so it has a slot.
      let taken = region.take() ?? (0, true)
      if !taken.isFull {
        region.isOpen = true
        open.append(region)
      }
      return (region, taken.slot)
    }
  }

  /// Takes back a slot that its secret has wiped.
  static func giveBack(_ slot: Int, of region: LockedRegion) {
    if region.isLasting {
      region.giveBack(slot)
    } else if let size = shared.sizes.first(where: { region.slotBytes == $0.slot }) {
      size.open.withLock { open in
        let isEmpty = region.giveBack(slot)
        if isEmpty, region.isOpen, open.count > 1 {
          drop(region, &open)
        } else if region.slots > 1, !region.isOpen, region.isOurs {
          region.isOpen = true
          open.append(region)
        }
      }
    }
  }

  private static func drop(_ region: LockedRegion, _ open: inout [LockedRegion]) {
    region.isOpen = false
    if let index = open.lastIndex(where: { $0 === region }) { open.remove(at: index) }
  }
}
