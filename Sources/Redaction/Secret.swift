/// Bytes that must not be seen: one owner, no printing, no coding, zeroed when they end.
///
/// - Protects against: accidental logging, copies by assignment, remains in freed memory (also after a thrown error:
///   whichever way a scope is left, its secrets are overwritten), core dumps and swap where the system allows it,
///   and inheritance by a forked child.
/// - Does not protect against: whoever reads this process's memory while the value lives, copies that `body` or `fill`
///   make, and residue inside the crypto library after an operation.
///
/// With glibc, link programs with `-z now`: binding a function at its first call saves the vector registers on the
/// stack, and the last copy of a secret may still be in them.
///
/// The only way in is ``withExposedBytes(_:)``, a name that a reviewer can grep. Small secrets share locked pages.
/// A child made by `fork` alone may make secrets of its own; opening one that it inherited ends it (Linux, Android).
/// Source: BSI TR-03161-1 O.Source_7; MASVS-STORAGE-2; mlock(2), madvise(2).
public struct Secret: ~Copyable, @unchecked Sendable {
  // @unchecked: the slot has one owner and its bytes never change after `init`.
  private let base: UnsafeMutableRawPointer
  private let region: LockedRegion
  private let slot: Int
  /// The length in bytes; not secret.
  public let count: Int

  /// Whether the system keeps the bytes out of swap. It refuses beyond a limit (`RLIMIT_MEMLOCK`); the secret works
  /// all the same, so this is for evidence, not for decisions.
  public var isPageLocked: Bool { region.isLocked }

  /// Lets `fill` write `count` bytes that begin as zeros. What `fill` wrote before it threw is overwritten.
  ///
  /// - Throws: what `fill` throws.
  public init<Failure: Error>(
    count: Int, fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    precondition(count >= 0, "a secret has no negative length")
    (region, slot) = SecretSlots.shared.take(count)
    base = region.slot(slot)
    self.count = count
    // From here on everything is initialised, so an error runs `deinit`.
    try fill(UnsafeMutableRawBufferPointer(start: base, count: count))
  }

  /// Copies `bytes`; the caller's own copy is not wiped.
  public init(copying bytes: some Sequence<UInt8>) {
    var copy: Secret? = nil
    // The closure cannot return what cannot be copied.
    bytes.withContiguousStorageIfAvailable { source in
      copy = Secret(count: source.count) { $0.copyMemory(from: UnsafeRawBufferPointer(source)) }
    }
    self = copy ?? Self.collect(bytes)
  }

  /// `count` bytes from `generator`, which must be the system's outside of tests.
  public init(randomBytes count: Int, using generator: inout some RandomNumberGenerator) {
    self.init(count: count) { buffer in
      for start in stride(from: 0, to: count, by: 8) {
        withUnsafeBytes(of: (generator.next() as UInt64).littleEndian) { word in
          let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[start..<min(start + 8, count)])
          rest.copyMemory(from: UnsafeRawBufferPointer(rebasing: word.prefix(rest.count)))
        }
      }
    }
  }

  deinit {
    region.wipe(slot)
    SecretSlots.giveBack(slot, of: region)
  }

  /// Opens the secret for the time of `body`; the pointer must not leave it.
  ///
  /// - Throws: what `body` throws.
  public borrowing func withExposedBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // Zeros must not pass for a key.
    precondition(region.isOurs, "a secret does not outlive fork")
    return try body(UnsafeRawBufferPointer(start: base, count: count))
  }

  /// A second owner with its own memory.
  public borrowing func duplicate() -> Secret {
    withExposedBytes { bytes in Secret(count: bytes.count) { $0.copyMemory(from: bytes) } }
  }

  /// Compares in time that depends on the lengths only.
  public borrowing func isEqual(to other: borrowing Secret) -> Bool {
    withExposedBytes { left in other.withExposedBytes { right in Self.areEqual(left, right) } }
  }

  /// Compares in time that depends on the lengths only, as far as reading `bytes` does.
  public borrowing func isEqual(to bytes: some Sequence<UInt8>) -> Bool {
    let result = withExposedBytes { left in
      bytes.withContiguousStorageIfAvailable { Self.areEqual(left, UnsafeRawBufferPointer($0)) }
    }
    return result ?? isEqual(to: Secret(copying: bytes))
  }

  /// A function of its own, so that nothing known at a call can shorten the loop.
  @inline(never)
  private static func areEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    for index in 0..<left.count { difference |= left[index] ^ right[index] }
    return difference == 0
  }

  /// A sequence of unknown length grows from secret to secret: no array keeps a part of it.
  private static func collect(_ bytes: some Sequence<UInt8>) -> Secret {
    var room = Secret(count: max(bytes.underestimatedCount, 64)) { _ in }
    var filled = 0
    for byte in bytes {
      if filled == room.count { room = room.resized(to: filled * 2) }
      room.base.storeBytes(of: byte, toByteOffset: filled, as: UInt8.self)
      filled += 1
    }
    return room.count == filled ? room : room.resized(to: filled)
  }

  private borrowing func resized(to count: Int) -> Secret {
    withExposedBytes { bytes in
      Secret(count: count) { $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.prefix(count))) }
    }
  }
}
