import AppSession
import DataLifecycle
import HTTPTypes
import NetworkTrust
import TrustWire

/// The app's own questions to its server.
extension Shield {
  /// Sends one request of the signed-in person over the pinned connection, with both tokens and a proof for exactly this
  /// request. Tokens about to end are renewed first. When they are refused, by Mantlet's server or by any other resource
  /// server that follows the standards, they are renewed and it is sent once more; once more too when the server asks for
  /// its nonce, and when Mantlet's refuses a proof because the device's clock is not what it was. A server that refuses this
  /// device locks the session.
  ///
  /// - Parameters:
  ///   - path: starts with `/`; a query may follow.
  ///   - body: JSON.
  /// - Returns: whatever the server answered otherwise; 4xx and 5xx are answers. Its bytes come from outside.
  ///
  ///   Source: RFC 6750, section 3; RFC 9449, sections 7.1 and 9.
  /// - Throws: ``ShieldError/session(_:)`` `notLoggedIn`, `locked`, `ended`, `refused`, `unreachable`,
  ///   `untrustedServer`; ``ShieldError/lifecycle(_:)`` while a wipe is pending.
  public func call(
    _ method: HTTPRequest.Method, _ path: String, body: [UInt8] = []
  ) async throws(ShieldError) -> HTTPAnswer {
    try await admit()
    guard let generation = gate.current else { throw .lifecycle(.wipePending) }
    do {
      return try await session.authorized(method: method.rawValue, address: address(of: path)) {
        [gate, client, session] headers throws(SessionError) in
        guard gate.current == generation, !Task.isCancelled else { throw .ended(.loggedOut) }
        let sent = session.uptime
        return try await client.call(method, path, headers, body) { await session.hear($0, sentAt: sent) }
      }
    } catch {
      throw .session(error)
    }
  }

  /// The same for an answer that must not outlive its parsing. Its body is moved into memory of its own, which is zeroed
  /// when it was decoded; the array that the transport filled is zeroed before this returns.
  ///
  /// ```swift
  /// let answer = try await shield.callForSensitive(.get, "/v1/letters/7")
  /// guard answer.response.status == .ok else { … }
  /// let letter = try answer.decodeAndDiscard { try Letter(parsing: $0) }
  /// ```
  ///
  /// - Returns: the answer; see ``SensitiveAnswer`` for what that does not protect.
  /// - Throws: as ``call(_:_:body:)``.
  public func callForSensitive(
    _ method: HTTPRequest.Method, _ path: String, body: [UInt8] = []
  ) async throws(ShieldError) -> SensitiveAnswer {
    var answer = try await call(method, path, body: body)
    return SensitiveAnswer(answer.response, SensitiveBody(moving: &answer.body))  // O.Source_7#81
  }
}

extension Shield {
  /// The headers of one request that the app sends by itself, over a transport of its own, before anybody is signed in:
  /// the AppToken, where the policy says that it stands, and a proof for exactly this request.
  ///
  /// Good for one request, soon. Pins do not cover it: whom the app sends it to is the app's affair. Hand the fields of
  /// the answer to ``hear(_:)``.
  ///
  /// - Parameter path: starts with `/`; a query may follow.
  /// - Throws: ``ShieldError/session(_:)`` `notEnrolled`, `locked`, and what a refresh throws;
  ///   ``ShieldError/lifecycle(_:)`` while a wipe is pending.
  public func appHeaders(_ method: HTTPRequest.Method, _ path: String) async throws(ShieldError) -> HTTPFields {
    try await admit()
    do {
      return HTTPFields(try await session.appHeaders(method: method.rawValue, address: address(of: path)))
    } catch {
      throw .session(error)
    }
  }

  /// Keeps the nonce that came with an answer to a request of the app's own, for the next proof. What it says of the time
  /// is not believed: no pin of ours judged who said it.
  public func hear(_ answer: HTTPFields) async { await session.hear(AnswerHints(answer)) }

  /// A proof names the address without its query. Source: RFC 9449, section 4.2.
  private func address(of path: String) -> String { client.endpoint + path.prefix { $0 != "?" && $0 != "#" } }
}

extension HTTPFields {
  fileprivate init(_ headers: Session.Headers) {
    self.init()
    for (name, value) in headers {
      guard let name = HTTPField.Name(name) else { continue }
      self[name] = value
    }
  }
}

extension TrustClient {
  /// One request to whatever route; only what new tokens or a new proof can mend is thrown as a refusal.
  func call(
    _ method: HTTPRequest.Method, _ path: String, _ headers: Session.Headers, _ body: [UInt8],
    heard: (AnswerHints) async -> Void
  ) async throws(SessionError) -> HTTPAnswer {
    let request = HTTPRequest(
      method: method, scheme: "https", authority: nil, path: path, headerFields: HTTPFields(headers))
    let answer: HTTPAnswer
    do { answer = try await transport.send(request, body: body) } catch { throw Self.sessionError(error) }
    let told = answer.response.headerFields
    let hints = AnswerHints(told)
    await heard(hints)
    let refusal = CallRule.refusal(
      status: answer.response.status.code, authenticate: told[values: .wwwAuthenticate], nonce: hints.nonce,
      body: answer.body)
    if let refusal { throw .refused(refusal) }
    return answer
  }
}
