/// What a Play Integrity request carried to bind its token to our own message.
public enum PlayRequestBinding: Sendable, Hashable {
  /// Of a standard request: the digest text that the app passed as `requestHash`.
  case requestHash(String)
  /// Of a classic request: the text that the app passed as `nonce`; ours, single use.
  case nonce(String)
}
