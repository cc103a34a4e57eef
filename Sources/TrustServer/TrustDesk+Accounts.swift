#if Server
  import Redaction
  import TrustWire

  /// Passwords: changed by their owner, or set anew by an operator.
  extension TrustDesk {
    // O.Pass_4#40
    /// For a handler in this process: changes the password of the person whose token was checked, and ends that
    /// person's other sessions. The old password is asked for again whatever the token says, and guessing it here locks
    /// like guessing it at login.
    ///
    /// - Parameter person: as ``check(_:kind:)`` gave it, of kind `user`.
    /// - Parameter address: where the request comes from; counts like an attempt to sign in.
    /// - Returns: how many other sessions ended.
    /// - Throws: ``RefusalBody`` with `credentialsInvalid`, `rateLimited`, `malformed` (a password has 8 to 1024 bytes),
    ///   `tokenInvalid` for an AppToken, the reasons of an ended session, `unavailable`.
    public func changePassword(
      of person: AccessToken, old: borrowing Secret, new: borrowing Secret, address: String?
    ) async throws(RefusalBody) -> Int {
      do throws(Refusal) {
        guard person.kind == .user else { throw .token(.tokenInvalid, "a person's token is needed") }
        _ = try await sessions.requireLive(person)
        let ended = try await accounts.changePassword(
          account: person.subject, old: old, new: new, keeping: person.session, address: address)
        live.forgetAll()
        report(.sessionRevoked, device: person.device, "a password was changed; \(ended) other sessions have ended")
        return ended
      } catch {
        throw error.body
      }
    }

    /// For the operator, when a person has forgotten the password: sets a new one and ends all sessions.
    ///
    /// - Returns: how many sessions ended; nil when there is no such account.
    /// - Throws: ``TrustServerError`` `accountUnusable`, `store`.
    public func setPassword(user: String, password: borrowing Secret) async throws(TrustServerError) -> Int? {
      let ended = try await accounts.set(user: user, password: password)
      live.forgetAll()
      if let ended { report(.sessionRevoked, "a password was set by an operator; \(ended) sessions have ended") }
      return ended
    }
  }
#endif
