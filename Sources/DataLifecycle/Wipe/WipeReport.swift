public import SecurityPolicy

/// What a wipe removed, kept and could not remove.
///
/// "Removed" means: the keys are destroyed, the data is unlinked or deleted through the system's interface, and
/// nothing was found when looking again. It does not mean that flash cells are overwritten; what a flash controller
/// keeps of old blocks is unreadable only where it was sealed with a key that hardware guarded.
public struct WipeReport: Sendable {
  public let scope: WipeScope
  /// Targets in which nothing is left.
  public let removed: [WipeTargetName]
  /// What stays on purpose, with the reason.
  public let kept: [WipeTargetName: [WipeRemnant]]
  /// What should not be there any more.
  public let remnants: [WipeTargetName: [WipeRemnant]]
  /// Targets that failed, with the first error of each.
  public let failures: [WipeTargetName: LifecycleError]
  /// Kinds that the app declared not to have.
  public let absent: [UserDataKind: Verdict.Reason]

  public var isComplete: Bool { remnants.isEmpty && failures.isEmpty }
}
