#if Server
  import Foundation
  import SecurityPolicy
  import TrustWire

  /// Rotation: each refresh token leads to one successor, and always to the same one.
  ///
  /// The used token stays good until its successor is used, for the policy's window at most: whoever lost the answer
  /// asks again and gets it again, from any server and after any crash. "Used" means presented for a refresh; an access
  /// token that was seen does not count, because that would cost a durable write per request.
  ///
  /// Once the successor was used, the token opens nothing. Inside its window that is a late duplicate and ends nothing;
  /// after it, two parties hold the lineage and this one session ends for both.
  /// Source: RFC 9700, section 4.14.2; BSI TR-03161-3 O.Auth_14 to O.Auth_17.
  extension SessionDesk {
    /// Used tokens whose rows are kept per session; what is older is recognised by its seal.
    static let tokensKept: Int64 = 8

    /// What the session will say when it is renewed now, and its token on the way.
    private struct Guess: Sendable {
      let claims: AccessClaims
      let access: PendingToken
    }

    /// How the access token is made: with what, and under which `jti`.
    private struct Pen: Sendable {
      let signer: TokenSigner
      let identifier: String
      let guess: Guess?
    }

    /// A value and not an error, because the ending of a session must be kept and not rolled back.
    private enum Outcome: Sendable {
      case renewed(Renewal, within: SessionRow?, refresh: String, PendingToken)
      case refused(Refusal)
    }

    /// - Parameters:
    ///   - proofKey: thumbprint of the key that signed the request's proof; nil without a proof.
    ///   - mark: of that proof, when it is not remembered yet: one durable write does for both.
    ///   - count: counts a request of a device, or refuses it. Asked about the session's own device where no proof of its
    ///     key was counted before, and before anything is written; once more when the store takes the transaction again.
    ///     Asked about the session's id instead where the token opens nothing any more.
    ///   - reported: facts of a new report that came with the request; judged and kept with it.
    /// - Throws: 400 `invalid_grant` with `tokenInvalid`, `tokenSuperseded`, `tokenReused`, `tokenExpired`,
    ///   `sessionIdle`, `sessionMaximum`, `sessionEnded`; 400 `access_denied` with `deviceRefused` and its code or
    ///   `unattestedRefused` (the session lives on: a policy may change back); 401 without the bound key; 429; 503.
    func renew(
      _ presented: String, proofKey: String?, remembering mark: ProofMark? = nil, reporting reported: DeviceRow? = nil,
      counting count: @escaping @Sendable (_ name: String) throws(Refusal) -> Void
    ) async throws(Refusal) -> (TokenResponse, Renewal) {
      // Otherwise each try would use up a token whose successor nobody gets.
      let signer = try issuer.requireSigner()
      let now = configuration.seconds
      let salt = try dice()
      let identifier = try issuer.identifier()
      let digest = ProofOfPossession.digest(presented)
      let guess = guess(digest, signer, identifier, proofKey: proofKey, now: now)
      let pen = Pen(signer: signer, identifier: identifier, guess: guess)
      let outcome: Outcome
      do throws(StoreError) {
        outcome = try await store.transaction { rows throws(StoreError) in
          try rotate(
            rows, presented, digest, proofKey: proofKey, mark: mark, reported: reported, salt: salt, pen: pen, now: now,
            count: count)
        }
      } catch {
        throw .unavailable(after: error)
      }
      switch outcome {
      case .refused(let refusal): throw refusal
      case .renewed(let renewal, let parent, let refresh, let access):
        let session = renewal.session
        if renewal.course != .recovered { expected.expect(ExpectedRenewals.Entry(session: session, parent: parent)) }
        let text = try await access.text
        return (response(session, within: parent, access: text, refresh: refresh, now: now), renewal)
      }
    }

    /// For a session whose next token is known to come: its signature, begun before the store has looked.
    ///
    /// Not begun where a refusal is known already, and once for each renewal that went well: whoever is refused again
    /// and again costs one signature at most.
    private func guess(
      _ digest: String, _ signer: TokenSigner, _ identifier: String, proofKey: String?, now: Int64
    ) -> Guess? {
      let entry = expected.take(digest) { entry in
        let wanted = keyWanted(entry.session)
        let moment = SessionLimits.moment(entry.session, now)
        return (wanted == nil || wanted == proofKey)
          && limits.end(of: entry.session, within: entry.parent, now: moment) == nil
      }
      guard let entry else { return nil }
      var session = entry.session
      session.lastUsedAt = SessionLimits.moment(session, now)
      session.expiresAt = limits.expiry(
        kind: session.kind, startedAt: session.startedAt, usedAt: session.lastUsedAt)
      let claims = claims(session, within: entry.parent, identifier: identifier, now: now)
      return Guess(claims: claims, access: issuer.begin(claims, by: signer))
    }

    // O.Resi_2#41
    /// The key that a refresh has to prove. A policy that binds tokens now binds a bearer session too, and to its own
    /// device only: a key that somebody else enrolled proves nothing about it.
    private func keyWanted(_ session: SessionRow) -> String? {
      session.boundKey ?? (isBindingRequired ? session.device : nil)
    }

    /// The token of what the store says, for the caller to wait for: the one that was begun when it fits.
    private func begin(_ session: SessionRow, within parent: SessionRow?, _ pen: Pen, now: Int64) -> PendingToken {
      let claims = claims(session, within: parent, identifier: pen.identifier, now: now)
      if let guess = pen.guess, guess.claims == claims {
        expected.noteUse()
        return guess.access
      }
      return issuer.begin(claims, by: pen.signer)
    }

    private func rotate(
      _ rows: any TrustTransaction, _ presented: String, _ digest: String, proofKey: String?, mark: ProofMark?,
      reported: DeviceRow?, salt: [UInt8], pen: Pen, now: Int64,
      count: (_ name: String) throws(Refusal) -> Void
    ) throws(StoreError) -> Outcome {
      guard var session = try family(rows, of: presented, digest: digest) else {
        return .refused(.grant(.tokenInvalid, "this refresh token is not known"))
      }
      // Without the bound key nothing is learned and nothing is ended.
      let wanted = keyWanted(session)
      if let wanted, wanted != proofKey {
        return .refused(
          proofKey == nil
            ? .proof(.proofMissing, "this refresh token is bound to a key: exactly one DPoP header is needed")
            : .proof(.proofInvalid, "the proof is by another key than the token's"))
      }
      let isRetry = session.predecessor == digest
      let isKnown = isRetry || session.current == digest
      var place = SealedPlace.spent
      if !isKnown, try rows.refreshToken(digest: digest) == nil {
        place = self.place(presented, of: session, isProven: wanted != nil)
      }
      guard place != .unknown else { return .refused(.grant(.tokenInvalid, "this refresh token is not known")) }
      let lost = place.lostGeneration
      // O.Source_1#181
      if proofKey != session.device {
        // Whoever finds a token that is spent or over must not use up with it what its device may ask.
        let opens = session.ended == nil && (isKnown || lost != nil)
        do throws(Refusal) { try count(opens ? session.device : session.id) } catch { return .refused(error) }
      }
      if let mark, try !rows.rememberProof(digest: mark.digest, now: now, expiresAt: mark.expiresAt) {
        return .refused(.replayed)
      }
      if try Self.isBlocked(session, in: rows) { return .refused(.blocked(session.device)) }
      if let ended = session.ended { return .refused(Self.over(ended, isGrant: true)) }
      let isNewlyBound = wanted != session.boundKey
      session.boundKey = wanted
      let moment = SessionLimits.moment(session, now)
      let parent = try Self.parent(of: session, in: rows, limits, now: now)
      if limits.isInDoubt(session, within: parent, now: now) { return .refused(.clockInDoubt) }
      if let end = limits.end(of: session, within: parent, now: moment) {
        let ended = try Self.end(rows, session, end.reason, at: end.at)
        return .refused(Self.over(end.reason, isGrant: true).ending(ended))
      }
      guard isKnown || lost != nil else {
        return try displaced(rows, session, presented, digest: digest, moment: moment)
      }
      if isRetry, let used = session.rotatedAt, moment >= used + limits.window(session) {
        let ended = try Self.end(rows, session, .reused, at: moment)
        return .refused(.reused(.recent, device: session.device).ending(ended))
      }
      if let refusal = try judge(rows, session, reported: reported, now: moment) { return .refused(refusal) }
      // Whoever asks for the second token has the first. What a lost token's session had replaced may be open again.
      let replaces = session.kind == .app && (session.generation == 0 || lost != nil)
      if let lost { try reclaim(rows, &session, digest, generation: lost, salt: salt, at: moment) }
      guard var row = try rows.refreshToken(digest: digest) else { throw .unreadable }
      let next = RefreshToken.successor(
        of: presented, salt: row.salt, session: session.id, generation: row.generation + 1,
        key: configuration.successorKey)
      let successor = ProofOfPossession.digest(next.text)
      if isRetry {
        let before = session.current
        if before != successor {
          // The successor key was changed since: the unused successor goes, this one takes its place.
          try rows.dropRefreshToken(digest: before)
          session.current = successor
          try rows.saveRefreshToken(
            RefreshTokenRow(digest: successor, session: session.id, generation: next.generation, salt: salt))
        }
        let access = begin(session, within: parent, pen, now: now)
        if isNewlyBound || session.current != before { try rows.saveSession(session) }
        return .renewed(
          Renewal(session: session, course: .recovered, ended: []), within: parent, refresh: next.text, access)
      }
      let ended = try replaces ? supersede(rows, by: session, now: now) : []
      session.advance(to: successor, at: moment, window: limits.window(session))
      session.expiresAt = limits.expiry(kind: session.kind, startedAt: session.startedAt, usedAt: moment)
      let access = begin(session, within: parent, pen, now: now)
      row.usedAt = moment
      try rows.saveRefreshToken(row)
      try rows.saveRefreshToken(
        RefreshTokenRow(digest: successor, session: session.id, generation: next.generation, salt: salt))
      try rows.dropRefreshTokens(session: session.id, before: next.generation - Self.tokensKept)
      try rows.saveSession(session)
      let course: Renewal.Course = lost == nil ? .renewed : .reclaimed
      return .renewed(
        Renewal(session: session, course: course, ended: ended), within: parent, refresh: next.text, access)
    }

    // O.Auth_17#40
    /// A spent token whose successor was used; after lost commits also one whose place another one has taken.
    private func displaced(
      _ rows: any TrustTransaction, _ session: SessionRow, _ presented: String, digest: String, moment: Int64
    ) throws(StoreError) -> Outcome {
      let row = try rows.refreshToken(digest: digest)
      let generation =
        row?.generation ?? RefreshToken(reading: presented, key: configuration.successorKey)?.generation ?? 0
      guard let used = row?.usedAt ?? session.usedBy(generation) else { throw .unreadable }
      guard moment >= used + limits.window(session) else {
        return .refused(.grant(.tokenSuperseded, "this refresh token was used and its successor was used since"))
      }
      let ended = try Self.end(rows, session, .reused, at: moment)
      return .refused(.reused(row == nil ? .stale : .displaced, device: session.device).ending(ended))
    }

    // O.Resi_2#40 O.Auth_5#40
    /// The policy in force now, on what the device said and proved last: a changed rule works without a new login.
    ///
    /// Every rule of the devices is judged, by the functions that decided about the report; a row that was found good under
    /// this very policy is not judged a second time. Not judged again is what belongs to the moment of a report: its age, and
    /// what its earlier checks saw.
    private func judge(
      _ rows: any TrustTransaction, _ session: SessionRow, reported: DeviceRow?, now: Int64
    ) throws(StoreError) -> Refusal? {
      if let reported, reported.thumbprint == session.device { try rows.saveDevice(reported) }
      let rules = configuration.policy.server
      guard var device = try rows.device(thumbprint: session.device) else {
        return .deviceRefused(.unknown, "nothing is known of this device; it must report again", device: session.device)
      }
      guard device.blockedAt == nil else { return .blocked(session.device) }
      // What it says now rests on its word alone: a session that was given for proofs does not go on by that.
      guard session.tier != .attested || device.tier == .attested else {
        return .denied(.unattestedRefused, "the device's last report came without evidence; it must report again")
      }
      var isChanged = false
      if device.judged != judgement {
        let decision = DecisionEngine.decide(again: device, environment: configuration.environment, policy: rules)
        guard decision.tier != nil else { return .decided(decision, again: session.device) }
        (device.judged, isChanged) = (judgement, true)
      }
      if session.tier == .unattested {
        guard rules.unattested.admitted else {
          return .denied(.unattestedRefused, "the policy wants hardware attestation")
        }
        guard session.kind == .app || rules.unattested.mayLogIn else {
          return .denied(.unattestedRefused, "the policy wants hardware attestation for a person's session")
        }
      }
      if device.lastSeen + 86400 <= now { (device.lastSeen, isChanged) = (now, true) }
      if isChanged { try rows.saveDevice(device) }
      return nil
    }
  }

  extension SessionRow {
    /// Puts `successor` behind what was current.
    mutating func advance(to successor: String, at moment: Int64, window: Int64) {
      if let mark {
        if moment >= mark.at + window { (settled, self.mark) = (mark, Mark(generation: generation, at: moment)) }
      } else {
        mark = Mark(generation: generation, at: moment)
      }
      (predecessor, rotatedAt, current) = (current, moment, successor)
      generation += 1
      lastUsedAt = moment
    }

    /// A time at or after the first use of a token that was used, as close as is known without its row.
    func usedBy(_ generation: Int64) -> Int64? {
      if let settled, generation <= settled.generation { return settled.at }
      if let mark, generation <= mark.generation { return mark.at }
      return rotatedAt
    }
  }

  extension Refusal {
    /// The answer is the same for every kind of reuse; the kind is for the operator. It stands in the explanation, which
    /// goes into the event.
    static func reused(_ kind: TokenReuse, device: String) -> Refusal {
      Refusal(
        400,
        RefusalBody(
          .invalidGrant, .tokenReused,
          "a spent refresh token came back (\(kind.rawValue)); the session has ended, sign in again"), device: device)
    }

    static func deviceRefused(_ code: DecisionCode, _ explanation: String, device: String) -> Refusal {
      Refusal(400, RefusalBody(.accessDenied, .deviceRefused, code: code, explanation), device: device)
    }
  }
#endif
