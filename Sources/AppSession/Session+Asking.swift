import SecurityPolicy
import TrustWire

/// What every question to the server goes through: a proof, the server's nonce and clock, and the pinned keys.
extension Session {
  /// Asks once, and once more when the answer names what the proof lacked: the nonce (RFC 9449, section 8), or the
  /// server's time.
  ///
  /// - Throws: ``SessionError`` `refused`; `busy` for a server that asks for patience.
  /// - Returns: tokens, and when they were asked for by the server's clock: their lives are counted from then.
  func answer(
    to request: TokenRequest, appToken: HeldToken?
  ) async throws(SessionError) -> (tokens: TokenResponse, askedAt: Int64) {
    var hadNonce = false
    var hadTime = false
    while true {
      let before = (nonce, skew)
      let proof = try await proof(method: "POST", address: exchange.address, token: appToken?.exposedText())
      let sent = reading.uptime
      let answer = try await exchange.exchange(request, appToken: appToken, proof: proof)
      hear(answer.hints)
      learn(answer.hints, sentAt: sent)
      switch answer.outcome {
      case .success(let response):
        let (seconds, rest) = (reading.uptime - sent).components
        return (response, reading.wall - seconds - (rest > 0 ? 1 : 0))
      case .failure(let body):
        switch body.reason {
        case .nonceNeeded where !hadNonce && nonce != nil && nonce != before.0: hadNonce = true
        case .proofInvalid where !hadTime && skew != before.1: hadTime = true
        case .rateLimited, .unavailable: throw .busy(body.reason, retryAfter: answer.hints.retryAfter)
        default: throw .refused(body)
        }
      }
    }
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
  func fetchKeysOnce() async throws(SessionError) {
    if keys.keys == nil { try await fetchKeys() }
  }

  private func fetchKeys() async throws(SessionError) {
    guard keys.mayFetch(at: reading.uptime) else { return }
    let bytes = try await exchange.tokenKeys()
    try keys.read(bytes, at: reading.uptime)
  }

  /// A pair whose access token a pinned key signed, for this app, this device and this kind. O.Auth_13#100
  ///
  /// - Throws: ``SessionError`` `tokenRefused`, `tokenUnbound`.
  func pair(
    from response: TokenResponse, _ kind: TokenKind, askedAt: Int64
  ) async throws(SessionError) -> TokenPair {
    var token = verified(response.accessToken, kind)
    if token == .failure(.keyUnknown) {
      // The server may have begun to use its next key.
      try await fetchKeys()
      token = verified(response.accessToken, kind)
    }
    let access: AccessToken
    do { access = try token.get() } catch { throw .tokenRefused(error) }
    let isBound = access.boundKey != nil
    guard access.boundKey ?? key.publicKey.thumbprint == key.publicKey.thumbprint,
      isBound == (response.tokenType.lowercased() == "dpop"), isBound || requirement.tokenBinding == .optional
    else { throw .tokenUnbound }
    return TokenPair(response, isBound: isBound, askedAt: askedAt)
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
