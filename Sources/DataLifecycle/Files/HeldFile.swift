#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Bionic)
  import Bionic
#elseif canImport(Musl)
  import Musl
#endif
#if canImport(CoreFoundation)
  // Which module the compiler names as the owner of `stat` depends on what it loaded first.
  import CoreFoundation
#endif

/// One open descriptor, closed when it ends.
struct HeldFile: ~Copyable {
  let descriptor: Int32

  init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { _ = close(descriptor) }

  borrowing func status() throws(LifecycleError) -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system(errno) }
    return status
  }

  /// The status, if it is ours alone: right type, right owner, one name, no rights for group and others unless
  /// `mayBeExposed`.
  borrowing func ownStatus(_ type: mode_t, mayBeExposed: Bool = false) throws(LifecycleError) -> stat {
    let status = try status()
    guard status.st_mode & S_IFMT == type else { throw .notPlain }
    if type == S_IFREG, status.st_nlink > 1 { throw .notPlain }
    guard status.st_uid == geteuid() else { throw .foreignOwner(status.st_uid) }
    guard mayBeExposed || status.st_mode & 0o077 == 0 else { throw .exposed(mode: UInt32(status.st_mode & 0o7777)) }
    return status
  }

  borrowing func writeAll(_ bytes: UnsafeRawBufferPointer) throws(LifecycleError) {
    var rest = bytes
    while let base = rest.baseAddress, !rest.isEmpty {
      let count = write(descriptor, base, rest.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw .system(errno)
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  /// Fills the buffer; the number of bytes that were there.
  borrowing func readAll(into buffer: UnsafeMutableRawBufferPointer) throws(LifecycleError) -> Int {
    var filled = 0
    while filled < buffer.count, let base = buffer.baseAddress {
      let count = read(descriptor, base + filled, buffer.count - filled)
      if count < 0 {
        if errno == EINTR { continue }
        throw .reading(errno)
      }
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  /// Returns when the medium has the bytes.
  borrowing func synchronize() throws(LifecycleError) {
    #if canImport(Darwin)
      // fsync leaves the bytes in the drive's own cache there. Source: fsync(2) of macOS.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    while fsync(descriptor) != 0 {
      guard errno == EINTR else { throw .system(errno) }
    }
  }
}
