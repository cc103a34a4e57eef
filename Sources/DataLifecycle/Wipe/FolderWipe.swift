/// A wipe target for what lies in a folder: temporary files, pending transfers, an app-group container, imported files.
///
/// It never follows a link, never leaves its folder or its file system, and keeps the folder itself. Key files are
/// destroyed first: overwriting is no use on flash, so they are unlinked; where the system seals each file with a key
/// of its own (Apple's Data Protection) that key goes with the file.
/// - Does not protect against: copies that others made, and blocks that a file system without such keys has yet to reuse.
/// Source: openat(2), unlinkat(2).
public struct FolderWipe: WipeTarget {
  public let name: WipeTargetName
  public let kind: UserDataKind
  private let path: String
  private let keyFiles: [String]
  private let kept: Set<String>

  /// - Parameters:
  ///   - path: the folder; when there is none there is nothing to erase.
  ///   - keyFiles: names at its top that hold keys.
  ///   - keeping: names at its top that belong to somebody else and are left alone.
  public init(
    name: WipeTargetName, kind: UserDataKind, folder path: String, keyFiles: [String] = [], keeping: Set<String> = []
  ) {
    self.name = name
    self.kind = kind
    self.path = path
    self.keyFiles = keyFiles
    kept = keeping
  }

  public func destroyKeys(_ scope: WipeScope) throws(LifecycleError) {
    guard !keyFiles.isEmpty, let folder = try HeldFolder.existing(path) else { return }
    for file in keyFiles { try folder.remove(file) }
    try folder.synchronize()
  }

  public func erase(_ scope: WipeScope) throws(LifecycleError) {
    guard let folder = try HeldFolder.existing(path) else { return }
    try FolderTree.erase(folder, keeping: kept)
  }

  public func remains(_ scope: WipeScope) throws(LifecycleError) -> [WipeRemnant] {
    guard let folder = try HeldFolder.existing(path) else { return [] }
    let count = try FolderTree.count(folder, except: kept)
    return count == 0 ? [] : [WipeRemnant(count: count)]
  }
}
