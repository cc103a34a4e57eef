import SecurityPolicy

extension KeychainQuery {
  /// The account of the item that a store writes to find out whether the keychain works, and whether the device is
  /// locked. No ``SecretName`` can be the same: it has no underscore.
  static let probeAccount = "_probe"

  /// Readable only while the device is unlocked, and without anybody: what it answers is the lock state.
  static let probeAccess = AccessRequirement(.whenUnlockedThisDeviceOnly)

  /// Stores the probe item.
  public static func addProbe(to place: KeychainPlace) -> KeychainQuery {
    KeychainQuery(operation: .add(probeAccess), place: place, account: probeAccount, prompt: .forbidden)
  }

  /// Reads the probe item.
  public static func readProbe(in place: KeychainPlace) -> KeychainQuery {
    KeychainQuery(operation: .read, place: place, account: probeAccount, prompt: .forbidden)
  }

  /// Writes over the probe item.
  public static func updateProbe(in place: KeychainPlace) -> KeychainQuery {
    KeychainQuery(operation: .update(probeAccess), place: place, account: probeAccount, prompt: .forbidden)
  }
}
