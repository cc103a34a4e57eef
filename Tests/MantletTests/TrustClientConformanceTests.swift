import AppSession
import HTTPTypes
import Mantlet
import NetworkTrust
import SecurityTesting
import Testing
import TrustWire
import UntrustedInput

@Suite(.timeLimit(.minutes(15))) struct TrustClientConformanceTests {
  /// The server in memory behind its routes, as bytes.
  private static func transport(_ server: InMemoryTokenServer) -> InMemoryTransport {
    InMemoryTransport { request, body throws(NetworkError) in
      do {
        return try await answer(server, request, body)
      } catch {
        throw .unreachable(errno: 111)
      }
    }
  }

  private static func answer(
    _ server: InMemoryTokenServer, _ request: HTTPRequest, _ body: [UInt8]
  ) async throws -> HTTPAnswer {
    func answer(_ status: Int, _ bytes: [UInt8] = []) -> HTTPAnswer {
      HTTPAnswer(response: HTTPResponse(status: .init(code: status)), body: bytes)
    }
    func field(_ name: String) -> String? { HTTPField.Name(name).flatMap { request.headerFields[$0] } }
    switch request.path {
    case ChallengePurpose.report.target: return answer(200, try await server.challenge(for: .report).bytes)
    case ChallengePurpose.login.target: return answer(200, try await server.challenge(for: .login).bytes)
    case TrustRoute.jwks.rawValue: return answer(200, try await server.tokenKeys())
    case TrustRoute.revoke.rawValue:
      guard let token = try FormBody(reading: body)["token"] else { return answer(400) }
      let told = try await server.revoke(HeldToken(token), proof: field(TrustRoute.proofHeader))
      return told.refusal.map { answer(400, $0.bytes) } ?? answer(200)
    case TrustRoute.token.rawValue:
      guard let question = try TokenRequest(form: FormBody(reading: body)) else { return answer(400) }
      let told = try await server.exchange(
        question, appToken: field(TrustRoute.appTokenHeader).map(HeldToken.init), proof: field(TrustRoute.proofHeader))
      switch told.outcome {
      case .success(let tokens): return answer(200, tokens.bytes)
      case .failure(let refusal): return answer(400, refusal.bytes)
      }
    default: return answer(404)
    }
  }

  @Test("What every exchange has to keep holds over HTTP")
  func conformance() async {
    let broken = await TokenExchangeConformance.brokenClaims(now: 1_800_000_000, pinned: [TestTokenIssuer.first.id]) {
      $0
    } of: {
      TrustClient(
        transport: Self.transport(InMemoryTokenServer { 1_800_000_000 }), endpoint: InMemoryTokenServer.issuer)
    }
    #expect(broken == [])
  }
}
