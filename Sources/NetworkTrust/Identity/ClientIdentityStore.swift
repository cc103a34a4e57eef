public import Redaction

/// Where a client's identity rests: one secret value, replaced whole.
///
/// Replacing whole is what makes a renewal safe: whenever the process ends, either the old identity or the new one is
/// there. The value holds the private key, unless a ``ClientKeySource`` keeps it.
public protocol ClientIdentityStore: Sendable {
  /// What was last written; nil when there is nothing.
  ///
  /// - Throws: ``IdentityError/locked``: it may not be read now, which is not nil; ``IdentityError/storeDamaged``,
  ///   ``IdentityError/storeUnavailable(_:)``.
  func read() async throws(IdentityError) -> Secret?

  /// Replaces the value whole or, when it throws, not at all.
  func write(_ value: borrowing Secret) async throws(IdentityError)

  /// Removes the value; nothing there is no error.
  func remove() async throws(IdentityError)
}
