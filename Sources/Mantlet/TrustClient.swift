import AppSession
import HTTPTypes
import NetworkTrust
import SecurityPolicy
import TrustWire

/// Speaks the server's few routes over whatever transport it is given.
package struct TrustClient: TokenExchange {
  let transport: any HTTPTransport
  /// `https://host[:port]` as the policy has it.
  let endpoint: String

  package init(transport: any HTTPTransport, endpoint: String) {
    self.transport = transport
    self.endpoint = endpoint
  }

  package var address: String { endpoint + TrustRoute.token.rawValue }
  package var revocationAddress: String { endpoint + TrustRoute.revoke.rawValue }

  package func exchange(
    _ request: TokenRequest, appToken: HeldToken?, proof: String?
  ) async throws(SessionError) -> TokenAnswer {
    var headers = [("Content-Type", "application/x-www-form-urlencoded")]
    if let appToken { headers.append((TrustRoute.appTokenHeader, appToken.exposedText())) }
    if let proof { headers.append((TrustRoute.proofHeader, proof)) }
    let answer = try await send(.post, .token, headers: headers, body: request.form.bytes)
    switch answer.outcome {
    case .failure(let body): return TokenAnswer(.failure(body), hints: answer.hints)
    case .success(let bytes):
      do {
        return TokenAnswer(.success(try TokenResponse(reading: bytes)), hints: answer.hints)
      } catch {
        throw .unreadableAnswer(error)
      }
    }
  }

  package func challenge(for purpose: ChallengePurpose) async throws(SessionError) -> ChallengeMessage {
    let body = try await send(.get, target: purpose.target).body()
    do {
      return try ChallengeMessage(reading: body)
    } catch {
      throw .unreadableAnswer(error)
    }
  }

  package func tokenKeys() async throws(SessionError) -> [UInt8] { try await send(.get, .jwks).body() }

  package func revoke(_ token: HeldToken, proof: String?) async throws(SessionError) -> RevocationAnswer {
    let form = FormBody(["token": token.exposedText(), "token_type_hint": "refresh_token"])
    var headers = [("Content-Type", "application/x-www-form-urlencoded")]
    if let proof { headers.append((TrustRoute.proofHeader, proof)) }
    let answer = try await send(.post, .revoke, headers: headers, body: form.bytes)
    if case .failure(let refusal) = answer.outcome { return RevocationAnswer(refusal: refusal, hints: answer.hints) }
    return RevocationAnswer(hints: answer.hints)
  }

  /// - Parameter heard: gets what the answer said beside its body, also when it is a refusal.
  func upload(
    _ batch: RecordBatch, headers: [(String, String)], heard: (AnswerHints) async -> Void = { _ in }
  ) async throws(SessionError) -> RecordReceipt {
    let answer = try await send(
      .post, .records, headers: headers + [("Content-Type", "application/json")], body: batch.bytes)
    await heard(answer.hints)
    let body = try answer.body()
    do {
      return try RecordReceipt(reading: body)
    } catch {
      throw .unreadableAnswer(error)
    }
  }

  /// What a route answered: the bytes of a 2xx, or the refusal that the body of anything else describes.
  struct Answer {
    let status: Int
    let outcome: Result<[UInt8], RefusalBody>
    let hints: AnswerHints
    /// Whether the path that it came over held a pinned key.
    let pinMatch: Verdict

    /// - Throws: ``SessionError`` `refused`.
    func body() throws(SessionError) -> [UInt8] {
      do { return try outcome.get() } catch { throw .refused(error) }
    }
  }

  /// One request.
  ///
  /// - Throws: ``SessionError`` `busy` when the server, or what stands before it, asks for patience; `unreachable`,
  ///   `untrustedServer`, `unreadableAnswer`.
  func send(
    _ method: HTTPRequest.Method, _ route: TrustRoute, headers: [(String, String)] = [], body: [UInt8] = []
  ) async throws(SessionError) -> Answer {
    try await send(method, target: route.rawValue, headers: headers, body: body)
  }

  private func send(
    _ method: HTTPRequest.Method, target: String, headers: [(String, String)] = [], body: [UInt8] = []
  ) async throws(SessionError) -> Answer {
    var fields: HTTPFields = [.accept: "application/json"]
    for (name, value) in headers {
      guard let name = HTTPField.Name(name) else { continue }
      fields[name] = value
    }
    let request = HTTPRequest(
      method: method, scheme: "https", authority: nil, path: target, headerFields: fields)
    let answer: HTTPAnswer
    do {
      answer = try await transport.send(request, body: body)
    } catch {
      throw Self.sessionError(error)
    }
    let hints = AnswerHints(answer.response.headerFields)
    let status = answer.response.status.code
    if (200..<300).contains(status) {
      return Answer(status: status, outcome: .success(answer.body), hints: hints, pinMatch: answer.pinMatch)
    }
    let refusal: RefusalBody
    do {
      refusal = try RefusalBody(reading: answer.body)
    } catch {
      // A proxy's own page: the server itself said nothing.
      if status == 429 || status >= 500 { throw .busy(.unavailable, retryAfter: hints.retryAfter) }
      throw .unreadableAnswer(error)
    }
    if status == 429 || status >= 500 { throw .busy(refusal.reason, retryAfter: hints.retryAfter) }
    return Answer(status: status, outcome: .failure(refusal), hints: hints, pinMatch: answer.pinMatch)
  }

  static func sessionError(_ error: NetworkError) -> SessionError {
    switch error {
    case .untrusted, .pinMismatch, .hostMismatch, .expired, .notYetValid, .anchorsUnavailable, .notSecure,
      .secureChannelRefused, .oldTLS, .malformedCertificate:
      .untrustedServer(Verdict.Reason(error.description))
    default: .unreachable
    }
  }
}
