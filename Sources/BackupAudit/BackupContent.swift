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

/// Reads files of a backup: below its folder, never through a link, never more than a limit.
struct BackupContent: Sendable {
  /// Bytes of one property list.
  static let limit = 8 << 20

  let folder: String

  /// The bytes that a row names; nil when they are not there, or no plain file within the limit.
  func bytes(of file: BackedUpFile) -> [UInt8]? {
    guard let name = file.contentName else { return nil }
    // The folder of the backup is the user's word; what lies in it may be a link, a folder of contents too.
    let contents = open("\(folder)/\(name.prefix(2))", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard contents >= 0 else { return nil }
    defer { _ = close(contents) }
    return try? Self.bytes(of: openat(contents, name, Self.flags), limit: Self.limit)
  }

  private static let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC

  /// - Throws: ``BackupAuditError/unreadable(errno:)``.
  static func size(of path: String) throws(BackupAuditError) -> Int {
    var facts = stat()
    guard lstat(path, &facts) == 0 else { throw .unreadable(errno: errno) }
    return Int(facts.st_size)
  }

  /// - Throws: ``BackupAuditError/unreadable(errno:)``, ``BackupAuditError/notAFile``,
  ///   ``BackupAuditError/tooLarge(limit:)``.
  static func bytes(at path: String, limit: Int, first count: Int = .max) throws(BackupAuditError) -> [UInt8] {
    try bytes(of: open(path, flags), limit: limit, first: count)
  }

  private static func bytes(
    of descriptor: Int32, limit: Int, first count: Int = .max
  ) throws(BackupAuditError) -> [UInt8] {
    guard descriptor >= 0 else { throw errno == ELOOP ? .notAFile : .unreadable(errno: errno) }
    defer { _ = close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw .unreadable(errno: errno) }
    guard facts.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    guard facts.st_size <= limit else { throw .tooLarge(limit: limit) }
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while content.count < count {
      let got = read(descriptor, &buffer, min(buffer.count, count - content.count))
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw .unreadable(errno: errno) }
      if got == 0 { break }
      content.append(contentsOf: buffer[..<got])
      guard content.count <= limit else { throw .tooLarge(limit: limit) }
    }
    return content
  }
}
