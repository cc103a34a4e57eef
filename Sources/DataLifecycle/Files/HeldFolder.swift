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
import Foundation

/// A folder held open: every file is reached through its descriptor, so renaming the folder or putting a link in its
/// place changes nothing for us. Links are never followed.
struct HeldFolder: ~Copyable, Sendable {
  static let temporarySuffix = ".temporary"
  let descriptor: Int32

  private init(taking descriptor: Int32) { self.descriptor = descriptor }

  deinit {
    let turn = FolderTurns.leave(descriptor)
    _ = close(descriptor)
    FolderTurns.pass(turn)
  }

  /// A folder that must be ours alone (mode 0700); made if it is not there, its parent must exist.
  static func own(_ path: String) throws(LifecycleError) -> HeldFolder {
    if mkdir(path, 0o700) != 0, errno != EEXIST { throw .system(errno) }
    guard let folder = try existing(path) else { throw .unavailable(ENOENT) }
    _ = try folder.checked { file throws(LifecycleError) in try file.ownStatus(S_IFDIR) }  // O.Data_3#80 O.Plat_6#80
    return folder
  }

  /// A folder of whatever mode; nil when there is none.
  static func existing(_ path: String) throws(LifecycleError) -> HeldFolder? {
    let number = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    if number >= 0 { return HeldFolder(taking: number) }
    guard errno == ENOENT else { throw .system(errno) }
    return nil
  }

  /// Whether something that is no folder stands at a path; a link is none, wherever it points to.
  static func isTaken(_ path: String) throws(LifecycleError) -> Bool {
    var status = stat()
    if lstat(path, &status) == 0 { return status.st_mode & S_IFMT != S_IFDIR }
    guard errno == ENOENT else { throw .system(errno) }
    return false
  }

  /// Removes a file or a link (never what it points to) that stands where a folder belongs.
  static func vacate(_ path: String) throws(LifecycleError) {
    guard try isTaken(path) else { return }
    guard unlink(path) == 0 || errno == ENOENT else { throw .system(errno) }
    guard let folder = try above(parent(of: path)) else { throw .unavailable(ENOENT) }
    try folder.synchronize()
  }

  static func parent(of path: String) -> String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }

  /// A folder that is not ours to judge: its owner may have put a link there. Nil when there is none.
  static func above(_ path: String) throws(LifecycleError) -> HeldFolder? {
    let number = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if number >= 0 { return HeldFolder(taking: number) }
    guard errno == ENOENT else { throw .system(errno) }
    return nil
  }

  /// A folder in this one.
  borrowing func folder(_ name: [CChar]) throws(LifecycleError) -> HeldFolder {
    let number = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard number >= 0 else { throw .system(errno) }
    return HeldFolder(taking: number)
  }

  /// What lies under a name, links not followed; nil when there is nothing.
  borrowing func status(of name: String) throws(LifecycleError) -> stat? { try status(of: Array(name.utf8CString)) }

  borrowing func status(of name: [CChar]) throws(LifecycleError) -> stat? {
    var status = stat()
    if fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return status }
    guard errno == ENOENT else { throw .system(errno) }
    return nil
  }

  /// The bytes of a file that must be ours, alone unless `mayBeExposed`, and no longer than `limit`; nil when there is
  /// none. One that the system keeps back until the device is unlocked is `locked`, never nil and never `denied`.
  borrowing func contents(
    of name: String, limit: Int, mayBeExposed: Bool = false
  ) throws(LifecycleError) -> [UInt8]? {
    // Without O_NONBLOCK a pipe in the place of a file would make us wait for its other end.
    let number = openat(descriptor, name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
    guard number >= 0 else {
      let code = errno
      guard code == ENOENT else { throw refusal(code, of: name) }
      return nil
    }
    let file = HeldFile(descriptor: number)
    let status = try file.ownStatus(S_IFREG, mayBeExposed: mayBeExposed)
    guard status.st_size <= limit else { throw .tooLarge(limit: limit) }
    var bytes = [UInt8](repeating: 0, count: max(Int(status.st_size), 0))
    var filled = 0
    try bytes.withUnsafeMutableBufferPointer { buffer throws(LifecycleError) in
      filled = try file.readAll(into: UnsafeMutableRawBufferPointer(buffer))
    }
    return Array(bytes.prefix(filled))
  }

  /// Why a file that is there could not be opened.
  private borrowing func refusal(_ code: Int32, of name: String) -> LifecycleError {
    var status = stat()
    guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return .system(code) }
    return .reaching(code, mode: UInt32(status.st_mode), isOurs: status.st_uid == geteuid())
  }

  /// The first bytes of a file, for a look at its header; nil when it is not a plain file of ours.
  borrowing func head(of name: String, count: Int) -> [UInt8]? {
    let number = openat(descriptor, name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
    guard number >= 0 else { return nil }
    let file = HeldFile(descriptor: number)
    guard (try? file.ownStatus(S_IFREG)) != nil else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    let filled = bytes.withUnsafeMutableBytes { buffer in (try? file.readAll(into: buffer)) ?? 0 }
    return filled == count ? bytes : nil
  }

  /// Puts a file (mode 0600) in place whole or not at all: temporary file, fsync, rename, fsync of the folder. The name of
  /// the temporary file is always the same: where two may write at once, call it while locked.
  ///
  /// - Parameter prepare: gets the name of the temporary file while that is empty; when it throws, nothing has changed.
  borrowing func replace(
    _ name: String, with bytes: UnsafeRawBufferPointer,
    preparing prepare: (String) throws(LifecycleError) -> Void = { _ in }
  ) throws(LifecycleError) {
    let temporary = name + Self.temporarySuffix
    // What an interrupted write left must not stand in the way of the next, nor a folder that somebody put there.
    try FolderTree.remove(temporary, in: self)
    do throws(LifecycleError) {
      let number = openat(descriptor, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard number >= 0 else { throw .system(errno) }
      let file = HeldFile(descriptor: number)
      try prepare(temporary)
      try file.writeAll(bytes)
      try file.synchronize()
    } catch {
      _ = unlinkat(descriptor, temporary, 0)
      throw error
    }
    guard renameat(descriptor, temporary, descriptor, name) == 0 else {
      let code = errno
      _ = unlinkat(descriptor, temporary, 0)
      throw .system(code)
    }
    try synchronize()
  }

  borrowing func replace(
    _ name: String, with bytes: [UInt8], preparing prepare: (String) throws(LifecycleError) -> Void = { _ in }
  ) throws(LifecycleError) {
    try bytes.withUnsafeBufferPointer { buffer throws(LifecycleError) in
      try replace(name, with: UnsafeRawBufferPointer(buffer), preparing: prepare)
    }
  }

  /// Removes a file or a link (never what it points to); false when there was none.
  @discardableResult
  borrowing func remove(_ name: String) throws(LifecycleError) -> Bool {
    try remove(Array(name.utf8CString), isFolder: false)
  }

  @discardableResult
  borrowing func remove(_ name: [CChar], isFolder: Bool) throws(LifecycleError) -> Bool {
    if unlinkat(descriptor, name, isFolder ? AT_REMOVEDIR : 0) == 0 { return true }
    guard errno == ENOENT else { throw .system(errno) }
    return false
  }

  borrowing func names() throws(LifecycleError) -> [String] {
    try entries().map { Self.text(of: $0) }
  }

  /// What is no UTF-8 in a name becomes signs of replacement.
  static func text(of entry: [CChar]) -> String {
    String(decoding: entry.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The names as the file system has them, ending in a zero: not every file system insists on UTF-8, and an entry
  /// that cannot be named could neither be removed nor counted.
  borrowing func entries() throws(LifecycleError) -> [[CChar]] {
    // An own description of the folder: a duplicate would share the reading position.
    let list = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard list >= 0 else { throw .system(errno) }
    guard let stream = fdopendir(list) else {
      let code = errno
      _ = close(list)
      throw .system(code)
    }
    defer { _ = closedir(stream) }
    var names: [[CChar]] = []
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { raw in
        raw.prefix { $0 != 0 }.map(CChar.init(bitPattern:)) + [0]
      }
      if name != [46, 0], name != [46, 46, 0] { names.append(name) }
      errno = 0
    }
    guard errno == 0 else { throw .system(errno) }
    return names
  }

  /// Sets the time of last change, best effort: it orders a cache and is no evidence.
  borrowing func setTime(of name: String, to date: Date) {
    let seconds = date.timeIntervalSince1970
    guard seconds.isFinite, abs(seconds) < 1e11 else { return }
    let whole = seconds.rounded(.down)
    let time = timespec(tv_sec: Int(whole), tv_nsec: Int((seconds - whole) * 1e9))
    let times = [time, time]
    _ = utimensat(descriptor, name, times, AT_SYMLINK_NOFOLLOW)
  }

  borrowing func synchronize() throws(LifecycleError) {
    try checked { file throws(LifecycleError) in try file.synchronize() }
  }

  /// The right to change the folder, against all who ask for it, in this process too, until ``unlock()`` or until this is
  /// closed; the system drops it when the process dies. Waits on the calling thread, at most for `wait`: what is done under
  /// it is short. In a process it goes round in the order of asking; between processes there is none, only luck.
  /// Source: flock(2).
  ///
  /// - Throws: ``LifecycleError/busy``.
  borrowing func lock(wait: Duration = .seconds(10)) throws(LifecycleError) {
    let end = ContinuousClock.now + wait
    try FolderTurns.take(place(), for: descriptor, until: end)
    do throws(LifecycleError) { try lockAmongProcesses(until: end) } catch {
      FolderTurns.pass(FolderTurns.leave(descriptor))
      throw error
    }
  }

  /// Which folder it is, whatever it is called.
  borrowing func place() throws(LifecycleError) -> FolderTurns.Folder {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system(errno) }
    return FolderTurns.Folder(
      device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(truncatingIfNeeded: status.st_ino))
  }

  private borrowing func lockAmongProcesses(until end: ContinuousClock.Instant) throws(LifecycleError) {
    // Short pauses: the kernel has no queue for those who only try, and a busy writer leaves but short gaps.
    let longest = UInt32(2000)
    var pause: UInt32 = 50
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      if code == EINTR { continue }
      guard code == EWOULDBLOCK else { throw .system(code) }
      guard ContinuousClock.now < end else { throw .busy }
      _ = usleep(pause)
      pause = min(pause * 2, longest)
    }
  }

  borrowing func unlock() {
    _ = flock(descriptor, LOCK_UN)
    FolderTurns.pass(FolderTurns.leave(descriptor))
  }

  borrowing func setMode(_ mode: mode_t) { _ = fchmod(descriptor, mode) }

  private borrowing func checked<Result>(
    _ body: (borrowing HeldFile) throws(LifecycleError) -> Result
  ) throws(LifecycleError) -> Result {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw .system(errno) }
    return try body(HeldFile(descriptor: copy))
  }
}

extension stat {
  /// The time of last change.
  var changed: Date {
    #if canImport(Darwin)
      let time = st_mtimespec
    #else
      let time = st_mtim
    #endif
    return Date(timeIntervalSince1970: TimeInterval(time.tv_sec) + TimeInterval(time.tv_nsec) / 1e9)
  }
}
