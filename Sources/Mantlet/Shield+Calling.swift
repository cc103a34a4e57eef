import AppSession
import DataLifecycle
import HTTPTypes
import NetworkTrust
import TrustWire

/// The app's own questions to its server.
extension Shield {
  /// Sends one request of the signed-in person over the pinned connection, with both tokens and a proof for exactly this
  /// request. Tokens about to end are renewed first; when they are refused they are renewed and it is sent once more.
  ///
  /// - Parameters:
  ///   - path: starts with `/`; a query may follow.
  ///   - body: JSON.
  /// - Returns: whatever the server answered otherwise; 4xx and 5xx are answers. Its bytes come from outside.
  /// - Throws: ``ShieldError/session(_:)`` `notLoggedIn`, `locked`, `ended`, `refused`, `unreachable`,
  ///   `untrustedServer`; ``ShieldError/lifecycle(_:)`` while a wipe is pending.
  public func call(
    _ method: HTTPRequest.Method, _ path: String, body: [UInt8] = []
  ) async throws(ShieldError) -> HTTPAnswer {
    try await admit()
    guard let generation = gate.current else { throw .lifecycle(.wipePending) }
    // A proof names the address without its query. Source: RFC 9449, section 4.2.
    let address = client.endpoint + path.prefix { $0 != "?" && $0 != "#" }
    do {
      return try await session.authorized(method: method.rawValue, address: address) {
        [gate, client, session] headers throws(SessionError) in
        guard gate.current == generation, !Task.isCancelled else { throw .ended(.loggedOut) }
        return try await client.call(method, path, headers, body) { await session.hear($0) }
      }
    } catch {
      throw .session(error)
    }
  }
}

extension TrustClient {
  /// One request to whatever route; only what new tokens or a new proof can mend is thrown as a refusal.
  func call(
    _ method: HTTPRequest.Method, _ path: String, _ headers: Session.Headers, _ body: [UInt8],
    heard: (AnswerHints) async -> Void
  ) async throws(SessionError) -> HTTPAnswer {
    var fields = HTTPFields()
    for (name, value) in headers {
      guard let name = HTTPField.Name(name) else { continue }
      fields[name] = value
    }
    let request = HTTPRequest(method: method, scheme: "https", authority: nil, path: path, headerFields: fields)
    let answer: HTTPAnswer
    do { answer = try await transport.send(request, body: body) } catch { throw Self.sessionError(error) }
    await heard(AnswerHints(answer.response.headerFields))
    if answer.response.status == .unauthorized, let refusal = try? RefusalBody(reading: answer.body) {
      throw .refused(refusal)
    }
    return answer
  }
}
