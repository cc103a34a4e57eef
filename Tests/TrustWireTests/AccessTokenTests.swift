import Crypto
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

  private func read(_ text: String, kind: TokenKind? = .user, at time: Int64? = nil) throws(WireError) -> AccessToken {
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

  @Test func `Whoever names no kind gets either, with its kind, and no token of another server`() throws {
    for kind in [TokenKind.app, .user] {
      let text = TestTokenIssuer.first.token(claims(["mantlet_kind": .string(kind.rawValue)]))
      #expect(try read(text, kind: nil).kind == kind)
    }
    let foreign = TestTokenIssuer.first.token(claims(["iss": "https://other.test"]))
    #expect(throws: WireError.notForUs) { try read(foreign, kind: nil) }
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

  /// Any bytes as payload, signed with the pinned key.
  private func token(_ payload: [UInt8], header: String? = nil) throws -> String {
    let id = TestTokenIssuer.first.id
    let header = header ?? "{\"alg\":\"RS256\",\"kid\":\"\(id)\",\"typ\":\"at+jwt\"}"
    let input = Base64URL.encode(header.utf8) + "." + Base64URL.encode(payload)
    let signature = try TestTokenIssuer.first.key.signature(
      for: SHA256.hash(data: Array(input.utf8)), padding: .insecurePKCS1v1_5)
    return input + "." + Base64URL.encode(signature.rawRepresentation)
  }

  private func plain(_ claims: [String: JSONNode]) -> [UInt8] {
    JSONWriter().bytes(JSONNode(.object(claims.sorted { $0.key < $1.key }.map { JSONMember($0.key, $0.value) })))
  }

  @Test("However its payload is written, a token says the same")
  func spellings() throws {
    let text = String(decoding: plain(claims(["client_id": "mantlet"])), as: UTF8.self)
    let expected = try read(token(Array(text.utf8)))
    let spellings = [
      text.replacing(":", with: " : ").replacing("https : ", with: "https:"), text.replacing("/", with: "\\/"),
      "\n" + text + "\n", text.replacing("\"ada\"", with: "\"\\u0061da\""),
      text.replacing("\"sub\"", with: "\"su\\u0062\""),
      text.replacing("{\"aud\"", with: "{\"more\":[{\"deep\":1}],\"aud\""),
      text.replacing("\"client_id\":\"mantlet\",", with: ""),
      text.replacing("\"client_id\":\"mantlet\"", with: "\"client_id\":[null,1.5e3]"),
    ]
    for spelling in spellings {
      #expect(spelling != text)
      #expect(try read(token(Array(spelling.utf8))) == expected, "\(spelling)")
    }
    #expect(try read(token(plain(claims(["sub": "åda ✓"])))).subject == "åda ✓")
  }

  @Test("What two readers could take for two things is refused, also when it is well signed")
  func ambiguous() throws {
    let text = String(decoding: plain(claims()), as: UTF8.self)
    func refusal(_ payload: [UInt8]) -> WireError? {
      do {
        _ = try read(token(payload))
        return nil
      } catch {
        return error as? WireError
      }
    }
    for member in ["\"sub\":\"eve\"", "\"exp\":9999999999", "\"cnf\":{\"jkt\":\"other\"}", "\"s\\u0075b\":\"eve\""] {
      guard case .unreadable(.duplicateName)? = refusal(Array("\(text.dropLast()),\(member)}".utf8)) else {
        Issue.record("\(member) twice was read")
        continue
      }
    }
    #expect(refusal(Array(text.utf8).map { $0 == UInt8(ascii: "a") ? 0xFF : $0 }) == .unreadable(.notUTF8))
    #expect(refusal(Array(text.replacing("{\"jkt\":\"thumb\"}", with: "[[[[]]]]").utf8)) != nil)
    #expect(refusal(Array(text.replacing("\"thumb\"}", with: "\"thumb\",\"jkt\":\"other\"}").utf8)) != nil)
    for (found, other) in [
      ("1800000000", "01800000000"), ("1800000000", "1800000000.0"), ("1800000000", "18e8"),
      ("1800000000", "+1800000000"), ("1800000000", "99999999999999999999"), ("1800000000", "-"),
      ("\"ada\"", "\"a\tda\""), ("\"ada\"", "\"a\\u0000da\""), ("\"ada\"", "\"ada"), ("}", "},"), ("{", "[{"),
      (",", ",,"),
    ] {
      let payload = Array(text.replacing(found, with: other).utf8)
      #expect(refusal(payload) != nil, "\(other)")
    }
  }

  @Test("A changed byte of a signed payload is read as the full reader reads it", arguments: 0..<120 as Range<UInt64>)
  func mutations(seed: UInt64) throws {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    var payload = plain(claims())
    let marks = Array("{}[]\":,\\0-1e. a\u{7F}".utf8) + [0, 10, 0x80, 0xC3]
    let place = random(payload.count)
    switch random(3) {
    case 0: payload[place] = marks[random(marks.count)]
    case 1: payload.insert(marks[random(marks.count)], at: place)
    default: payload.remove(at: place)
    }
    let text = try token(payload)
    do throws(InputError) {
      let node = try JSONReader(maximumBytes: 4096, maximumDepth: 4).read(payload)
      // Whatever is believed stands there.
      guard let token = try? read(text) else { return }
      #expect(token.subject == node["sub"]?.string && token.session == node["sid"]?.string)
      #expect(token.identifier == node["jti"]?.string && token.device == node["mantlet_device"]?.string)
      #expect(token.boundKey == node["cnf"]?["jkt"]?.string && (node["cnf"] == nil) == (token.boundKey == nil))
      #expect(token.issuedAt == node["iat"]?.integer && token.expiresAt == node["exp"]?.integer)
      #expect(
        token.kind.rawValue == node["mantlet_kind"]?.string && token.tier.rawValue == node["mantlet_tier"]?.string)
      #expect(node["iss"]?.string == issuer && node["aud"]?.string == issuer && node["nbf"]?.integer != nil)
    } catch {
      #expect(throws: WireError.unreadable(error)) { try read(text) }
    }
  }

  @Test("Nothing reads a payload whose signature is bad")
  func signatureFirst() throws {
    let parts = try token(Array("no JSON".utf8)).split(separator: ".").map(String.init)
    let other = TestTokenIssuer.second.token(claims()).split(separator: ".").map(String.init)
    #expect(throws: WireError.signatureInvalid) { try read([parts[0], parts[1], other[2]].joined(separator: ".")) }
    guard case .unreadable? = #expect(throws: WireError.self, performing: { try read(parts.joined(separator: ".")) })
    else {
      Issue.record("no JSON was read")
      return
    }
  }

  @Test("A header that was accepted before carries no other key's token, nor one of a set without its key")
  func knownHeader() throws {
    let good = TestTokenIssuer.first.token(claims())
    let header: [String: JSONNode] = ["alg": "RS256", "typ": "at+jwt", "kid": .string(TestTokenIssuer.first.id)]
    for _ in 0..<2 {
      _ = try read(good)
      #expect(throws: WireError.signatureInvalid) { try read(TestTokenIssuer.second.token(claims(), header: header)) }
      #expect(throws: WireError.keyUnknown) { try read(TestTokenIssuer.second.token(claims())) }
    }
    let fresh = TokenKeySet([TestTokenIssuer.second.key.publicKey])
    #expect(throws: WireError.keyUnknown) {
      try AccessToken(verifying: good, keys: fresh, issuer: issuer, kind: .user, now: now)
    }
    // A header with the same members in each order, more often than are remembered.
    let id = TestTokenIssuer.first.id
    for blanks in 0..<40 {
      let spelled = "{\"typ\":\"at+jwt\",\(String(repeating: " ", count: blanks))\"kid\":\"\(id)\",\"alg\":\"RS256\"}"
      #expect(try read(token(plain(claims()), header: spelled)).subject == "ada")
    }
  }
}
