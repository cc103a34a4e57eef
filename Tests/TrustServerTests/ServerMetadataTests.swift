#if Server
  import Foundation
  import SecurityPolicy
  import Testing
  import TrustServer
  import TrustWire
  import UntrustedInput

  @Suite struct ServerMetadataTests {
    @Test("The metadata has what OAuth clients ask for, and every address in it answers")
    func metadata() async throws {
      var options = Stage.Options()
      options.introspectionSecret = String(repeating: "s", count: 32)
      let stage = try await Stage(options: options)
      let node = try JSONReader().read(await stage.send("GET", .metadata).body)
      #expect(node["issuer"]?.string == Stage.issuer)
      // AppAuth refuses a document without these.
      for name in [
        "authorization_endpoint", "token_endpoint", "jwks_uri", "response_types_supported", "subject_types_supported",
        "id_token_signing_alg_values_supported",
      ] { #expect(node[name] != nil, "\(name)") }
      #expect(node["token_endpoint_auth_methods_supported"]?.array?.first?.string == "none")
      for name in [
        "authorization_endpoint", "token_endpoint", "jwks_uri", "revocation_endpoint", "introspection_endpoint",
      ] {
        let address = try #require(node[name]?.string)
        #expect(address.hasPrefix(Stage.issuer + "/"))
        let path = String(address.dropFirst(Stage.issuer.count))
        let answer = await stage.desk.respond(to: TrustRequest(method: "GET", path: path, peer: "p"))
        #expect(answer.status != 404, "\(name)")
      }
      #expect(try JSONReader().read(await Stage().send("GET", .metadata).body)["introspection_endpoint"] == nil)
    }

    @Test("The authorization address says in OAuth's words that there is no browser login")
    func authorization() async throws {
      let answer = await (try await Stage()).desk.respond(
        to: TrustRequest(method: "GET", path: "/v1/authorize", peer: "p"))
      #expect(answer.status == 400)
      #expect(try RefusalBody(reading: answer.body).error == .unsupportedResponseType)
    }

    @Test("Errors of the token endpoint are 400 in OAuth's form and may not be kept")
    func errors() async throws {
      let stage = try await Stage()
      let app = try await stage.app()
      let answers: [(TrustAnswer, RefusalBody.OAuthError)] = [
        (try await stage.refresh("unknown"), .invalidGrant), (await stage.token(.refresh(token: "x")), .invalidProof),
        (await stage.token(.deviceReport(compact: "x")), .invalidRequest),
        (try await stage.refresh(app.accessToken), .invalidGrant),
      ]
      for (answer, error) in answers {
        #expect(answer.status == 400 && answer.headers["cache-control"] == "no-store")
        #expect(answer.headers["content-type"] == "application/json")
        let node = try JSONReader().read(answer.body)
        #expect(node["error"]?.string == error.rawValue && node["error_description"]?.string?.isEmpty == false)
        #expect(node["mantlet_reason"]?.string != nil)
      }
    }

    @Test("The published keys are public, and a device that pins them takes the tokens")
    func keys() async throws {
      let stage = try await Stage()
      let app = try await stage.app()
      let answer = await stage.send("GET", .jwks)
      let keys = try TokenKeySet(reading: answer.body, pinned: [stage.desk.tokenKeyID])
      for name in ["d", "p", "q", "dp", "dq", "qi"] {
        #expect(try JSONReader().read(answer.body)["keys"]?.array?.first?[name] == nil)
      }
      let token = try AccessToken(
        verifying: app.accessToken, keys: keys, issuer: Stage.issuer, kind: .app, now: stage.clock.now)
      #expect(token.boundKey == stage.device.thumbprint && token.device == stage.device.thumbprint)
      #expect(token.subject == stage.device.thumbprint && token.expiresAt == stage.clock.now + 1800)
    }
  }
#endif
