/// How an app was signed, as Apple's system stated it when it attested (iOS 27 and later).
///
/// A genuine device states it, so a re-signed copy shows itself; a jailbroken one can be made to state anything.
/// Source: Apple, "Validating apps that connect to your server", `apple_validation_category_01`.
public enum SigningCategory: String, Sendable, Hashable, CaseIterable {
  case operatingSystem, testFlight, development, appStore
  /// For one company, or ad hoc for listed devices.
  case enterprise
  case developerID
  /// Apple's "other", and every number that its page did not list when this was written.
  case other
}
