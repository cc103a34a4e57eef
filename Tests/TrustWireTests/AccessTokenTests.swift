import CryptoExtras
import SecurityTesting
import Testing
import TrustWire
import UntrustedInput

@Suite struct AccessTokenTests {
  private let now: Int64 = 1_800_000_000
  private let keys = TokenKeySet([TestTokenIssuer.first.key.publicKey])
  private let issuer = "https://trust.test"

  private func claims(_ changes: KeyValuePairs<String, JSONNode?> = [:], boundKey: String? = "thumb") -> [String:
    JSONNode]
  {
    var claims = TestTokenIssuer.claims(
      issuer: issuer, kind: .user, subject: "ada", session: "s-1", device: "device", boundKey: boundKey, now: now,
      identifier: "id-1")
    for (name, node) in changes { claims[name] = node }
    return claims
  }

  private func read(_ text: String, kind: TokenKind = .user, at time: Int64? = nil) throws(WireError) -> AccessToken {
    try AccessToken(verifying: text, keys: keys, issuer: issuer, kind: kind, now: time ?? now)
  }

  private func error(_ claims: [String: JSONNode], header: [String: JSONNode]? = nil, at time: Int64? = nil)
    -> WireError?
  {
    do throws(WireError) {
      _ = try read(TestTokenIssuer.first.token(claims, header: header), at: time)
      return nil
    } catch {
      return error
    }
  }

  @Test("A token of a pinned key gives what it says")
  func read() throws {
    let token = try read(TestTokenIssuer.first.token(claims()))
    #expect(token.kind == .user && token.issuer == issuer && token.subject == "ada" && token.identifier == "id-1")
    #expect(token.session == "s-1" && token.device == "device" && token.boundKey == "thumb")
    #expect(token.tier == .unattested && token.issuedAt == now && token.expiresAt == now + 1800)
    #expect(try read(TestTokenIssuer.first.token(claims(boundKey: nil))).boundKey == nil)
  }

  @Test("Its times hold to the second, with a minute for an issuer whose clock is ahead")
  func times() {
    for (time, expected) in [
      (now, nil), (now + 1799, nil), (now + 1800, .expired), (now - 60, nil), (now - 61, .notYetValid),
    ] as [(Int64, WireError?)] {
      #expect(error(claims(), at: time) == expected)
    }
    #expect(error(claims(["nbf": .integer(now + 61)])) == .notYetValid)
    for far in [Int64.min, .max] {
      #expect(error(claims(["iat": .integer(far)])) != nil)
      #expect(error(claims(["nbf": .integer(far), "iat": .integer(far)])) != nil)
    }
    #expect(error(claims(["exp": .integer(.min)])) == .expired)
  }

  @Test("Another issuer, audience or kind is not for us")
  func notForUs() {
    #expect(error(claims(["iss": "https://other.test"])) == .notForUs)
    #expect(error(claims(["aud": "https://other.test"])) == .notForUs)
    #expect(error(claims(["mantlet_kind": "app"])) == .notForUs)
    #expect(error(claims(["iss": "https://trust.test/"])) == .notForUs)
  }

  @Test("A token of a key that is not pinned is refused before anything in it is believed")
  func unknownKey() {
    #expect(throws: WireError.keyUnknown) { try read(TestTokenIssuer.second.token(claims())) }
    // Its own signature under the pinned key's name.
    let header: [String: JSONNode] = ["alg": "RS256", "typ": "at+jwt", "kid": .string(TestTokenIssuer.first.id)]
    #expect(throws: WireError.signatureInvalid) { try read(TestTokenIssuer.second.token(claims(), header: header)) }
  }

  @Test("No header but the one is accepted, however it is signed")
  func headers() {
    let id = JSONNode.string(TestTokenIssuer.first.id)
    let wrong: [[String: JSONNode]] = [
      ["alg": "none", "typ": "at+jwt", "kid": id], ["alg": "HS256", "typ": "at+jwt", "kid": id],
      ["alg": "PS256", "typ": "at+jwt", "kid": id], ["alg": "rs256", "typ": "at+jwt", "kid": id],
      ["alg": "RS256", "typ": "JWT", "kid": id], ["alg": "RS256", "kid": id], ["alg": "RS256", "typ": "at+jwt"],
      ["alg": "RS256", "typ": "at+jwt", "kid": id, "jku": "https://evil.test/keys"],
      ["alg": "RS256", "typ": "at+jwt", "kid": id, "x5u": "https://evil.test/chain"],
      ["alg": "RS256", "typ": "at+jwt", "kid": id, "crit": "exp"],
    ]
    for header in wrong { #expect(error(claims(), header: header) == .wrongShape, "\(header.keys.sorted())") }
    // Whatever is nested is not even read.
    let nested: [[String: JSONNode]] = [
      ["alg": "RS256", "typ": "at+jwt", "kid": id, "crit": .strings(["exp"])],
      ["alg": "RS256", "typ": "at+jwt", "kid": id, "jwk": TokenKeySet.jwk(TestTokenIssuer.second.key.publicKey)],
    ]
    for header in nested {
      guard case .unreadable? = error(claims(), header: header) else {
        Issue.record("\(header.keys.sorted()) was read")
        return
      }
    }
    #expect(error(claims(), header: ["alg": "RS256", "typ": "at+jwt", "kid": "../../etc/passwd"]) == .keyUnknown)
  }

  @Test("A changed payload or signature, or none, is refused")
  func changed() throws {
    let parts = TestTokenIssuer.first.token(claims()).split(separator: ".").map(String.init)
    let other = TestTokenIssuer.first.token(claims(["sub": "eve"])).split(separator: ".").map(String.init)
    #expect(throws: WireError.signatureInvalid) { try read([parts[0], other[1], parts[2]].joined(separator: ".")) }
    #expect(throws: WireError.signatureInvalid) { try read([parts[0], parts[1], other[2]].joined(separator: ".")) }
    #expect(throws: WireError.signatureInvalid) { try read([parts[0], parts[1], ""].joined(separator: ".")) }
    for text in ["", "..", "a.b", parts[0], parts.joined(separator: ".") + ".x"] {
      #expect(throws: WireError.self, "\(text.prefix(9))") { try read(text) }
    }
    let long = parts.joined(separator: ".") + String(repeating: "A", count: 4096)
    #expect(throws: WireError.wrongShape) { try read(long) }
  }

  @Test("A member that is missing or of another kind is refused by its name")
  func members() {
    for name in [
      "iss", "sub", "jti", "sid", "mantlet_device", "mantlet_kind", "mantlet_tier", "iat", "exp", "nbf", "aud",
    ] {
      for node in [nil, JSONNode(.bool(true))] as [JSONNode?] {
        #expect(error(claims([name: node as JSONNode?])) == .missing(member: name), "\(name)")
      }
    }
    #expect(error(claims(["cnf": ["jkt": .integer(1)]])) == .missing(member: "jkt"))
    #expect(error(claims(["cnf": "thumb"])) == .missing(member: "jkt"))
    #expect(error(claims(["sub": .string(String(repeating: "x", count: 129))])) == .missing(member: "sub"))
  }
}
