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

/// Walks what lies in a folder without leaving it: links are entries, never followed, and another file system that is
/// mounted inside stays untouched.
struct FolderTree {
  static let depthLimit = 64

  /// Removes everything in the folder but what `keeps` names at its top, however deep it lies; goes on after a failure
  /// and throws the first.
  static func erase(_ folder: borrowing HeldFolder, keeping keeps: Set<String> = []) throws(LifecycleError) {
    var first: LifecycleError?
    let (device, keeps) = (try device(of: folder), keeps.map { Array($0.utf8CString) })
    // Each descriptor of a way down is open, so a way has an end: what lies deeper is moved to the top and erased by
    // the next round. Nothing ever moves down, so the rounds end.
    var lifted = 0
    var before: Int
    repeat {
      before = lifted
      try erase(folder, top: folder, keeps, depth: 0, device: device, &lifted, &first)
    } while lifted > before
    if let first { throw first }
    try folder.synchronize()
  }

  private static func erase(
    _ folder: borrowing HeldFolder, top: borrowing HeldFolder, _ keeps: [[CChar]], depth: Int, device: dev_t,
    _ lifted: inout Int, _ first: inout LifecycleError?
  ) throws(LifecycleError) {
    for name in try folder.entries() where depth > 0 || !keeps.contains(name) {
      do throws(LifecycleError) {
        guard let status = try folder.status(of: name) else { continue }
        if status.st_mode & S_IFMT == S_IFDIR {
          let inner = try open(name, in: folder)
          guard try self.device(of: inner) == device else { throw .notPlain }
          // A folder without write permission would keep its entries.
          inner.setMode(0o700)
          if depth + 1 < depthLimit {
            try erase(inner, top: top, keeps, depth: depth + 1, device: device, &lifted, &first)
            try folder.remove(name, isFolder: true)
          } else {
            try lift(name, from: folder, to: top, keeps, &lifted)
          }
        } else {
          try folder.remove(name, isFolder: false)
        }
      } catch {
        first = first ?? error
      }
    }
  }

  /// Moves a folder to the top, under a name that nothing has there and nobody keeps.
  private static func lift(
    _ name: [CChar], from folder: borrowing HeldFolder, to top: borrowing HeldFolder, _ keeps: [[CChar]],
    _ lifted: inout Int
  ) throws(LifecycleError) {
    var number = lifted
    while true {
      number += 1
      let free = Array("erasing-\(number)".utf8CString)
      if keeps.contains(free) { continue }
      if try top.status(of: free) != nil { continue }
      guard renameat(folder.descriptor, name, top.descriptor, free) == 0 else { throw .system(errno) }
      // Only now: a round that moved nothing must be the last.
      lifted += 1
      return
    }
  }

  /// How many files, links and folders lie in the folder, down to the limit of depth: what lies deeper is never all
  /// that is there.
  static func count(_ folder: borrowing HeldFolder, except: Set<String> = [], depth: Int = 0) throws(LifecycleError)
    -> Int
  {
    var count = 0
    let except = except.map { Array($0.utf8CString) }
    for name in try folder.entries() where !except.contains(name) {
      guard let status = try folder.status(of: name) else { continue }
      count += 1
      guard depth + 1 < depthLimit, status.st_mode & S_IFMT == S_IFDIR else { continue }
      count += try self.count(open(name, in: folder), depth: depth + 1)
    }
    return count
  }

  /// Calls `visit` with the path relative to the folder and whether it is a folder; parents before their entries.
  static func visit(
    _ folder: borrowing HeldFolder, under prefix: String = "", depth: Int = 0,
    _ visit: (String, Bool) throws(LifecycleError) -> Void
  ) throws(LifecycleError) {
    guard depth < depthLimit else { throw .tooDeep(limit: depthLimit) }
    for name in try folder.names().sorted() {
      guard let status = try folder.status(of: name) else { continue }
      let type = status.st_mode & S_IFMT
      let path = prefix.isEmpty ? name : prefix + "/" + name
      if type == S_IFDIR {
        try visit(path, true)
        try self.visit(open(Array(name.utf8CString), in: folder), under: path, depth: depth + 1, visit)
      } else if type == S_IFREG {
        try visit(path, false)
      }
    }
  }

  /// The same and changes nothing. What cannot be looked at is told, such as a folder that is closed to us, and the rest is
  /// looked at all the same; what is gone by then was never there. Nothing is asked about the paths that `skips` names;
  /// `visit` says whether to look into a folder.
  ///
  /// - Parameter unread: gets the path of each file or folder that could not be looked at, such as one whose name is no
  ///   UTF-8: that one with signs of replacement.
  /// - Throws: what keeps it from looking into the folder itself.
  static func look(
    at folder: borrowing HeldFolder, under prefix: String = "", depth: Int = 0, skipping skips: (String) -> Bool,
    unread: (String) -> Void, _ visit: (String, Bool) throws(LifecycleError) -> Bool
  ) throws(LifecycleError) {
    guard depth < depthLimit else { throw .tooDeep(limit: depthLimit) }
    let entries = try folder.entries().map { (entry: $0, name: HeldFolder.text(of: $0)) }
    for (entry, name) in entries.sorted(by: { $0.name < $1.name }) {
      let path = prefix.isEmpty ? name : prefix + "/" + name
      if skips(path) { continue }
      guard Array(name.utf8CString) == entry else {
        unread(path)
        continue
      }
      do throws(LifecycleError) {
        guard let status = try folder.status(of: name) else { continue }
        let type = status.st_mode & S_IFMT
        guard type == S_IFDIR || type == S_IFREG else { continue }
        guard try visit(path, type == S_IFDIR), type == S_IFDIR else { continue }
        try look(
          at: folder.folder(Array(name.utf8CString)), under: path, depth: depth + 1, skipping: skips, unread: unread,
          visit)
      } catch  where error == .absent || error == .unavailable(ENOENT) {
        continue
      } catch {
        unread(path)
      }
    }
  }

  static func open(_ name: [CChar], in folder: borrowing HeldFolder) throws(LifecycleError) -> HeldFolder {
    do throws(LifecycleError) { return try folder.folder(name) } catch .denied {
      // Ours but closed even to us: open it up first.
      guard fchmodat(folder.descriptor, name, 0o700, AT_SYMLINK_NOFOLLOW) == 0 else { throw .system(errno) }
      return try folder.folder(name)
    }
  }

  static func device(of folder: borrowing HeldFolder) throws(LifecycleError) -> dev_t {
    var status = stat()
    guard fstat(folder.descriptor, &status) == 0 else { throw .system(errno) }
    return status.st_dev
  }
}
