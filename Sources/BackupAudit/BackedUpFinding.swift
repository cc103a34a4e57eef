/// A file of an app that should not be in a backup, or not as it is.
public struct BackedUpFinding: Sendable, Hashable {
  public let flaw: BackupFlaw
  public let file: BackedUpFile
  /// Names of keys that hold secrets, never values; anybody's text. Empty for other flaws.
  public let keys: [String]

  public init(_ flaw: BackupFlaw, _ file: BackedUpFile, keys: [String] = []) {
    self.flaw = flaw
    self.file = file
    self.keys = keys
  }
}

extension BackedUpFinding: Comparable {
  /// The worst first, then by place.
  public static func < (left: BackedUpFinding, right: BackedUpFinding) -> Bool {
    if left.flaw.severity != right.flaw.severity { return left.flaw.severity > right.flaw.severity }
    return (left.file.domain, left.file.path, left.flaw.rawValue)
      < (right.file.domain, right.file.path, right.flaw.rawValue)
  }
}
