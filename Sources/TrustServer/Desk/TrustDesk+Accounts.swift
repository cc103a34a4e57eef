#if Server
  import Redaction
  import TrustWire

  /// Passwords: changed by their owner, or set anew by an operator.
  extension TrustDesk {
    /// For a handler in this process: changes the password of the person whose token was checked, and ends that
    /// person's other sessions. The old password is asked for again whatever the token says, and guessing it here locks
    /// like guessing it at login.
    ///
    /// - Parameter person: as ``check(_:kind:)`` gave it, of kind `user`.
    /// - Parameter address: where the request comes from; counts like an attempt to sign in.
    /// - Returns: how many other sessions ended.
    /// - Throws: ``RefusalBody`` with `credentialsInvalid`, `rateLimited`, `passwordRefused` (see
    ///   `PasswordRules`), `malformed` where people are known elsewhere, `tokenInvalid` for an AppToken, the
    ///   reasons of an ended session, `unavailable`.
    public func changePassword(
      of person: AccessToken, old: borrowing Secret, new: borrowing Secret, address: String?
    ) async throws(RefusalBody) -> Int {
      do throws(Refusal) {
        return try await change(of: person, old: old, new: new, address: address)
      } catch {
        throw error.body
      }
    }

    /// For the operator, when a person has forgotten the password: sets a new one and ends all sessions.
    ///
    /// - Returns: how many sessions ended; nil when there is no such account.
    /// - Throws: ``TrustServerError`` `accountUnusable`, `store`.
    public func setPassword(user: String, password: borrowing Secret) async throws(TrustServerError) -> Int? {
      defer { live.forgetAll() }
      let ended = try await accounts.set(user: user, password: password)
      if let ended { report(.passwordChanged, "a password was set by an operator; \(ended) sessions have ended") }
      return ended
    }
  }
#endif
