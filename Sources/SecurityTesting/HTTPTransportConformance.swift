import HTTPTypes
import NetworkTrust
import SecurityPolicy

/// What every `HTTPTransport` must do, checked against a server that answers as ``answer(to:body:)`` says.
public enum HTTPTransportConformance {
  /// The server's side: `/echo` returns the body and the method, `/moved` redirects to `/echo`, all else is missing.
  public static func answer(to request: HTTPRequest, body: [UInt8]) -> HTTPAnswer {
    switch request.path {
    case "/echo":
      var response = HTTPResponse(status: .ok)
      if let name = HTTPField.Name("Echo-Method") { response.headerFields[name] = request.method.rawValue }
      response.headerFields[.setCookie] = "visited=yes"
      if request.headerFields.contains(.cookie) { response.status = .badRequest }
      return HTTPAnswer(response: response, body: body)
    case "/moved":
      var response = HTTPResponse(status: .found)
      response.headerFields[.location] = "/echo"
      return HTTPAnswer(response: response)
    default: return HTTPAnswer(response: HTTPResponse(status: .notFound))
    }
  }

  /// - Returns: each claim with its verdict.
  public static func check(_ transport: any HTTPTransport) async -> [String: Verdict] {
    let body = [UInt8]("body".utf8)
    return [
      "A body comes back whole, with its method": await verdict {
        let answer = try await transport.send(
          .init(method: .post, scheme: nil, authority: nil, path: "/echo"), body: body)
        return answer.response.status == .ok && answer.body == body
          && HTTPField.Name("Echo-Method").flatMap { answer.response.headerFields[$0] } == "POST"
      },
      "A cookie is not sent back": await verdict {
        let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/echo")
        _ = try await transport.send(request, body: [])
        return try await transport.send(request, body: []).response.status == .ok
      },
      "A redirect is an answer": await verdict {
        let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/moved")
        return try await transport.send(request, body: []).response.status == .found
      },
      "An error status is an answer": await verdict {
        let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/none")
        return try await transport.send(request, body: []).response.status == .notFound
      },
      "Plain http is refused": await refusal(
        of: .init(method: .get, scheme: "http", authority: nil, path: "/echo"), by: transport, with: .notSecure),
      "A request without a path is refused": await refusal(
        of: .init(method: .get, scheme: nil, authority: nil, path: nil), by: transport, with: .invalidRequest),
    ]
  }

  private static func verdict(_ claim: () async throws -> Bool) async -> Verdict {
    do { return try await claim() ? .holds : .fails("the answer is another one") } catch { return .fails("no answer") }
  }

  private static func refusal(
    of request: HTTPRequest, by transport: any HTTPTransport, with expected: NetworkError
  ) async -> Verdict {
    do throws(NetworkError) {
      _ = try await transport.send(request, body: [])
      return .fails("it was sent")
    } catch {
      return error == expected ? .holds : .fails("it was refused for another reason")
    }
  }
}
