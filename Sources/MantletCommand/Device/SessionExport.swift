#if os(Linux) && LinuxClient
  import AppIntegrity
  import Crypto
  import Foundation
  import Mantlet
  import ProcSignals
  import Redaction
  import SecurityPolicy
  import TrustWire
  import UntrustedInput

  /// A device with a key of its own that ends with the process: enrols, signs a person in, and gives the tokens away.
  struct SessionExport {
    let line: ServerLine
    let slice: PolicySlice
    let isBound: Bool
    let deviceRoot: String
    let key = P256.Signing.PrivateKey()

    /// Both sessions, as the server gave them out, and for bound ones the key that they are bound to.
    struct Tokens {
      let app: TokenResponse
      let user: TokenResponse
      let key: P256.Signing.PrivateKey?

      var node: JSONNode {
        var members = [JSONMember("app", Self.node(app)), JSONMember("user", Self.node(user))]
        if let key {
          var jwk = DevicePublicKey(key.publicKey).jwk.members ?? []
          jwk.append(JSONMember("d", .string(Base64URL.encode(key.rawRepresentation))))
          members.append(JSONMember("dpop_key", JSONNode(.object(jwk))))
        }
        return JSONNode(.object(members))
      }

      private static func node(_ response: TokenResponse) -> JSONNode {
        [
          "access_token": .string(response.accessToken), "refresh_token": .string(response.refreshToken),
          "token_type": .string(response.tokenType), "expires_in": .integer(response.expiresIn),
        ]
      }
    }

    /// - Throws: ``RefusalBody`` as the server gave it; ``WireError``; what the way to the server throws.
    func run(user: String, password: borrowing Secret) async throws -> Tokens {
      let app = try await enrol()
      let sealed = try LoginCredential.seal(
        user: user, password: password, challenge: try await challenge(for: .login), device: device,
        loginKey: try Base64URL.decode(slice.connection.loginKey))
      let person = try await ask(.userLogin(sealedCredential: sealed), appToken: app.accessToken)
      return Tokens(app: app, user: person, key: isBound ? key : nil)
    }

    private var device: DevicePublicKey { DevicePublicKey(key.publicKey) }

    private func enrol() async throws -> TokenResponse {
      let probes = ProcSignals(root: deviceRoot)
      let result = try SecurityCheck(facts: probes, sources: [probes]).run(now: try await now())
      let report = SecurityReport(
        result, challenge: try await challenge(for: .report), app: DeviceOptions.app, slice: slice, profile: .debug)
      return try await ask(.deviceReport(compact: try await sign(.report, report.bytes)), appToken: nil)
    }

    /// The server's time where tests turn its clock, else this machine's.
    private func now() async throws -> Date {
      guard line.isLoopbackHTTP else { return Date() }
      let answer = try await line.send("GET", "/_test/clock")
      guard answer.status == 200, let seconds = try JSONReader().read(answer.body)["now"]?.integer else {
        return Date()
      }
      return Date(timeIntervalSince1970: TimeInterval(seconds))
    }

    private func challenge(for purpose: ChallengePurpose) async throws -> String {
      try ChallengeMessage(reading: try Self.body(try await line.send("GET", purpose.target))).challenge
    }

    private func ask(_ request: TokenRequest, appToken: String?) async throws -> TokenResponse {
      var nonce: String?
      while true {
        var headers = [("Content-Type", "application/x-www-form-urlencoded"), ("Accept", "application/json")]
        if let appToken { headers.append((TrustRoute.appTokenHeader, appToken)) }
        if isBound { headers.append((TrustRoute.proofHeader, try await proof(appToken, nonce))) }
        let answer = try await line.send("POST", TrustRoute.token.rawValue, headers: headers, body: request.form.bytes)
        // Asked for a nonce once, the next proof carries it. Source: RFC 9449, section 8.
        if isBound, nonce == nil, answer.status >= 400, let given = answer.headers["dpop-nonce"] {
          nonce = given
          continue
        }
        return try TokenResponse(reading: try Self.body(answer))
      }
    }

    private func proof(_ token: String?, _ nonce: String?) async throws -> String {
      let proof = ProofOfPossession(
        identifier: UUID().uuidString, method: "POST", address: line.address + TrustRoute.token.rawValue,
        issuedAt: Int64(try await now().timeIntervalSince1970), token: token, nonce: nonce)
      return try await sign(.dpop, proof.payload)
    }

    private func sign(_ kind: SignedMessage.Kind, _ payload: [UInt8]) async throws -> String {
      try await SignedMessage.compact(kind, payload: payload, key: device) {
        [UInt8](try key.signature(for: $0).rawRepresentation)
      }
    }

    private static func body(_ answer: LoopbackHTTP.Answer) throws -> [UInt8] {
      guard answer.status == 200 else { throw try RefusalBody(reading: answer.body) }
      return answer.body
    }
  }
#endif
