/// How an Android device got the key that signs its attestations.
public enum KeyProvisioning: String, Sendable, Hashable, CaseIterable {
  /// Built in; its certificates are good beyond their dates, because nobody can renew them.
  case factory
  /// Renewed over the air every few weeks (RKP); the dates count.
  case remote
  /// Neither was recognised; the dates count.
  case unknown
}
