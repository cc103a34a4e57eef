import TrustWire

/// One session that ended here, told to the server.
extension Session {
  /// Ends the session of a bound token, with a proof of the device key: the server asks for one when it gave out a later
  /// token whose answer got lost here. Source: RFC 7009, RFC 9449.
  ///
  /// Asked again when the answer names what the proof lacked, the nonce or the time. Asked without a proof when the key
  /// does not fit: the device may have a new one since, and the newest token needs none.
  ///
  /// - Throws: ``SessionError`` `refused` for an answer that will not change; anything else is to be tried again.
  func revoke(_ token: HeldToken) async throws(SessionError) {
    var (hadNonce, hadTime) = (false, false)
    var missing: SessionError?
    var isProving = true
    while true {
      let before = (nonce: nonce, skew: skew)
      var proof: String?
      if isProving {
        do throws(SessionError) {
          proof = try await self.proof(method: "POST", address: exchange.revocationAddress, token: nil)
        } catch {
          (missing, isProving) = (error, false)
        }
      }
      let sent = reading.uptime
      let answer = try await exchange.revoke(token, proof: proof)
      hear(answer.hints)
      learn(answer.hints, sentAt: sent)
      guard let refusal = answer.refusal else { return }
      switch refusal.reason {
      case .rateLimited, .unavailable: throw .busy(refusal.reason, retryAfter: answer.hints.retryAfter)
      case .nonceNeeded where !hadNonce && nonce != nil && nonce != before.nonce: hadNonce = true
      // It changed once more on the way: the next time is soon enough.
      case .nonceNeeded: throw .busy(refusal.reason, retryAfter: nil)
      case .proofInvalid where !hadTime && skew != before.skew: hadTime = true
      case .proofInvalid where isProving: isProving = false
      case .proofMissing: throw missing ?? .refused(refusal)
      default: throw .refused(refusal)
      }
    }
  }
}
