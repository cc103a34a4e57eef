#if os(Linux)
  import Foundation
  import Glibc
  import Testing

  /// A small medium of its own that a test fills up or makes read-only; gone with the test.
  final class TestMedium: Sendable {
    let path: String
    private let place: TestFolder
    private static let options = "size=64k,mode=700"

    init() throws {
      place = try TestFolder()
      path = try place.make("medium")
      try #require(mount("tmpfs", path, "tmpfs", 0, Self.options) == 0)
    }

    deinit { umount2(path, Int32(MNT_DETACH)) }

    /// Fails while a file on it is open for writing.
    func setReadOnly(_ isReadOnly: Bool) throws {
      let flags = UInt(MS_REMOUNT) | (isReadOnly ? UInt(MS_RDONLY) : 0)
      try #require(mount("tmpfs", path, "tmpfs", flags, Self.options) == 0)
    }

    /// Leaves no room for a single byte.
    func fill() throws {
      let filler = open(path + "/filler", O_WRONLY | O_CREAT, 0o600)
      try #require(filler >= 0)
      defer { close(filler) }
      let page = [UInt8](repeating: 0, count: 4096)
      while write(filler, page, page.count) > 0 {}
    }

    func makeRoom() throws { try #require(unlink(path + "/filler") == 0) }

    /// Tried out, because root in a container may lack the right.
    static let isPossible: Bool = {
      guard geteuid() == 0, let medium = try? TestMedium() else { return false }
      return FileManager.default.fileExists(atPath: medium.path)
    }()
  }
#endif
