import AppSession
import SecurityPolicy
import SecurityTesting
import Testing
import TrustWire

@Suite(.timeLimit(.minutes(15))) struct CallRuleTests {
  private func reason(
    _ status: Int, _ fields: [String], nonce: String? = nil, _ body: [UInt8] = []
  ) -> RefusalReason? {
    CallRule.refusal(status: status, authenticate: fields, nonce: nonce, body: body)?.reason
  }

  @Test(
    "A standard 401 that names the token asks for a renewal, in whatever form the field comes",
    arguments: [
      #"DPoP error="invalid_token""#, #"Bearer error="invalid_token""#, "bearer error=invalid_token",
      #"Bearer realm="a, b", error="invalid_token", error_description="over \"it\"""#,
      #"Basic realm="x", DPoP algs="ES256", error="invalid_token""#, #"Negotiate dG9r==, Bearer error=invalid_token"#,
      #"Bearer realm="a\", b", error=invalid_token"#, #"DPoP  ERROR = "invalid_token" , algs="ES256""#,
      ", , Bearer error=\"inv\\alid_token\"",
    ])
  func tokenRefused(field: String) {
    #expect(reason(401, [field]) == .tokenInvalid)
    #expect(reason(401, ["Basic realm=\"x\"", field]) == .tokenInvalid)
    for status in [200, 400, 402, 403, 500] { #expect(reason(status, [field]) == nil) }
  }

  @Test(
    "A 401 that says something else, or nothing that can be read, is the app's own business",
    arguments: [
      "", "Bearer", #"Bearer realm="x""#, #"Bearer error="insufficient_scope""#, #"Basic error="invalid_token""#,
      #"Bearer error="invalid_token"#, #"Bearer realm="error=invalid_token""#, #"Bearer error="invalid_token" x"#,
      #"Bearer error="a", error="invalid_token""#, #"error="invalid_token""#, #"Bearer x="error="invalid_token"""#,
      #"Bearer, Basic error="invalid_token""#, "Bearer é error=invalid_token", "Bearer =invalid_token",
      "Bearer error=invalid_token" + String(repeating: " ", count: 4096),
    ])
  func noRule(field: String) { #expect(reason(401, [field]) == nil) }

  @Test("A 401 that wants the nonce is repeated only when one came, and only for DPoP")
  func nonce() {
    let field = #"DPoP error="use_dpop_nonce", error_description="Resource server requires nonce in DPoP proof""#
    #expect(reason(401, [field], nonce: "eyJ7S_zG.eyJH0-Z.HX4w-7v") == .nonceNeeded)
    for nonce in [nil, "", String(repeating: "n", count: 129), "a b", "a\"b", "a\\b", "a\u{7F}", "é", "a\n"] {
      #expect(reason(401, [field], nonce: nonce) == nil)
    }
    #expect(reason(401, [#"Bearer error="use_dpop_nonce""#], nonce: "n") == nil)
    #expect(reason(403, [field], nonce: "n") == nil)
  }

  @Test("What Mantlet's server says in the body goes before the field; of its 403 only the refused device counts")
  func bodies() {
    for word in RefusalReason.allCases {
      let body = RefusalBody(.invalidToken, word, "no").bytes
      #expect(reason(401, [#"Bearer error="invalid_token""#], body) == word)
      #expect(reason(403, [], body) == (word == .deviceRefused ? word : nil))
      #expect(reason(200, [], body) == nil && reason(429, [], body) == nil)
    }
    #expect(reason(403, [], Array("<html>".utf8)) == nil)
  }

  @Test("Only the first eight fields are looked at")
  func many() {
    let field = #"Bearer error="invalid_token""#
    #expect(reason(401, Array(repeating: "Basic", count: 7) + [field]) == .tokenInvalid)
    #expect(reason(401, Array(repeating: "Basic", count: 8) + [field]) == nil)
  }

  @Test("A request that is refused with its nonce and then with its token is sent three times, and never more")
  func both() async throws {
    let stage = try await Stage.loggedIn()
    let reasons: [RefusalReason] = [.nonceNeeded, .tokenInvalid, .nonceNeeded]
    let sent = Shared(0)
    await #expect(throws: SessionError.refused(RefusalBody(.invalidToken, .nonceNeeded, "no"))) {
      try await stage.session.authorized(method: "GET", address: "https://trust.test/x") {
        _ throws(SessionError) -> Int in
        sent.change { $0 += 1 }
        throw .refused(RefusalBody(.invalidToken, reasons[sent.value - 1], "no"))
      }
    }
    #expect(sent.value == 3 && stage.server.asked.count == 4)
  }

  @Test("A request whose device is refused locks the session until a better verdict")
  func deviceRefused() async throws {
    let stage = try await Stage.loggedIn()
    let refusal = SessionError.refused(RefusalBody(.accessDenied, .deviceRefused, "no"))
    await #expect(throws: refusal) {
      try await stage.session.authorized(method: "GET", address: "https://trust.test/x") {
        _ throws(SessionError) -> Int in throw refusal
      }
    }
    #expect(try await stage.relaunched().state() == .reauthenticationDue(.device))
    await #expect(throws: SessionError.locked(.device)) { try await stage.session.token(.user) }
  }

  @Test("Five thousand altered fields are read without a crash, and none invents a rule that is not in it")
  func mutations() {
    var dice = SeededGenerator(seed: 401)
    let seeds = [
      #"DPoP algs="ES256 PS256", error="invalid_token", error_description="The \"token\" is over""#,
      #"Basic realm="a", Bearer error=use_dpop_nonce"#,
    ]
    for _ in 0..<5000 {
      var bytes = Array((seeds.randomElement(using: &dice) ?? "").utf8)
      for _ in 0..<Int.random(in: 1...6, using: &dice) {
        let index = Int.random(in: 0..<max(1, bytes.count), using: &dice)
        switch Int.random(in: 0..<3, using: &dice) {
        case 0 where !bytes.isEmpty: bytes.remove(at: min(index, bytes.count - 1))
        case 1: bytes.insert(Array("\",=\\ \t;A".utf8).randomElement(using: &dice) ?? 0, at: min(index, bytes.count))
        default: if !bytes.isEmpty { bytes[min(index, bytes.count - 1)] = UInt8.random(in: 0...255, using: &dice) }
        }
      }
      let field = String(decoding: bytes, as: UTF8.self)
      if reason(401, [field]) != nil { #expect(field.replacing("\\", with: "").contains("invalid_token"), "\(field)") }
    }
  }
}
