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

extension FolderTree {
  /// Removes whatever has this name: a file, a link (never what it points to) or a folder with what it holds.
  static func remove(_ name: String, in folder: borrowing HeldFolder) throws(LifecycleError) {
    guard let status = try folder.status(of: name) else { return }
    if status.st_mode & S_IFMT == S_IFDIR {
      try removeFolder(name, in: folder)
    } else {
      try folder.remove(name)
    }
  }

  /// Removes a folder that stands where a file belongs, with what it holds.
  static func removeFolder(_ name: String, in folder: borrowing HeldFolder) throws(LifecycleError) {
    let name = Array(name.utf8CString)
    let inner = try open(name, in: folder)
    guard try device(of: inner) == device(of: folder) else { throw .notPlain }
    inner.setMode(0o700)
    try erase(inner)
    try folder.remove(name, isFolder: true)
  }
}
