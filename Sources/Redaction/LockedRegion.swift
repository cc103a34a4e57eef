#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Bionic)
  import Bionic
#elseif canImport(Musl)
  import Musl
#endif
import Synchronization

/// A piece of memory that is divided into slots of one size, each for one secret.
///
/// Layout: an unreadable page, then fence, slot, fence, slot … fence, then an unreadable page. A fence is 16 bytes of a
/// fixed pattern: a writer that runs past its slot breaks it, which is noticed when a neighbour is released. It finds
/// accidents, not an attacker who can read the pattern.
///
/// The pages are locked (as far as the system allows), kept out of core dumps, and wiped in a forked child (Linux and
/// Android; elsewhere a child inherits them).
/// Source: mmap(2), mlock(2), madvise(2).
final class LockedRegion: @unchecked Sendable {
  // @unchecked: a slot's bytes belong to the one secret that holds its bit in `used`; `isOpen` is touched only inside
  // `Size.open` of `SecretSlots`.
  private static let fenceBytes = 16
  private static let pattern: UInt64 = 0x9C4B_A7E3_D15F_8E21

  let slotBytes: Int
  let slots: Int
  /// Whether the system locked the pages: they are never written to swap.
  let isLocked: Bool
  /// One bit per slot. It lies outside the region, where no overrun reaches it.
  private let used = Atomic<UInt64>(0)
  /// The bits of all slots.
  private let full: UInt64
  /// Whether the region is the first of its size, which lasts as long as the process.
  let isLasting: Bool
  /// Whether the list of regions with room holds this one.
  var isOpen = false
  private let mapping: UnsafeMutableRawPointer
  private let mapped: Int
  private let first: UnsafeMutableRawPointer

  /// As many slots as fit into `bytes`, rounded up to whole pages: one at least and 64 at most. The slots hold zeros.
  init(slotBytes: Int, bytes: Int, isLasting: Bool = false) {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let stride = slotBytes + Self.fenceBytes
    let inner = (max(bytes, stride + Self.fenceBytes) + page - 1) / page * page
    slots = min(64, (inner - Self.fenceBytes) / stride)
    full = ~0 >> UInt64(64 - slots)
    mapped = inner + 2 * page
    let memory = mmap(nil, mapped, PROT_NONE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let memory, memory != MAP_FAILED, mprotect(memory + page, inner, PROT_READ | PROT_WRITE) == 0 else {
      // Without memory there is nowhere to put the secret, and nothing that a caller could do about it.
      fatalError("out of memory for a secret")
    }
    mapping = memory
    first = memory + page
    self.slotBytes = slotBytes
    self.isLasting = isLasting
    #if os(Linux) || os(Android)
      _ = madvise(first, inner, 16)  // MADV_DONTDUMP
      // Before Linux 4.14 the child has no such pages at all: it fails harder, but it sees nothing either.
      if madvise(first, inner, 18) != 0 { _ = madvise(first, inner, 10) }  // MADV_WIPEONFORK, MADV_DONTFORK
    #endif
    isLocked = mlock(first, inner) == 0
    for index in 0...slots { setFence(index) }
  }

  deinit {
    // Every secret wiped its own slot before it let go of the region; unmapping unlocks.
    _ = munmap(mapping, mapped)
  }

  /// A free slot, and whether it was the last; nil when there is none.
  ///
  /// Acquiring here and releasing in ``giveBack(_:)`` orders the wipe by the last owner before what the next one writes.
  func take() -> (slot: Int, isFull: Bool)? {
    var known = used.load(ordering: .relaxed)
    while known != full {
      let slot = (~known).trailingZeroBitCount
      let new = known | 1 << UInt64(slot)
      let (exchanged, original) = used.weakCompareExchange(
        expected: known, desired: new, successOrdering: .acquiring, failureOrdering: .relaxed)
      if exchanged { return (slot, new == full) }
      known = original
    }
    return nil
  }

  /// Takes back a slot that its secret has wiped; whether none is in use any more.
  @discardableResult
  func giveBack(_ slot: Int) -> Bool {
    let bit: UInt64 = 1 << UInt64(slot)
    let before = used.bitwiseAnd(~bit, ordering: .releasing).oldValue
    precondition(before & bit != 0, "a secret's memory was given back twice")
    return before == bit
  }

  func slot(_ index: Int) -> UnsafeMutableRawPointer {
    first + index * (slotBytes + Self.fenceBytes) + Self.fenceBytes
  }

  /// Whether this process wrote the region. A forked child finds it wiped, and must not take zeros for a key.
  @inline(__always)
  var isOurs: Bool { first.load(as: UInt64.self) != 0 }

  /// Overwrites the whole slot, in a way that the optimiser keeps, and looks at the fences beside it.
  func wipe(_ index: Int) {
    Self.wipe(slot(index), slotBytes)  // O.Source_7#120
    guard isOurs else { return }
    guard isWhole(index), isWhole(index + 1) else {
      // Bytes of other secrets are overwritten already: going on would use them.
      fatalError("memory beside a secret was overwritten")
    }
  }

  private func fence(_ index: Int) -> UnsafeMutableRawPointer { first + index * (slotBytes + Self.fenceBytes) }

  private func setFence(_ index: Int) {
    fence(index).storeBytes(of: Self.pattern, as: UInt64.self)
    fence(index).storeBytes(of: ~Self.pattern, toByteOffset: 8, as: UInt64.self)
  }

  private func isWhole(_ index: Int) -> Bool {
    fence(index).loadUnaligned(as: UInt64.self) == Self.pattern
      && fence(index).loadUnaligned(fromByteOffset: 8, as: UInt64.self) == ~Self.pattern
  }

  @inline(never) @_optimize(none)
  private static func wipe(_ memory: UnsafeMutableRawPointer, _ count: Int) {
    #if canImport(Darwin)
      _ = memset_s(memory, count, 0, count)
    #elseif canImport(Glibc) || canImport(Musl)
      explicit_bzero(memory, count)
    #else
      // Not every Android version has explicit_bzero; what is not optimised is not removed.
      for index in 0..<count { memory.storeBytes(of: 0, toByteOffset: index, as: UInt8.self) }
    #endif
  }
}
