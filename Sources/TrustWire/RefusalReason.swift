/// Why the server refused a request that no device rule decided: the `mantlet_reason` member of an OAuth error body.
public enum RefusalReason: String, Sendable, Hashable, CaseIterable {
  /// The signature does not cover the bytes that arrived: they were changed, or another key signed.
  case signatureInvalid
  /// This challenge or proof was used before.
  case replayed
  /// The challenge was never issued or has ended.
  case challengeUnknown
  /// The report was made for a policy slice that this server did not issue.
  case policyUnknown
  /// The report's clock is further from the server's than five minutes.
  case clockSkew
  /// A debug build asked a production server.
  case debugBuild
  case tokenMissing, tokenInvalid, tokenExpired, tokenReused, sessionEnded
  /// The session ended because nobody used it for as long as the policy allows.
  case sessionIdle
  /// The session has reached the longest time that the policy allows.
  case sessionMaximum
  /// A late duplicate of a request that was answered: nothing ended, and this token opens nothing.
  case tokenSuperseded
  /// The proof needs the nonce that the server sends with this answer.
  case nonceNeeded
  /// The caller may not use this address.
  case clientUnknown
  case proofMissing, proofInvalid
  case credentialsInvalid
  /// The new password breaks ``PasswordRules``; nothing was changed.
  case passwordRefused
  /// The policy does not let a device without hardware attestation do this.
  case unattestedRefused
  case rateLimited
  /// The device rules refused it; `mantlet_code` says which.
  case deviceRefused
  /// The device's record store is at an earlier state than the one that this server has seen: an older copy was
  /// restored. Nothing was stored.
  case recordsRolledBack
  case malformed
  /// The server cannot decide now; nothing is wrong with the request.
  case unavailable
  case versionUnknown
}
