/// What a target still finds after it erased.
public struct WipeRemnant: Sendable, Hashable {
  /// Why something may stay. A wipe accepts a reason only in the scope and for the kind that allow it.
  @nonexhaustive
  public enum KeepReason: String, Sendable, Hashable {
    /// The PIN's attempt counter; only in ``WipeScope/reinstall`` and for ``UserDataKind/pin``.
    case attemptCounter
    /// What apps of a group share and may still use; only in ``WipeScope/reinstall`` and for
    /// ``UserDataKind/appGroupContainers``.
    case siblingApps
  }

  /// How many items: files, rows, secrets, whatever the target counts.
  public let count: Int
  /// Nil for what should not be there any more.
  public let kept: KeepReason?

  public init(count: Int, kept: KeepReason? = nil) {
    self.count = count
    self.kept = kept
  }
}
