import Redaction
import Testing

@Suite struct ValueDigestsTests {
  private func rules(_ byte: UInt8 = 7) throws -> MaskingRules {
    // `#require` takes no value that cannot be copied.
    let digests = ValueDigests(key: Secret(copying: [UInt8](repeating: byte, count: 32)))
    return MaskingRules(digests: try #require(digests))
  }

  @Test("The same value has the same label in every line, another value another one")
  func follow() throws {
    let rules = try rules()
    let first = rules.mask("login of alice@example.org")
    #expect(first != "login of <email>")
    #expect(rules.mask("logout of alice@example.org") == first.replacing("login", with: "logout"))
    #expect(rules.mask("login of bob@example.org") != first)
  }

  @Test("A label is the beginning of an HMAC under the key, over kind and value")
  func vector() throws {
    // printf 'redaction.1.email\\0alice@example.org' | openssl dgst -sha256 -mac HMAC -macopt hexkey:0707…07
    #expect(try rules().mask("alice@example.org") == "<email:rcwmblib>")
  }

  @Test("A token has one label, bare, behind a scheme, under a name or in a header field")
  func credentials() throws {
    let rules = try rules()
    func label(_ text: String) -> Substring? {
      let masked = rules.mask(text)
      guard let colon = masked.lastIndex(of: ":"), let end = masked[colon...].firstIndex(of: ">") else { return nil }
      return masked[colon..<end].dropFirst()
    }
    let token = "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhbGljZSJ9.c2lnbmF0dXJl"
    let expected = try #require(label(token))
    for text in [
      "Bearer \(token)", "token=\(token)", "Authorization: Bearer \(token)", "authorization: bearer  \(token)",
      "token=Bearer \(token)", "{\"token\":\"\(token)\"}", "{\"Authorization\":\"Bearer \(token)\"}",
      "curl -H 'Authorization: Bearer \(token)'", "Authorization: DPoP \(token)",
    ] { #expect(label(text) == expected, "\(text)") }
    #expect(label("token=\(token)A") != expected)
    #expect(label("token=bearer") != label("token="))
    let key = "AKIA" + "Q3EGRN7XJ5WP2MFK"
    #expect(label(key) == label("access_key=\(key)"))
  }

  @Test("The same bytes of two kinds share no label, and neither do two keys")
  func domains() throws {
    let rules = try rules()
    let asValue = rules.mask("password=alice@example.org").dropFirst("password=<masked:".count)
    let asMail = rules.mask("alice@example.org").dropFirst("<email:".count)
    #expect(asValue != asMail)
    #expect(try self.rules(8).mask("alice@example.org") != rules.mask("alice@example.org"))
  }

  @Test(
    "A label is not masked again, whatever stands around it",
    arguments: LeakCorpus.shapes.indices.filter { $0 % 5 == 0 })
  func idempotent(index: Int) throws {
    let rules = try rules()
    let once = rules.mask(LeakCorpus.shapes[index].text)
    #expect(rules.mask(once) == once)
  }

  @Test("What is no label of ours is masked behind a name, though it stands where a label does")
  func noLabels() throws {
    for label in ["hunter18", "hunter09", "HUNTER22", "hunter2", "hunter222", "hunter-2"] {
      #expect(try !rules().mask("token=<masked:\(label)>").contains(label), "\(label)")
    }
    #expect(try rules().mask("token=<masked:hunterzz>") == "token=<masked:hunterzz>")
  }

  @Test("A short key is refused")
  func shortKey() {
    let digests = ValueDigests(key: Secret(copying: [UInt8](repeating: 7, count: 31)))
    #expect(digests == nil)
  }
}
