/// The data-protection class in a backup's list: when the device can decrypt the file.
///
/// Source: Apple, Platform Security, "Data Protection classes"; `ProtectionClass` of MBFile in Manifest.db.
public enum BackedUpProtection: Int64, Sendable, Hashable, CaseIterable {
  case complete = 1
  case completeUnlessOpen = 2
  case untilFirstUserAuthentication = 3
  /// The device decrypts it without anybody's code.
  case none = 4
}
