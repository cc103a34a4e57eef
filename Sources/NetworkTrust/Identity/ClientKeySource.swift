/// Makes and finds keys that only sign: the seam to the Secure Enclave and its like.
public protocol ClientKeySource: Sendable {
  /// Makes a new key in this place; one that is there goes.
  func makeKey(in slot: ClientKeySlot) async throws(IdentityError) -> any ClientSigner

  /// The key in this place; nil when there is none.
  ///
  /// - Throws: ``IdentityError/locked`` when it cannot be looked up now, which is not nil.
  func key(in slot: ClientKeySlot) async throws(IdentityError) -> (any ClientSigner)?

  /// Removes the key; nothing there is no error.
  func removeKey(in slot: ClientKeySlot) async throws(IdentityError)
}
