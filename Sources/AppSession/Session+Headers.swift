import SecurityPolicy
import TrustWire

/// What a request carries.
extension Session {
  /// Header fields in the order in which they are set.
  public typealias Headers = [(name: String, value: String)]

  /// The headers that let one request of the signed-in person through: both tokens, and a proof for exactly this method
  /// and address. Tokens about to end are renewed first.
  ///
  /// - Throws: ``SessionError`` `notEnrolled`, `notLoggedIn`, `locked`, `ended`, and what a refresh throws.
  public func headers(method: String, address: String) async throws(SessionError) -> Headers {
    let app = try await token(.app)
    return try await headers(method, address, app, try await token(.user))
  }

  /// The headers of a request before anybody is signed in: the AppToken, where the policy says that it stands.
  ///
  /// - Throws: as ``headers(method:address:)``.
  public func appHeaders(method: String, address: String) async throws(SessionError) -> Headers {
    let app = try await token(.app)
    let access = app.access.exposedText()
    let carrier: (String, String) =
      switch requirement.appTokenHeader {
      case .mantlet: (TrustRoute.appTokenHeader, access)
      case .bearer: ("Authorization", "Bearer \(access)")
      }
    return [carrier] + Self.json + (try await proofHeader(method, address, app))
  }

  /// Sends a request of the signed-in person. When its tokens are refused they are renewed, once for everybody and
  /// not again within ten seconds, and it is sent once more; once more too when the server asks for its nonce, and when it
  /// refuses the proof of a device whose clock is not what it was. A refusal of the device locks the session until a report
  /// is accepted again.
  ///
  /// - Parameter send: sends one request with these headers. It throws ``SessionError/refused(_:)`` for a refusal, after
  ///   it handed the answer's hints to ``hear(_:sentAt:)``, or to ``hear(_:)`` where no pin judged the server.
  /// - Throws: what `send` and ``headers(method:address:)`` throw.
  public func authorized<Answer: Sendable>(
    method: String, address: String,
    _ send: @Sendable (Headers) async throws(SessionError) -> Answer
  ) async throws(SessionError) -> Answer {
    try await look()
    let asker = (erasures: erasures, subject: held.subject)
    var app = try await token(.app)
    var user = try await token(.user)
    var (isRenewed, hadNonce, hadTime) = (false, false, false)
    while true {
      let sent = (skew: skew, uptime: reading.uptime)
      do throws(SessionError) {
        let headers = try await headers(method, address, app, user)
        // What one person asks for is never sent for the next one.
        guard asker.erasures == erasures, isStill(asker.subject) else { throw over }
        return try await send(headers)
      } catch {
        guard case .refused(let body) = error else { throw error }
        switch body.reason {
        case .tokenExpired, .tokenInvalid, .tokenReused, .sessionEnded, .sessionIdle, .sessionMaximum:
          guard !isRenewed else { throw error }
          isRenewed = true
          let before = (app: app.access, user: user.access)
          let rests = body.reason == .tokenExpired || body.reason == .tokenInvalid
          // Whether the session is over the token endpoint says, and its refusal ends it.
          if body != CallRule.refusedByOthers {
            app = try await refresh(.app, insteadOf: app, restsAfterRenewal: rests)
          }
          user = try await refresh(.user, insteadOf: user, restsAfterRenewal: rests)
          guard app.access !== before.app || user.access !== before.user else { throw error }
        case .nonceNeeded where !hadNonce: hadNonce = true
        case .proofInvalid where !hadTime:
          hadTime = true
          guard heedTime(since: sent) else { throw error }
        case .deviceRefused:
          // The lock holds in memory also when it cannot be saved.
          try? await judge(.lock)
          throw error
        default: throw error
        }
      }
    }
  }

  /// Sends a request of this installation, whoever is signed in, with the headers of ``appHeaders(method:address:)``. It is
  /// sent once more for the server's nonce and once more for its time, as in ``authorized(method:address:_:)``.
  ///
  /// - Throws: what `send` and ``appHeaders(method:address:)`` throw.
  package func authorizedApp<Answer: Sendable>(
    method: String, address: String,
    _ send: @Sendable (Headers) async throws(SessionError) -> Answer
  ) async throws(SessionError) -> Answer {
    var (hadNonce, hadTime) = (false, false)
    while true {
      let sent = (skew: skew, uptime: reading.uptime)
      do throws(SessionError) {
        let headers = try await appHeaders(method: method, address: address)
        return try await send(headers)
      } catch {
        guard case .refused(let body) = error else { throw error }
        switch body.reason {
        case .nonceNeeded where !hadNonce: hadNonce = true
        case .proofInvalid where !hadTime:
          hadTime = true
          guard heedTime(since: sent) else { throw error }
        default: throw error
        }
      }
    }
  }

  /// By bytes: two subjects that look the same are two people.
  private func isStill(_ subject: String?) -> Bool {
    guard let subject else { return true }
    return held.subject.map { $0.utf8.elementsEqual(subject.utf8) } ?? false
  }

  private func headers(
    _ method: String, _ address: String, _ app: TokenPair, _ user: TokenPair
  ) async throws(SessionError) -> Headers {
    [
      (TrustRoute.appTokenHeader, app.access.exposedText()),
      ("Authorization", (user.isBound ? "DPoP " : "Bearer ") + user.access.exposedText()),
    ] + Self.json + (try await proofHeader(method, address, user))
  }

  private func proofHeader(
    _ method: String, _ address: String, _ pair: TokenPair
  ) async throws(SessionError) -> Headers {
    guard pair.isBound else { return [] }
    return [
      (TrustRoute.proofHeader, try await proof(method: method, address: address, token: pair.access.exposedText()))
    ]
  }

  private static let json: Headers = [("Content-Type", "application/json"), ("Accept", "application/json")]
}
