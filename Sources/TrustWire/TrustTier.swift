/// How far the server believes a device. A self-enrolled key proves possession, not a genuine device.
public enum TrustTier: String, Sendable, Hashable, CaseIterable {
  /// Hardware vouched for key and app.
  case attested
  /// Nothing but the device's own word: reduced and rate-limited.
  case unattested = "UNATTESTED"
}
