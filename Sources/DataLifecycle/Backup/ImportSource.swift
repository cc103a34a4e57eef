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

/// A file from outside, opened to be copied in.
package struct ImportSource: ~Copyable {
  private let file: HeldFile
  private let status: stat

  /// - Throws: ``LifecycleError/absent``, ``LifecycleError/notPlain`` for a link, a pipe or a device,
  ///   ``LifecycleError/tooLarge(limit:)``, and what the file system throws.
  package init(_ path: String, limit: Int) throws(LifecycleError) {
    // Without O_NONBLOCK a pipe in the place of a file would make us wait for its other end.
    let number = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
    guard number >= 0 else {
      let code = errno
      throw code == ENOENT ? LifecycleError.absent : LifecycleError.system(code)
    }
    let file = HeldFile(descriptor: number)
    let status = try file.status()
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notPlain }
    guard status.st_size <= limit else { throw .tooLarge(limit: limit) }
    self.file = file
    self.status = status
  }

  /// All of it, as it was when it was opened.
  ///
  /// - Throws: ``LifecycleError/changing`` when length or time of last change are others now, or when the file holds more
  ///   or less than its length says, as those of the kernel do; ``LifecycleError/notReadable(_:)``.
  package consuming func contents() throws(LifecycleError) -> [UInt8] {
    let count = max(Int(status.st_size), 0)
    // One byte more than there should be: what a file grew by is seen, whatever its length says.
    var bytes = [UInt8](repeating: 0, count: count + 1)
    var filled = 0
    try bytes.withUnsafeMutableBufferPointer { buffer throws(LifecycleError) in
      filled = try file.readAll(into: UnsafeMutableRawBufferPointer(buffer))
    }
    let now = try file.status()
    guard filled == count, now.st_size == status.st_size, now.hasTimeOfLastChange(of: status) else { throw .changing }
    bytes.removeLast()
    return bytes
  }
}

extension stat {
  /// To the nanosecond.
  fileprivate func hasTimeOfLastChange(of other: stat) -> Bool {
    #if canImport(Darwin)
      let (mine, others) = (st_mtimespec, other.st_mtimespec)
    #else
      let (mine, others) = (st_mtim, other.st_mtim)
    #endif
    return mine.tv_sec == others.tv_sec && mine.tv_nsec == others.tv_nsec
  }
}
