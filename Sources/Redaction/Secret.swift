#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Bionic)
  import Bionic
#elseif canImport(Musl)
  import Musl
#endif

/// Bytes that must not be seen: one owner, no printing, no coding, zeroed when they end.
///
/// - Protects against: accidental logging, copies by assignment, core dumps and swap where the system allows locking.
/// - Does not protect against: whoever reads this process's memory while the value lives, and short-lived residue
///   inside the crypto library after an operation.
///
/// The page is locked (best effort: `mlock` may be refused), excluded from core dumps on Linux, and overwritten before
/// it is returned. The only way in is ``withExposedBytes(_:)``, a name that a reviewer can grep.
public struct Secret: ~Copyable, @unchecked Sendable {
  // @unchecked: the memory has one owner and never changes after `init`.
  private let base: UnsafeMutableRawPointer
  private let mapped: Int
  /// The length in bytes; not secret.
  public let count: Int

  /// Allocates `count` zero bytes and lets `fill` write them.
  public init<Failure: Error>(
    count: Int, fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    precondition(count >= 0, "a secret has no negative length")
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    mapped = (max(count, 1) + page - 1) / page * page
    let memory = mmap(nil, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    // Without memory there is nowhere to put the secret, and nothing that a caller could do about it.
    guard let memory, memory != MAP_FAILED else { fatalError("out of memory for a secret") }
    base = memory
    self.count = count
    _ = mlock(base, mapped)
    #if os(Linux) || os(Android)
      _ = madvise(base, mapped, 16)  // MADV_DONTDUMP
    #endif
    try fill(UnsafeMutableRawBufferPointer(start: base, count: count))
  }

  /// Copies `bytes`; the caller's own copy is not wiped.
  public init(copying bytes: some Sequence<UInt8>) {
    let array = Array(bytes)
    self.init(count: array.count) { $0.copyBytes(from: array) }
  }

  deinit {
    Self.wipe(base, mapped)
    _ = munlock(base, mapped)
    _ = munmap(base, mapped)
  }

  /// Opens the secret for the time of `body`; the pointer must not leave it.
  public borrowing func withExposedBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: base, count: count))
  }

  /// A second owner with its own memory.
  public borrowing func duplicate() -> Secret {
    withExposedBytes { bytes in Secret(count: bytes.count) { $0.copyMemory(from: bytes) } }
  }

  /// Compares in time that depends on the lengths only.
  public borrowing func isEqual(to other: borrowing Secret) -> Bool {
    guard count == other.count else { return false }
    return withExposedBytes { left in
      other.withExposedBytes { right in
        var difference: UInt8 = 0
        for index in 0..<left.count { difference |= left[index] ^ right[index] }
        return difference == 0
      }
    }
  }

  @inline(never) @_optimize(none)
  private static func wipe(_ memory: UnsafeMutableRawPointer, _ count: Int) {
    #if canImport(Darwin)
      _ = memset_s(memory, count, 0, count)
    #else
      explicit_bzero(memory, count)
    #endif
  }
}
