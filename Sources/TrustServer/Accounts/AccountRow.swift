#if Server
  /// An account; the password is kept as a salted scrypt hash with the parameters that made it.
  public struct AccountRow: Sendable, Hashable {
    public let id: String
    public let user: String
    public let password: PasswordHash

    public init(id: String, user: String, password: PasswordHash) {
      self.id = id
      self.user = user
      self.password = password
    }
  }
#endif
