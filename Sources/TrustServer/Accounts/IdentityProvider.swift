#if Server
  import Redaction

  /// Who knows people: the server's own accounts, or a directory elsewhere.
  ///
  /// For programs that embed this library: `mantlet serve` has the store's accounts and no other. The server counts and
  /// locks around it, by name and by address, whoever the provider is. A provider that asks over a network must bound its
  /// time itself, must keep no password, and should take the same time for every name.
  public protocol IdentityProvider: Sendable {
    func authenticate(user: String, password: borrowing Secret) async -> IdentityAnswer
  }
#endif
