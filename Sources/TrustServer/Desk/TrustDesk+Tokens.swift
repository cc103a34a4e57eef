#if Server
  import Foundation
  import Redaction
  import SecurityPolicy
  import TrustWire

  /// The token endpoint's three grants.
  extension TrustDesk {
    func token(_ request: TrustRequest) async throws(Refusal) -> TokenResponse {
      let form = try form(request)
      let asked: TokenRequest?
      do { asked = try TokenRequest(form: form) } catch { throw .malformed("the grant lacks a parameter") }
      switch asked {
      case .deviceReport(let compact): return try await admit(request, compact)
      case .userLogin(let sealed): return try await logIn(request, sealed)
      case .plainLogin(let user, let password): return try await logIn(request, user: user, password: password)
      case .refresh(let token): return try await refresh(request, token)
      case nil:
        throw Refusal(400, RefusalBody(.unsupportedGrantType, .malformed, "this grant type is not supported"))
      }
    }

    private var isBindingRequired: Bool { sessions.isBindingRequired }

    private func admit(_ request: TrustRequest, _ compact: String) async throws(Refusal) -> TokenResponse {
      let now = configuration.seconds
      let parcel: ReportParcel
      let message: SignedMessage
      let report: SecurityReport
      do throws(WireError) {
        parcel = try ReportParcel(reading: compact)
        message = try SignedMessage(verifying: parcel.compact, as: .report)
        report = try SecurityReport(reading: message.payload)
      } catch {
        throw Refusal(reading: error)
      }
      let device = message.key.thumbprint
      // The report's signature proves the key for this request; a client that can prove it for the next ones says so
      // with a DPoP header. Looked at before anything is used up: whoever has to bring a nonce sends the same report again.
      var mark: ProofMark?
      if proofs.isOffered(request) {
        mark = try await proofs.examine(request, route: .token, token: nil, bound: device) { _ throws(Refusal) in }.1
      }
      try await consume(report.challenge, for: .report, now: now)
      // After the challenge, whose number per peer is capped: keys made for the purpose cannot fill the counters.
      try count(device: device, tier: .unattested)
      let evidence = try await evidence(parcel, report, message.key, now: now)
      let rules = configuration.policy.server
      let decision = DecisionEngine.decide(report, evidence: evidence, policy: rules, now: now)
      let record = ReportRecord(
        row: ReportRow(device: device, compact: parcel.compact, decision: decision, refusal: nil, now: now),
        limits: limits)
      do throws(Refusal) {
        let tier = try admitted(report, decision)
        let isBound = isBindingRequired || mark != nil
        let (response, ended) = try await sessions.start(
          kind: .app, subject: device, device: device, boundKey: isBound ? device : nil, parent: nil, tier: tier,
          registering: DeviceRow(
            thumbprint: device, report: report, attested: evidence?.device, tier: tier, judged: sessions.judgement,
            now: now),
          recording: record, remembering: mark)
        live.forget(ended)
        self.report(
          .deviceAdmitted, device: device,
          tier == .attested ? "a device was admitted as attested" : "a device was admitted as unattested")
        return response
      } catch {
        forgetEnded(by: error)
        let refused = RefusedReport(record: record, decision: decision, report: report, attested: evidence?.device)
        await keep(refused, of: error)
        throw error
      }
    }

    /// The tier of a report that passes here and now.
    private func admitted(_ report: SecurityReport, _ decision: Decision) throws(Refusal) -> TrustTier {
      if decision.reasons.contains(where: { $0.cause == .reportTooOld || $0.cause == .reportFromTheFuture }) {
        throw .grant(.clockSkew, "the device's clock is too far off, or its check too old")
      }
      guard configuration.acceptedSliceDigests.contains(report.policyDigest),
        report.environment == configuration.environment
      else { throw .grant(.policyUnknown, "the report was made for a policy that this server did not issue") }
      guard !(configuration.environment == .prod && report.profile == .debug) else {
        throw .denied(.debugBuild, "a debug build has no business here")
      }
      guard let tier = decision.tier else { throw .decided(decision) }
      return tier
    }

    func consume(_ challenge: String, for purpose: ChallengePurpose, now: Int64) async throws(Refusal) {
      let digest = ChallengeIssuer.digest(challenge, for: purpose)
      let state: ChallengeState
      do throws(StoreError) {
        state = try await store.transaction { rows throws(StoreError) in
          try rows.consumeChallenge(digest: digest, now: now)
        }
      } catch {
        throw .unavailable
      }
      switch state {
      case .fresh: return
      case .alreadyUsed: throw .grant(.replayed, "this challenge was used before")
      case .unknown: throw .grant(.challengeUnknown, "this challenge was not issued here, or has ended")
      }
    }

    // O.Auth_2#60 O.Cryp_3#60
    private func logIn(_ request: TrustRequest, _ sealed: String) async throws(Refusal) -> TokenResponse {
      let (app, boundKey) = try await installation(request)
      guard let loginKey = Self.loginKey(configuration) else { throw .broken }
      let user: String
      let secret: Secret
      let challenge: String
      do throws(WireError) {
        let credential = try LoginCredential.open(sealed, with: loginKey)
        guard credential.device == app.device else { throw WireError.signatureInvalid }
        (user, challenge) = (credential.user, credential.challenge)
        secret = credential.password.duplicate()
      } catch {
        throw error == .signatureInvalid
          ? .grant(.credentialsInvalid, "the credential was sealed for another key or installation")
          : .malformed("the credential cannot be read")
      }
      try await consume(challenge, for: .login, now: configuration.seconds)
      return try await logIn(app, boundKey: boundKey, user: user, password: secret, peer: request.peer)
    }

    private func logIn(
      _ request: TrustRequest, user: String, password: String
    ) async throws(Refusal) -> TokenResponse {
      let (app, boundKey) = try await installation(request)
      guard configuration.policy.session.loginEncryption == .transport else {
        throw .grant(.credentialsInvalid, "the policy wants name and password encrypted to the login key")
      }
      guard (1...128).contains(user.utf8.count), (1...1024).contains(password.utf8.count) else {
        throw .malformed("the credential cannot be read")
      }
      return try await logIn(
        app, boundKey: boundKey, user: user, password: Secret(copying: password.utf8), peer: request.peer)
    }

    /// The installation that a login comes from, proven as far as its session and the policy ask; and the key that the
    /// person's session will be bound to.
    private func installation(_ request: TrustRequest) async throws(Refusal) -> (AccessToken, boundKey: String?) {
      let (text, app) = try appToken(request)
      var boundKey: String?
      if isBindingRequired || app.boundKey != nil || proofs.isOffered(request) {
        boundKey = app.device
        _ = try await proofs.verify(request, route: .token, token: text, bound: app.device) { device throws(Refusal) in
          try count(device: device, tier: app.tier)
        }
      } else {
        try count(device: app.device, tier: app.tier)
      }
      _ = try await sessions.requireLive(app)
      guard app.tier == .attested || configuration.policy.server.unattested.mayLogIn else {
        throw .denied(.unattestedRefused, "the policy wants hardware attestation before a person signs in")
      }
      return (app, boundKey)
    }

    private func logIn(
      _ app: AccessToken, boundKey: String?, user: String, password: borrowing Secret, peer: String
    ) async throws(Refusal) -> TokenResponse {
      try countAttempt(device: app.device)
      let person = try await accounts.signIn(user: user, password: password, address: peer)
      let response: TokenResponse
      let ended: [String]
      do throws(Refusal) {
        (response, ended) = try await sessions.start(
          kind: .user, subject: person.account, device: app.device, boundKey: boundKey, parent: app.session,
          tier: app.tier, password: person.password)
      } catch {
        forgetEnded(by: error)
        throw error.body.reason == .credentialsInvalid ? person.whenReplaced : error
      }
      live.forget(ended)
      report(.loggedIn, device: app.device, "a person signed in")
      return response
    }

    private func refresh(_ request: TrustRequest, _ token: String) async throws(Refusal) -> TokenResponse {
      var proof: (ProofOfPossession.Verified, mark: ProofMark)?
      if isBindingRequired || proofs.isOffered(request) {
        proof = try await proofs.examine(request, route: .token, token: nil, bound: nil) {
          device throws(Refusal) in try count(device: device, tier: .unattested)
        }
      }
      let response: TokenResponse
      let renewal: Renewal
      do throws(Refusal) {
        (response, renewal) = try await sessions.renew(
          token, proofKey: proof?.0.key.thumbprint, remembering: proof?.mark
        ) { [self] device throws(Refusal) in try count(device: device, tier: .unattested) }
      } catch {
        forgetEnded(by: error)
        throw error
      }
      live.forget(renewal.ended)
      let (kind, explanation): (TrustEvent.Kind, String) =
        switch renewal.course {
        case .renewed: (.refreshed, "a session went on")
        case .recovered: (.refreshRecovered, "a lost answer was given again")
        case .reclaimed: (.refreshReclaimed, "a session went on with a token whose commit the database has lost")
        }
      report(kind, device: renewal.session.device, explanation)
      return response
    }

    /// The AppToken from its own header; before login also from `Authorization`, when the policy has that form.
    func appToken(_ request: TrustRequest) throws(Refusal) -> (text: String, token: AccessToken) {
      var text = request.header(TrustRoute.appTokenHeader)
      if text == nil, configuration.policy.session.appTokenHeader == .bearer {
        text = authorization(request)?.token
      }
      guard let text else { throw .token(.tokenMissing, "the AppToken is missing") }
      return (text, try verifier.verify(text, kind: .app, now: configuration.seconds))
    }

    /// What stands in `Authorization`, if it is one of the two schemes that carry tokens.
    func authorization(_ request: TrustRequest) -> (isBearer: Bool, token: String)? {
      guard let parts = request.header("authorization")?.split(separator: " ", maxSplits: 1), parts.count == 2 else {
        return nil
      }
      // The scheme's case does not matter. Source: RFC 9110, section 11.1.
      switch parts[0].lowercased() {
      case "dpop": return (false, String(parts[1]))
      case "bearer": return (true, String(parts[1]))
      default: return nil
      }
    }
  }
#endif
