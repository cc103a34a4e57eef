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
  /// What could not be looked at, relative to the container: a folder with all that lies in it, or a file whose mark
  /// nobody could read.
  public let unread: [String]

  public init(_ items: [Item], unread: [String] = []) {
    self.items = items
    self.unread = unread
  }

  /// Reads the container and changes nothing in it. It does not look into a folder that is excluded itself.
  ///
  /// - Parameter skipped: paths, relative to the container, that are not touched, nor what lies in them: what no backup
  ///   holds, and what the system lets no app read.
  /// - Throws: what the file system throws of the container itself. What cannot be looked at in it is ``unread``.
  public init(
    container: String, exclusion: any BackupExclusion, skipping skipped: [String] = []
  ) throws(LifecycleError) {
    guard let folder = try HeldFolder.existing(container) else { throw .absent }
    let skipped = Set(skipped)
    var (items, unread) = ([Item](), [String]())
    try FolderTree.look(at: folder, skipping: skipped.contains, unread: { unread.append($0) }) {
      path, isFolder throws(LifecycleError) in
      let isExcluded = try exclusion.isExcluded(itemAt: container + "/" + path)
      items.append(Item(path: path, isFolder: isFolder, isExcluded: isExcluded))
      return !isExcluded
    }
    self.init(items, unread: unread)
  }
}
