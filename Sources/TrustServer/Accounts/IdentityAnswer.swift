#if Server
  /// What an ``IdentityProvider`` says of a name and a password.
  public enum IdentityAnswer: Sendable, Hashable {
    /// They belong to this account: 1 to 128 bytes, the same for the same person for ever; it stands in tokens.
    case person(account: String)
    /// They belong to nobody. A wrong name and a wrong password are not told apart.
    case refused
    /// It could not look: nobody is blamed for it.
    case unavailable
    /// Too much to do; in a moment it may look.
    case busy
  }
#endif
