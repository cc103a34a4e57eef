/// A file that a backup would hold.
public struct BackupFinding: Sendable, Hashable {
  /// Relative to the container; in that of an app group, behind the group's identifier and a `/`. A file name may be
  /// anybody's text: mask it before it is printed.
  public let path: String
  /// The file itself is marked as excluded, but not its directory: the next atomic replace drops the mark.
  public let isFragile: Bool

  public init(path: String, isFragile: Bool) {
    self.path = path
    self.isFragile = isFragile
  }
}
