import AppIntegrity
import Darwin

/// Looks at single paths without following a link at their end.
enum FileLook {
  static func presence(at path: String) -> ProbeAnswer {
    var info = stat()
    return lstat(plain(path), &info) == 0 ? .present : absence(errno)
  }

  static func link(at path: String) -> ProbeAnswer {
    var info = stat()
    guard lstat(plain(path), &info) == 0 else { return absence(errno) }
    return info.st_mode & S_IFMT == S_IFLNK ? .present : .absent
  }

  /// Makes an empty file and removes it again. A refusal is the answer of an untouched device, not a failure to look.
  static func writing(into folder: String) -> ProbeAnswer {
    let file = plain(folder) + "/.\(getpid())"
    let descriptor = open(file, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      let number = errno
      return number == EPERM || number == EACCES || number == EROFS ? .absent : absence(number)
    }
    close(descriptor)
    unlink(file)
    return .present
  }

  private static func absence(_ number: Int32) -> ProbeAnswer {
    number == ENOENT || number == ENOTDIR ? .absent : .unavailable(number)
  }

  /// With a slash at its end `lstat` would follow a link. The root becomes empty.
  private static func plain(_ path: String) -> String {
    var path = Substring(path)
    while path.last == "/" { path.removeLast() }
    return String(path)
  }
}
