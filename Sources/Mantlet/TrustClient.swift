import AppSession
import HTTPTypes
import NetworkTrust
import SecurityPolicy
import TrustWire

/// Speaks the server's few routes over whatever transport it is given.
struct TrustClient: TokenExchange {
  let transport: any HTTPTransport
  /// `https://host[:port]` as the policy has it.
  let endpoint: String

  var address: String { endpoint + TrustRoute.token.rawValue }

  func exchange(
    _ request: TokenRequest, appToken: HeldToken?, proof: String?
  ) async throws(SessionError) -> TokenResponse {
    var headers = [("Content-Type", "application/x-www-form-urlencoded")]
    if let appToken { headers.append((TrustRoute.appTokenHeader, appToken.exposedText())) }
    if let proof { headers.append((TrustRoute.proofHeader, proof)) }
    let body = try await send(.post, .token, headers: headers, body: request.form.bytes)
    do {
      return try TokenResponse(reading: body)
    } catch {
      throw .unreadableAnswer(error)
    }
  }

  func challenge() async throws(SessionError) -> ChallengeMessage {
    let body = try await send(.get, .challenge)
    do {
      return try ChallengeMessage(reading: body)
    } catch {
      throw .unreadableAnswer(error)
    }
  }

  func upload(_ batch: RecordBatch, headers: [(String, String)]) async throws(SessionError) -> RecordReceipt {
    let body = try await send(
      .post, .records, headers: headers + [("Content-Type", "application/json")], body: batch.bytes)
    do {
      return try RecordReceipt(reading: body)
    } catch {
      throw .unreadableAnswer(error)
    }
  }

  /// One request; anything but 2xx is thrown as the refusal that its body describes.
  func send(
    _ method: HTTPRequest.Method, _ route: TrustRoute, headers: [(String, String)] = [], body: [UInt8] = []
  ) async throws(SessionError) -> [UInt8] {
    var fields: HTTPFields = [.accept: "application/json"]
    for (name, value) in headers {
      guard let name = HTTPField.Name(name) else { continue }
      fields[name] = value
    }
    let request = HTTPRequest(
      method: method, scheme: "https", authority: nil, path: route.rawValue, headerFields: fields)
    let answer: HTTPAnswer
    do {
      answer = try await transport.send(request, body: body)
    } catch {
      throw Self.sessionError(error)
    }
    if (200..<300).contains(answer.response.status.code) { return answer.body }
    do {
      throw SessionError.refused(try RefusalBody(reading: answer.body))
    } catch let error as SessionError {
      throw error
    } catch let error as WireError {
      throw .unreadableAnswer(error)
    } catch {
      throw .unreachable
    }
  }

  private static func sessionError(_ error: NetworkError) -> SessionError {
    switch error {
    case .untrusted, .pinMismatch, .hostMismatch, .expired, .notYetValid, .anchorsUnavailable, .notSecure,
      .secureChannelRefused:
      .untrustedServer(Verdict.Reason(error.description))
    default: .unreachable
    }
  }
}
