/// What the boot loader says about the system that it started.
/// Source: Android Open Source Project, "Key and ID attestation", VerifiedBootState.
public enum VerifiedBootState: Int64, Sendable, Hashable, CaseIterable {
  /// A chain of trust from the maker's key to the running system.
  case verified = 0
  /// The same, from a key that the owner set.
  case selfSigned = 1
  /// The boot loader is unlocked: anything may run.
  case unverified = 2
  case failed = 3
}
