import SecurityPolicy
import TrustWire

/// What every question to the server goes through: a proof, the server's nonce and clock, and the pinned keys.
extension Session {
  /// Asks once, and once more when the answer names what the proof lacked: the nonce (RFC 9449, section 8), or the
  /// server's time.
  ///
  /// - Throws: ``SessionError`` `refused`; `busy` for a server that asks for patience.
  func answer(to request: TokenRequest, appToken: HeldToken?) async throws(SessionError) -> AnsweredTokens {
    var hadNonce = false
    var hadTime = false
    while true {
      let before = (nonce: nonce, skew: skew)
      let proof = try await proof(method: "POST", address: exchange.address, token: appToken?.exposedText())
      let sent = reading.uptime
      let answer = try await exchange.exchange(request, appToken: appToken, proof: proof)
      hear(answer.hints)
      learn(answer.hints, sentAt: sent)
      switch answer.outcome {
      case .success(let response):
        let (seconds, rest) = (reading.uptime - sent).components
        return AnsweredTokens(
          tokens: response, askedAt: reading.wall - seconds - (rest > 0 ? 1 : 0),
          isPrompt: reading.uptime - sent <= Self.promptness)
      case .failure(let body):
        switch body.reason {
        case .nonceNeeded where !hadNonce && nonce != nil && nonce != before.nonce: hadNonce = true
        case .proofInvalid where !hadTime && skew != before.skew: hadTime = true
        case .rateLimited, .unavailable: throw .busy(body.reason, retryAfter: answer.hints.retryAfter)
        default: throw .refused(body)
        }
        // Signed out meanwhile: its token is not sent again.
        if case .refresh(let token) = request, !holds(refresh: token) { throw over }
      }
    }
  }

  private func holds(refresh token: String) -> Bool {
    [held.app, held.user].contains { $0?.refresh.exposedText() == token }
  }

  /// A DPoP proof for one request.
  ///
  /// - Throws: ``SessionError/keyUnavailable``.
  public func proof(method: String, address: String, token: String?) async throws(SessionError) -> String {
    let proof = ProofOfPossession(
      identifier: surroundings.identifier(), method: method, address: address, issuedAt: reading.wall, token: token,
      nonce: nonce)
    let key = key
    return try await SignedMessage.compact(.dpop, payload: proof.payload, key: key.publicKey) {
      bytes throws(SessionError) in try await key.signature(over: bytes)
    }
  }

  /// The keys, before the first token comes that needs them: a rotated token that could not be verified would be lost.
  ///
  /// - Throws: ``SessionError``, also when it is too early to ask again for keys that did not come.
  func fetchKeysOnce() async throws(SessionError) {
    guard keys.keys == nil else { return }
    try await fetchKeys()
    try keys.requireAny()
  }

  private func fetchKeys() async throws(SessionError) {
    guard keys.mayFetch(at: reading.uptime) else { return }
    let bytes = try await exchange.tokenKeys()
    try keys.read(bytes, at: reading.uptime)
  }

  /// A pair whose access token a pinned key signed, for this app, this device and this kind. O.Auth_13#100
  ///
  /// What it says of the time is signed too, and the only word on it that may end a session: the `Date` of an answer
  /// is anybody's.
  ///
  /// - Throws: ``SessionError`` `tokenRefused`, `tokenUnbound`.
  /// - Returns: the pair, and whom its access token names.
  func pair(
    from answer: inout AnsweredTokens, _ kind: TokenKind
  ) async throws(SessionError) -> (pair: TokenPair, subject: String) {
    let response = answer.tokens
    var token = verified(&answer, kind)
    if token == .failure(.keyUnknown) {
      // The server may have begun to use its next key.
      try await fetchKeys()
      token = verified(&answer, kind)
    }
    let access: AccessToken
    do { access = try token.get() } catch { throw .tokenRefused(error) }
    let isBound = access.boundKey != nil
    guard access.boundKey ?? key.publicKey.thumbprint == key.publicKey.thumbprint,
      isBound == (response.tokenType.lowercased() == "dpop"), isBound || requirement.tokenBinding == .optional
    else { throw .tokenUnbound }
    let (askedAt, isPrompt) = (answer.askedAt, answer.isPrompt)
    // A session that is over by it ends in memory also when that cannot be saved.
    if isPrompt { try? await step(.heard(serverTime: access.issuedAt), at: reading) }
    return (TokenPair(response, isBound: isBound, askedAt: askedAt), access.subject)
  }

  /// By the clock as the answer's date set it, and by the one that the last good token was verified by when that finds
  /// this one over or not begun: then it was the date that was wrong.
  private func verified(_ answer: inout AnsweredTokens, _ kind: TokenKind) -> Result<AccessToken, WireError> {
    let text = answer.tokens.accessToken
    var token = verified(text, kind)
    if skew != provenSkew, token == .failure(.expired) || token == .failure(.notYetValid) {
      let dated = skew
      skew = provenSkew
      let again = verified(text, kind)
      if case .success = again {
        token = again
        answer.askedAt += provenSkew - dated
      } else {
        skew = dated
      }
    }
    if case .success = token { provenSkew = skew }
    return token
  }

  private func verified(_ text: String, _ kind: TokenKind) -> Result<AccessToken, WireError> {
    guard let keys = keys.keys else { return .failure(.keyUnknown) }
    do throws(WireError) {
      return .success(
        try AccessToken(verifying: text, keys: keys, issuer: environment.endpoint, kind: kind, now: reading.wall))
    } catch {
      return .failure(error)
    }
  }
}
