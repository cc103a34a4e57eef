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
      case .deviceReport(let compact): return try await admit(compact)
      case .userLogin(let credential): return try await logIn(request, credential)
      case .refresh(let token): return try await refresh(request, token)
      case nil:
        throw Refusal(400, RefusalBody(.unsupportedGrantType, .malformed, "this grant type is not supported"))
      }
    }

    private func admit(_ compact: String) async throws(Refusal) -> TokenResponse {
      let now = configuration.seconds
      let message: SignedMessage
      let report: SecurityReport
      do throws(WireError) {
        message = try SignedMessage(verifying: compact, as: .report)
        report = try SecurityReport(reading: message.payload)
      } catch {
        throw Refusal(reading: error)
      }
      let device = message.key.thumbprint
      try await consume(report.challenge, now: now)
      // After the challenge, whose number per peer is capped: keys made for the purpose cannot fill the counters.
      try count(device: device, tier: .unattested)
      // A difference that overflows is a skew, too.
      let (skew, overflow) = report.date.subtractingReportingOverflow(now)
      guard !overflow, (-300...300).contains(skew) else {
        throw .grant(.clockSkew, "the device's clock is more than five minutes off")
      }
      guard configuration.acceptedSliceDigests.contains(report.policyDigest),
        report.environment == configuration.environment
      else { throw .grant(.policyUnknown, "the report was made for a policy that this server did not issue") }
      guard !(configuration.environment == .prod && report.profile == .debug) else {
        throw .denied(.debugBuild, "a debug build has no business here")
      }
      let rules = configuration.policy.server
      if case .refused(let code, let explanation) = DeviceJudgement.judge(report: report, rules: rules.devices) {
        throw .denied(.deviceRefused, code: code, explanation)
      }
      guard rules.unattested.admitted else {
        throw .denied(.unattestedRefused, "the policy wants hardware attestation")
      }
      let response = try await sessions.start(
        kind: .app, subject: device, device: device, tier: .unattested,
        registering: DeviceRow(
          thumbprint: device, platform: report.system.platform, version: report.system.version, app: report.app,
          appVersion: report.appVersion, tier: .unattested, firstSeen: now, lastSeen: now))
      self.report(.deviceAdmitted, device: device, "a device was admitted as unattested")
      return response
    }

    private func consume(_ challenge: String, now: Int64) async throws(Refusal) {
      let digest = ProofOfPossession.digest(challenge)
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

    private func logIn(_ request: TrustRequest, _ credential: String) async throws(Refusal) -> TokenResponse {
      let (appToken, app) = try await appToken(request)
      let tier = TrustTier(rawValue: app.tier) ?? .unattested
      _ = try await proofs.verify(request, route: .token, token: appToken, bound: app.cnf.jkt) {
        device throws(Refusal) in try count(device: device, tier: tier)
      }
      try await sessions.requireLive(app)
      guard tier == .attested || configuration.policy.server.unattested.mayLogIn else {
        throw .denied(.unattestedRefused, "the policy wants hardware attestation before a person signs in")
      }
      let opened: (user: String, password: String)
      do throws(WireError) {
        opened = try LoginCredential.open(credential, privateKey: loginKey, appToken: appToken)
      } catch {
        throw error == .signatureInvalid
          ? .grant(.credentialsInvalid, "the credential was sealed for another key or installation")
          : .malformed("the credential cannot be read")
      }
      let account = try await accounts.authenticate(
        user: opened.user, password: Secret(copying: Array(opened.password.utf8)))
      let response = try await sessions.start(kind: .user, subject: account, device: app.cnf.jkt, tier: tier)
      report(.loggedIn, device: app.cnf.jkt, "a person signed in")
      return response
    }

    private func refresh(_ request: TrustRequest, _ token: String) async throws(Refusal) -> TokenResponse {
      let proof = try await proofs.verify(request, route: .token, token: nil, bound: nil) {
        device throws(Refusal) in try count(device: device, tier: .unattested)
      }
      let (response, renewal) = try await sessions.renew(token, proofKey: proof.key.thumbprint)
      if case .renewed(let session, let recovered) = renewal {
        report(
          recovered ? .refreshRecovered : .refreshed, device: session.device,
          recovered ? "an unused successor was replaced" : "a session went on")
      }
      return response
    }

    func appToken(_ request: TrustRequest) async throws(Refusal) -> (token: String, claims: AccessClaims) {
      guard let token = request.header(TrustRoute.appTokenHeader) else {
        throw .token(.tokenMissing, "the AppToken is missing")
      }
      return (token, try await verifier.verify(token, kind: .app, now: configuration.seconds))
    }
  }
#endif
