#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Bionic)
  import Bionic
#elseif canImport(Musl)
  import Musl
#endif

extension FolderTree {
  /// Removes a folder that stands where a file belongs, with what it holds.
  static func removeFolder(_ name: String, in folder: borrowing HeldFolder) throws(LifecycleError) {
    let name = Array(name.utf8CString)
    try erase(folder.folder(name))
    try folder.remove(name, isFolder: true)
  }
}
