/// A wipe target for what lies in a folder: temporary files, pending transfers, an app-group container, imported files.
///
/// It never follows a link, never leaves its folder or its file system, and keeps the folder itself; a file or a link
/// that stands in the folder's place is removed. No tree is too deep: what lies deep is moved up before. Key files are
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
    // With a slash behind it a link would be followed.
    self.path = String(path.prefix(1) + path.dropFirst().reversed().drop { $0 == "/" }.reversed())
    self.keyFiles = keyFiles
    kept = keeping
  }

  public func destroyKeys(_ scope: WipeScope) throws(LifecycleError) {
    guard !keyFiles.isEmpty else { return }
    try HeldFolder.vacate(path)
    guard let folder = try HeldFolder.existing(path) else { return }
    for file in keyFiles { try FolderTree.remove(file, in: folder) }
    try folder.synchronize()
  }

  public func erase(_ scope: WipeScope) throws(LifecycleError) {
    try HeldFolder.vacate(path)
    guard let folder = try HeldFolder.existing(path) else { return }
    try FolderTree.erase(folder, keeping: kept)
  }

  public func remains(_ scope: WipeScope) throws(LifecycleError) -> [WipeRemnant] {
    if try HeldFolder.isTaken(path) { return [WipeRemnant(count: 1)] }
    guard let folder = try HeldFolder.existing(path) else { return [] }
    let count = try FolderTree.count(folder, except: kept)
    return count == 0 ? [] : [WipeRemnant(count: count)]
  }
}
