/// What lies in an app's container, as far as backups care.
public struct BackupListing: Sendable, Hashable {
  /// One file or folder.
  public struct Item: Sendable, Hashable {
    /// Relative to the container, parts separated by `/`: `Library/Application Support/records.sqlite`.
    public let path: String
    public let isFolder: Bool
    /// Whether the item itself carries the mark.
    public let isExcluded: Bool

    public init(path: String, isFolder: Bool, isExcluded: Bool) {
      self.path = path
      self.isFolder = isFolder
      self.isExcluded = isExcluded
    }
  }

  public let items: [Item]

  public init(_ items: [Item]) { self.items = items }

  /// Reads the container and changes nothing in it. It does not look into a folder that is excluded itself.
  ///
  /// - Parameter skipped: paths, relative to the container, that are not touched, nor what lies in them: what no backup
  ///   holds, and what the system lets no app read.
  /// - Throws: what the file system and the seam throw; a container that cannot be read whole has no listing.
  public init(
    container: String, exclusion: any BackupExclusion, skipping skipped: [String] = []
  ) throws(LifecycleError) {
    guard let folder = try HeldFolder.existing(container) else { throw .absent }
    let skipped = Set(skipped)
    var items: [Item] = []
    try FolderTree.look(at: folder, skipping: skipped.contains) { path, isFolder throws(LifecycleError) in
      let isExcluded = try exclusion.isExcluded(itemAt: container + "/" + path)
      items.append(Item(path: path, isFolder: isFolder, isExcluded: isExcluded))
      return !isExcluded
    }
    self.init(items)
  }
}
