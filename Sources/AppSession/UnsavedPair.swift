/// A renewed pair on its way to the store. It belongs to the session of the pair that it renews, and to no other one.
struct UnsavedPair: Sendable {
  let pair: TokenPair
  /// The refresh token that was exchanged for it.
  let insteadOf: HeldToken
  /// Whom its access token names; nil for an AppToken.
  let subject: String?
  /// When the server ends the session, seconds since 1970; nil when it did not say.
  let sessionEndsAt: Int64?
  /// When the answer came, in the time since the start of the system.
  let answeredAt: Duration
}
