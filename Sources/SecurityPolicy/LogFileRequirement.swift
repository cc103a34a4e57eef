/// The one file that a release build may write log lines to: sealed, bounded, out of backups.
public struct LogFileRequirement: Sendable, Hashable {
  /// The name of its folder: 1 to 32 of `a`–`z`, `0`–`9` and `-`.
  public var name: String
  /// What the file may take on the medium, seals included.
  public var bytes: Int
  /// How long a line stays, in days of 86 400 seconds.
  public var days: Int

  public init(name: String, bytes: Int = 1 << 20, days: Int = 7) {
    self.name = name
    self.bytes = bytes
    self.days = days
  }
}
