import CoreFoundation
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Private files, written so that a crash or a full disk leaves the old one or the new one.
enum StateFile {
  /// Writes beside the target, flushes, renames, and flushes the folder.
  static func write(_ bytes: some Collection<UInt8>, to path: String, mode: mode_t = 0o600) throws(StateError) {
    let temporary = "\(path).new-\(getpid())"
    unlink(temporary)
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    guard file >= 0 else { throw .unwritable(path: path, errno: errno) }
    let code = fill(file, Array(bytes))
    close(file)
    guard code == 0, rename(temporary, path) == 0 else {
      let code = code == 0 ? errno : code
      unlink(temporary)
      throw .unwritable(path: path, errno: code)
    }
    flushFolder(of: path)
  }

  /// Zero, or the errno of what went wrong.
  private static func fill(_ file: Int32, _ bytes: [UInt8]) -> Int32 {
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes { systemWrite(file, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return count == 0 ? ENOSPC : errno }
      done += count
    }
    return fsync(file) == 0 ? 0 : errno
  }

  private static func systemWrite(_ file: Int32, _ base: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
      Glibc.write(file, base, count)
    #elseif canImport(Musl)
      Musl.write(file, base, count)
    #else
      Darwin.write(file, base, count)
    #endif
  }

  static func flushFolder(of path: String) {
    let parent = (path as NSString).deletingLastPathComponent
    let folder = open(parent.isEmpty ? "." : parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  /// Reads a private file of at most 1 MiB; refuses one that others may read, and a link.
  static func read(_ path: String) throws(StateError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      throw errno == ENOENT ? .incomplete(path: path) : .unreadable(path: path, errno: errno)
    }
    defer { close(file) }
    var info = stat()
    guard fstat(file, &info) == 0 else { throw .unreadable(path: path, errno: errno) }
    guard info.st_mode & S_IFMT == S_IFREG, info.st_size <= 1 << 20 else { throw .changed(path: path) }
    guard info.st_uid == geteuid() else { throw .foreign(path: path) }
    guard info.st_mode & 0o077 == 0 else { throw .exposed(path: path) }
    var bytes = [UInt8](repeating: 0, count: Int(info.st_size))
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeMutableBytes { systemRead(file, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw .incomplete(path: path) }
      done += count
    }
    return bytes
  }

  private static func systemRead(_ file: Int32, _ base: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
      Glibc.read(file, base, count)
    #elseif canImport(Musl)
      Musl.read(file, base, count)
    #else
      Darwin.read(file, base, count)
    #endif
  }

  static func makeFolder(_ path: String) throws(StateError) {
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .unwritable(path: path, errno: errno) }
  }
}
