#if Server
  import SecurityPolicy
  import TrustWire

  /// A refusal on its way to an answer: the body that says why, and the status and headers that HTTP wants with it.
  struct Refusal: Error {
    let status: Int
    let body: RefusalBody
    let headers: [String: String]
    /// The device that was refused, when a signature proved which one it is.
    let device: String?
    /// What the operator is told it was; nil goes by status and reason.
    let event: TrustEvent.Kind?
    /// The sessions that ended with it; nil when nobody knows, because the store's last word was lost.
    var ended: [String]? = []

    init(
      _ status: Int, _ body: RefusalBody, headers: [String: String] = [:], device: String? = nil,
      event: TrustEvent.Kind? = nil
    ) {
      self.status = status
      self.body = body
      self.headers = headers
      self.device = device
      self.event = event
    }

    // O.Resi_2#422
    /// The answer to a device that an operator has blocked: the same reason as for one that the rules refuse, so that its
    /// app locks or wipes by its policy. The code is `unknown`: nothing that the device said was judged.
    ///
    /// - Parameter isGrant: at the token endpoint; elsewhere it is 403. Source: RFC 6749, section 5.2.
    static func blocked(_ device: String, isGrant: Bool = true) -> Refusal {
      Refusal(
        isGrant ? 400 : 403,
        RefusalBody(.accessDenied, .deviceRefused, code: .unknown, "an operator has blocked this device"),
        device: device, event: .blockedDeviceRefused)
    }

    static func malformed(_ explanation: String) -> Refusal {
      Refusal(400, RefusalBody(.invalidRequest, .malformed, explanation))
    }

    static func grant(_ reason: RefusalReason, _ explanation: String) -> Refusal {
      Refusal(400, RefusalBody(.invalidGrant, reason, explanation))
    }

    static func denied(_ reason: RefusalReason, code: DecisionCode? = nil, _ explanation: String) -> Refusal {
      Refusal(400, RefusalBody(.accessDenied, reason, code: code, explanation))
    }

    /// A device that the rules refuse, with every code that speaks against it.
    static func decided(_ decision: Decision) -> Refusal {
      let causes: [DecisionReason.Cause] = [.unattestedRefused, .attestationMissing, .attestationRefused]
      guard let primary = decision.primary else { return .broken }
      // The device can do nothing about it but come again, with evidence for another challenge.
      if primary.cause == .attestationUndetermined {
        return Refusal(
          503, RefusalBody(.temporarilyUnavailable, .unavailable, primary.explanation),
          headers: ["retry-after": "300"], event: .deviceRefused)
      }
      guard !causes.contains(primary.cause) else { return .denied(.unattestedRefused, primary.explanation) }
      // Said with whatever else speaks against it: a client must not take its key for one that was accepted.
      guard !decision.reasons.contains(where: { $0.cause == .attestationRefused }) else {
        return Refusal(
          400, RefusalBody(.accessDenied, .unattestedRefused, codes: decision.codes, primary.explanation),
          event: .deviceRefused)
      }
      return Refusal(400, RefusalBody(.accessDenied, .deviceRefused, codes: decision.codes, primary.explanation))
    }

    /// The same about a device that a session belongs to.
    static func decided(_ decision: Decision, again device: String) -> Refusal {
      let refusal = decided(decision)
      return Refusal(refusal.status, refusal.body, headers: refusal.headers, device: device, event: refusal.event)
    }

    /// The store failed where a session may have ended. One that had no place was not begun; what became of any other
    /// nobody knows.
    static func unavailable(after error: StoreError) -> Refusal {
      error == .busy ? .unavailable : .unavailable.ending(nil)
    }

    /// The same answer under another name in the operator's log.
    func told(as event: TrustEvent.Kind) -> Refusal {
      var refusal = Refusal(status, body, headers: headers, device: device, event: event)
      refusal.ended = ended
      return refusal
    }

    func ending(_ sessions: [String]?) -> Refusal {
      var refusal = self
      refusal.ended = sessions
      return refusal
    }

    /// Source: RFC 9449, section 7.1.
    static func token(_ reason: RefusalReason, _ explanation: String) -> Refusal {
      unauthorized(.invalidToken, reason, explanation)
    }

    static func proof(_ reason: RefusalReason, _ explanation: String) -> Refusal {
      unauthorized(.invalidProof, reason, explanation)
    }

    /// Asks for the same request with this nonce in its proof. Source: RFC 9449, sections 8 and 9.
    static func nonceNeeded(_ nonce: String) -> Refusal {
      let refusal = unauthorized(.useNonce, .nonceNeeded, "the proof must carry the nonce of this answer")
      return Refusal(
        refusal.status, refusal.body, headers: refusal.headers.merging(["dpop-nonce": nonce]) { $1 })
    }

    /// Source: RFC 6749, section 5.2 (`invalid_client`); RFC 7662, section 2.3.
    static let clientUnknown = Refusal(
      401, RefusalBody(.invalidClient, .clientUnknown, "this address wants a client that the operator has authorised"),
      headers: ["www-authenticate": "Basic realm=\"mantlet\""])

    /// At the token endpoint a bad proof is a bad request: there is no resource to be challenged for.
    /// Source: RFC 9449, section 5.
    var atTokenEndpoint: Refusal {
      guard body.error == .invalidProof || body.error == .useNonce else { return self }
      return Refusal(400, body, headers: headers.filter { $0.key != "www-authenticate" }, device: device)
    }

    /// Tells a client that this server takes bearer tokens, too. Source: RFC 9449, section 7.2.
    var offeringBearer: Refusal {
      guard let challenge = headers["www-authenticate"], challenge.hasPrefix("DPoP") else { return self }
      let bearer = body.error == .invalidToken ? "Bearer error=\"\(body.error.rawValue)\"" : "Bearer"
      return Refusal(
        status, body, headers: headers.merging(["www-authenticate": "\(challenge), \(bearer)"]) { $1 }, device: device,
        event: event)
    }

    private static func unauthorized(
      _ error: RefusalBody.OAuthError, _ reason: RefusalReason, _ explanation: String
    ) -> Refusal {
      Refusal(
        401, RefusalBody(error, reason, explanation),
        headers: ["www-authenticate": "DPoP error=\"\(error.rawValue)\", algs=\"ES256\""])
    }

    /// 409: the request is sound and stands against what the server holds. Source: RFC 9110, section 15.5.10.
    static func rolledBack(device: String) -> Refusal {
      Refusal(
        409,
        RefusalBody(
          .invalidRequest, .recordsRolledBack,
          "these records come from an older copy than the server has seen; nothing was stored: bring the newest copy "
            + "back, or sign out on this device, which starts a new record store"), device: device)
    }

    static func rateLimited(retryAfter seconds: Int64) -> Refusal {
      Refusal(
        429, RefusalBody(.temporarilyUnavailable, .rateLimited, "too many requests; try again later"),
        headers: ["retry-after": String(max(1, seconds))])
    }

    /// One answer for everything that is wrong with a login: it tells neither which name exists nor which part is wrong.
    static var wrongCredentials: Refusal { .grant(.credentialsInvalid, "name or password is wrong") }

    /// The store is down: no token was given and nothing about the caller was decided.
    static let unavailable = Refusal(
      503, RefusalBody(.temporarilyUnavailable, .unavailable, "the server cannot decide at the moment"),
      headers: ["retry-after": "5"])

    /// The session was used at a time that is more than a day ahead of this server's clock: nothing was decided, for this
    /// clock may be the wrong one.
    static let clockInDoubt = Refusal(
      503,
      RefusalBody(
        .temporarilyUnavailable, .unavailable, "this session was used more than a day after the server's time"),
      headers: ["retry-after": "300"], event: .clockInDoubt)

    /// No token key may sign now: none is listed in the policy, or the store cannot be read.
    static let keysUnavailable = Refusal(
      503, RefusalBody(.temporarilyUnavailable, .unavailable, "the server has no key to sign with at the moment"),
      headers: ["retry-after": "30"])

    static let broken = Refusal(500, RefusalBody(.serverError, .unavailable, "the server cannot issue tokens"))

    /// What a message that cannot be read is answered with.
    init(reading error: WireError) {
      self =
        switch error {
        case .signatureInvalid: .grant(.signatureInvalid, "the signature does not match the bytes")
        case .unknownVersion:
          Refusal(
            400, RefusalBody(.invalidRequest, .versionUnknown, code: .unknown, "this message version is not known here")
          )
        case .unreadable, .missing, .wrongShape, .proofMismatch, .recordTooLarge, .keyUnknown, .notForUs, .notYetValid,
          .expired:
          .malformed("the message cannot be read")
        }
    }
  }
#endif
