#if Server
  import Redaction
  import SecurityPolicy
  import TrustWire
  import UntrustedInput

  /// A person changes the password: with the UserToken, its proof when it is bound, and the current password once more.
  extension TrustDesk {
    // O.Pass_3#251 O.Auth_2#250
    /// Counts like an attempt to sign in, so that a stolen token opens no other way to guess. Name and new password are
    /// never told apart by the answer to a wrong current one.
    func changePassword(_ request: TrustRequest) async throws(Refusal) -> JSONNode {
      let person = try await person(request, route: .password)
      let form = try form(request)
      let ended: Int
      if let sealed = form["credential"] {
        guard let loginKey = Self.loginKey(configuration) else { throw .broken }
        let (current, new): (SecretBox, SecretBox)
        let challenge: String
        do throws(WireError) {
          let change = try PasswordChange.open(sealed, with: loginKey)
          guard change.device == person.device else { throw WireError.signatureInvalid }
          (current, new) = (SecretBox(change.current.duplicate()), SecretBox(change.new.duplicate()))
          challenge = change.challenge
        } catch {
          throw error == .signatureInvalid
            ? .grant(.credentialsInvalid, "the passwords were sealed for another key or installation")
            : .malformed("the passwords cannot be read")
        }
        try await consume(challenge, for: .password, now: configuration.seconds)
        ended = try await change(of: person, old: current.secret, new: new.secret, address: request.peer)
      } else {
        guard configuration.policy.session.loginEncryption == .transport else {
          throw .grant(.credentialsInvalid, "the policy wants passwords encrypted to the login key")
        }
        guard let current = form["current_password"], let new = form["new_password"],
          (1...1024).contains(current.utf8.count), (1...1024).contains(new.utf8.count)
        else { throw .malformed("the passwords cannot be read") }
        ended = try await change(
          of: person, old: Secret(copying: current.utf8), new: Secret(copying: new.utf8), address: request.peer)
      }
      return ["ended": .integer(Int64(ended))]
    }

    // O.Pass_4#40
    func change(
      of person: AccessToken, old: borrowing Secret, new: borrowing Secret, address: String?
    ) async throws(Refusal) -> Int {
      guard person.kind == .user else { throw .token(.tokenInvalid, "a person's token is needed") }
      _ = try await sessions.requireLive(person)
      try countAttempt(device: person.device)
      let ended: [String]
      do throws(Refusal) {
        ended = try await accounts.changePassword(
          account: person.subject, old: old, new: new, keeping: person.session, address: address)
      } catch {
        forgetEnded(by: error)
        throw error
      }
      live.forget(ended)
      report(
        .passwordChanged, device: person.device, "a password was changed; \(ended.count) other sessions have ended")
      return ended.count
    }
  }
#endif
