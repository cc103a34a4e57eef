import ArgumentParser
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif
#if canImport(CoreFoundation)
  // Which module the compiler names as the owner of `stat` depends on what it loaded first.
  import CoreFoundation
#endif

/// Reads a file that was named on the command line.
enum GivenFile {
  /// The content of a regular file of at most `limit` bytes; nil for anything else. A pipe is not waited for, and no
  /// more than the limit and one byte is ever read.
  static func bytes(of path: String, limit: Int = 1 << 20) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
    var info = stat()
    guard fstat(file, &info) == 0, info.st_mode & S_IFMT == S_IFREG, info.st_size <= limit else { return nil }
    guard let data = try? handle.read(upToCount: limit + 1) ?? Data(), data.count <= limit else { return nil }
    return Array(data)
  }

  /// - Throws: exit code 65.
  static func read(_ path: String, limit: Int = 1 << 20) throws -> [UInt8] {
    guard let bytes = bytes(of: path, limit: limit) else {
      throw ExitStatus.stop("cannot read \(path): no regular file of at most \(limit) bytes", ExitStatus.unreadable)
    }
    return bytes
  }
}
