/// Keeps a directory out of backups: the seam to the system's attribute.
///
/// The attribute belongs to the inode: an atomic replace drops it from a file, so it is set on directories. Apple calls
/// it guidance, not a guarantee: what must never leave the device is sealed under a this-device-only key as well.
/// On Android the app's `data_extraction_rules` take its place; on Linux there is nothing to exclude from.
/// Source: https://developer.apple.com/documentation/foundation/urlresourcevalues/isexcludedfrombackup
public protocol BackupExclusion: Sendable {
  /// Marks the item.
  ///
  /// - Throws: ``LifecycleError/attributeUnsupported`` where there is no such attribute.
  func exclude(itemAt path: String) throws(LifecycleError)
  /// Whether the item itself is marked; what its parents say does not count.
  func isExcluded(itemAt path: String) throws(LifecycleError) -> Bool
}

extension BackupExclusion {
  /// Marks the directory if it is not marked, and reads back.
  ///
  /// - Returns: whether the mark had to be set: it was lost, or never there.
  /// - Throws: ``LifecycleError/backupExclusionLost`` when the mark does not hold.
  @discardableResult
  public func enforce(onDirectory path: String) throws(LifecycleError) -> Bool {
    guard try !isExcluded(itemAt: path) else { return false }
    try exclude(itemAt: path)
    guard try isExcluded(itemAt: path) else { throw .backupExclusionLost }  // O.Arch_4#80
    return true
  }
}
