public import SecurityPolicy

/// When the system can decrypt a file: Apple's protection classes, weakest last.
///
/// Source: https://support.apple.com/guide/security/data-protection-classes-secb010e978a/web
public enum FileProtection: String, Sendable, Hashable, CaseIterable {
  /// Only while the device is unlocked; the key goes about ten seconds after locking. Work in the background fails.
  case complete
  /// A file that is open stays readable and a new one can be written while the device is locked.
  case completeUnlessOpen
  /// From the first unlock after a start on. What a log or an import in the background needs.
  case completeUntilFirstUserAuthentication
  /// Always: the key is guarded by the hardware only.
  case none

  /// The class that matches the policy's rule for secrets.
  public init(_ requirement: StorageRequirement) {
    switch requirement.accessibility {
    case .whenPasscodeSetThisDeviceOnly, .whenUnlockedThisDeviceOnly, .insecureMigratingWhenUnlocked: self = .complete
    case .afterFirstUnlockThisDeviceOnly, .insecureMigratingAfterFirstUnlock:
      self = .completeUntilFirstUserAuthentication
    }
  }
}
