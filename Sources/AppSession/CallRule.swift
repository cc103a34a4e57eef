import TrustWire

/// What a refusal of an app's own request means for its session. Pure: it reads what came and asks nobody.
public enum CallRule {
  /// The refusal that a session has to hear, or nil when the answer is the app's own business.
  ///
  /// Throw it as ``SessionError/refused(_:)`` from within ``Session/authorized(method:address:_:)``, which renews the
  /// tokens once, repeats once with the nonce, or locks a device that was refused. Servers of any make say by
  /// `WWW-Authenticate` what Mantlet's say in the body, but for a refused proof, which only Mantlet's word in the body has
  /// repeated by the server's clock; a refusal that names neither the token nor the nonce changes nothing.
  /// Source: RFC 6750, section 3; RFC 9449, sections 7.1 and 9.
  ///
  /// - Parameters:
  ///   - authenticate: every `WWW-Authenticate` field.
  ///   - nonce: the `DPoP-Nonce` field, which the session must have heard.
  public static func refusal(
    status: Int, authenticate: [String], nonce: String?, body: some Collection<UInt8>
  ) -> RefusalBody? {
    if status == 401 || status == 403, let refusal = try? RefusalBody(reading: body) {
      return status == 401 || refusal.reason == .deviceRefused ? refusal : nil
    }
    guard status == 401 else { return nil }
    let challenges = authenticate.prefix(8).flatMap(AuthenticationChallenge.all)
    func says(_ error: String, _ schemes: Set<String>) -> Bool {
      challenges.contains { schemes.contains($0.scheme) && $0.parameters["error"] == error }
    }
    if says("use_dpop_nonce", ["dpop"]) {
      guard let nonce, AnswerHints.isNonce(nonce) else { return nil }
      return RefusalBody(.useNonce, .nonceNeeded, "the proof needs the server's nonce")
    }
    guard says("invalid_token", ["dpop", "bearer"]) else { return nil }
    return refusedByOthers
  }

  /// The word of a server that knows no AppToken: it is about the token in `Authorization` alone.
  static let refusedByOthers = RefusalBody(.invalidToken, .tokenInvalid, "the access token is not accepted any more")
}
