import Testing
import UntrustedInput

@Suite struct LinkRulesTests {
  private func rules() throws -> LinkRules {
    let web = try LinkSource.universal("app.example.org")
    let own = try LinkSource.custom(scheme: "nap", host: "open")
    return LinkRules([
      LinkRoute(
        "night", from: [web, own], path: [.fixed("nights"), .value("day", .day)],
        parameters: [LinkRoute.Parameter("tab", .oneOf(["stages", "heart"]))]),
      LinkRoute("record", from: [web], path: [.fixed("records"), .value("id", .uuid)]),
      LinkRoute(
        "invite", from: [web], path: [.fixed("invite")],
        parameters: [
          LinkRoute.Parameter("code", .code(8...32), isRequired: true), LinkRoute.Parameter("age", .integer(-5...120)),
          LinkRoute.Parameter("from", .slug(longest: 10)),
        ]),
    ])
  }

  private func reason(_ text: String) throws -> String {
    let rules = try rules()
    do throws(InputRefusal) { return try rules.match(text).route } catch { return error.reason.rawValue }
  }

  @Test("A link that fits gives the route and typed values")
  func match() throws {
    let night = try rules().match("https://app.example.org/nights/2026-03-29?tab=heart")
    #expect(night.route == "night" && night["tab"] == .text("heart"))
    #expect(try night["day"] == .day(CalendarDay("2026-03-29")))
    let record = try rules().match("https://app.example.org/records/0198A0B1-0000-7000-8000-0123456789AB")
    #expect(record["id"] == .uuid("0198a0b1-0000-7000-8000-0123456789ab"))
    let invite = try rules().match("https://app.example.org/invite?code=abcDEF-_12&age=-5&from=a-b1")
    #expect(invite.values == ["code": .text("abcDEF-_12"), "age": .integer(-5), "from": .text("a-b1")])
    #expect(try rules().match("NAP://OPEN/nights/2026-01-01").source == LinkSource.custom(scheme: "nap", host: "open"))
  }

  @Test(
    "What is not on the list is refused",
    arguments: [
      ("http://app.example.org/invite?code=abcdefgh", "foreignScheme"),
      ("javascript://app.example.org/%0aalert(1)", "controlCharacter"),
      ("javascript://app.example.org/invite", "foreignScheme"),
      ("https://evil.example/invite?code=abcdefgh", "foreignHost"),
      ("https://app.example.org.evil.example/invite", "foreignHost"),
      ("https://evil-app.example.org/invite", "foreignHost"),
      ("https://app.example.org./invite", "foreignHost"), ("https://open/nights/2026-01-01", "foreignHost"),
      ("nap://app.example.org/invite", "foreignHost"),
      ("nap://open/invite?code=abcdefgh", "unknownRoute"), ("https://app.example.org/", "unknownRoute"),
      ("https://app.example.org/Invite?code=abcdefgh", "unknownRoute"),
      ("https://app.example.org/nights/2026-02-30", "unknownRoute"),
      ("https://app.example.org/nights/2026-02-28/x", "unknownRoute"),
      ("https://app.example.org/records/0198a0b1000070008000-0123456789ab", "unknownRoute"),
      ("https://app.example.org/records/1", "unknownRoute"),
      ("https://app.example.org/invite", "missingParameter"),
      ("https://app.example.org/invite?code=short", "parameterValue"),
      ("https://app.example.org/invite?code=abcdefgh%20", "parameterValue"),
      ("https://app.example.org/invite?code=abcdefgh&age=121", "parameterValue"),
      ("https://app.example.org/invite?code=abcdefgh&age=%2B1", "parameterValue"),
      ("https://app.example.org/invite?code=abcdefgh&age=007", "parameterValue"),
      ("https://app.example.org/invite?code=abcdefgh&age=-0", "parameterValue"),
      ("https://app.example.org/invite?code=abcdefgh&age=99999999999999999999", "parameterValue"),
      ("https://app.example.org/invite?code=abcdefgh&age=%D9%A1", "parameterValue"),
      ("https://app.example.org/invite?code=abcdefgh&from=-a", "parameterValue"),
      ("https://app.example.org/invite?code=abcdefgh&from=a--b", "parameterValue"),
      ("https://app.example.org/invite?code=abcdefgh&from=A", "parameterValue"),
      ("https://app.example.org/invite?code=abcdefgh&from=abcdefghijk", "parameterValue"),
      ("https://app.example.org/invite?code=abcdefgh&next=home", "unknownParameter"),
      ("https://app.example.org/invite?code=abcdefgh&Code=x", "unknownParameter"),
      ("https://app.example.org/nights/2026-01-01?day=2026-01-02", "unknownParameter"),
      ("https://app.example.org/nights/2026-01-01?tab=Heart", "parameterValue"),
      ("https://app.example.org/invite?code=abcdefgh&next=https%3A%2F%2Fevil.example", "nestedLink"),
    ])
  func refused(text: String, expected: String) throws { #expect(try reason(text) == expected) }

  @Test(
    "A scheme of the system is none of the app's own",
    arguments: ["https", "HTTP", "javascript", "file", "data", "content"])
  func schemes(scheme: String) {
    #expect { try LinkSource.custom(scheme: scheme, host: "a") } throws: {
      ($0 as? InputRefusal)?.reason == .foreignScheme
    }
  }

  @Test(
    "What is no scheme and no host is refused in the rules already",
    arguments: [("", "a"), ("1a", "a"), ("a b", "a"), ("ä", "a"), ("nap", ""), ("nap", "a/b"), ("nap", "a:1")])
  func malformed(scheme: String, host: String) {
    #expect(throws: InputRefusal.self) { try LinkSource.custom(scheme: scheme, host: host) }
  }

  @Test(
    "No kind of value takes an address",
    arguments: ["https://evil.example", "//evil.example", "javascript:alert(1)", "evil.example/a", "/a", "a?b"])
  func redirects(value: String) throws {
    let web = try LinkSource.universal("a.example")
    let kinds: [LinkValueKind] = [.integer(.min ... .max), .uuid, .slug(longest: 99), .code(1...99), .day]
    for kind in kinds {
      let rules = LinkRules([LinkRoute("r", from: [web], path: [], parameters: [LinkRoute.Parameter("v", kind)])])
      let encoded = value.utf8.map { "%" + String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
      #expect(throws: InputRefusal.self) { try rules.match("https://a.example?v=" + encoded) }
    }
  }
}
