public import SecurityPolicy

extension AccessRequirement {
  /// This requirement, no looser than the policy: for the lock state and for leaving the device the stricter of both
  /// holds, and whoever has to be there stays as asked.
  ///
  /// So a key that asks for a migrating item under a policy for this device only gets one that stays, and nothing in
  /// an app can loosen what its policy says. A migrating item needs both: the word `insecure…` in the policy, which an
  /// environment `prod` refuses, and the word `insecure…` at the key.
  public func within(_ policy: StorageRequirement) -> AccessRequirement {
    AccessRequirement(accessibility.stricter(policy.accessibility), presence: presence)
  }
}

extension StorageRequirement.Accessibility {
  /// How much must be true of the device: 0 unlocked once since its start, 1 unlocked, 2 unlocked and with a passcode.
  private var demand: Int {
    switch self {
    case .afterFirstUnlockThisDeviceOnly, .insecureMigratingAfterFirstUnlock: 0
    case .whenUnlockedThisDeviceOnly, .insecureMigratingWhenUnlocked: 1
    case .whenPasscodeSetThisDeviceOnly: 2
    }
  }

  fileprivate func stricter(_ other: Self) -> Self {
    let stays = !isInsecure || !other.isInsecure
    return switch max(demand, other.demand) {
    case 0: stays ? .afterFirstUnlockThisDeviceOnly : .insecureMigratingAfterFirstUnlock
    case 1: stays ? .whenUnlockedThisDeviceOnly : .insecureMigratingWhenUnlocked
    default: .whenPasscodeSetThisDeviceOnly
    }
  }
}
