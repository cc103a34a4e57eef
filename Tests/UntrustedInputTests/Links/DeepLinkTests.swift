import Testing
import UntrustedInput

@Suite struct DeepLinkTests {
  private func reason(_ text: String, _ forms: DeepLink.Forms = []) -> String {
    do throws(InputRefusal) {
      _ = try DeepLink(text, allowing: forms)
      return "+"
    } catch { return error.reason.rawValue }
  }

  @Test("A link is taken apart and decoded once")
  func parts() throws {
    let link = try DeepLink("HTTPS://App.Example.org/n%C3%A4chte/2026-03-29?tab=week&q=100%25%20sure")
    #expect(link.scheme == "https" && link.host == "app.example.org")
    #expect(link.segments == ["nächte", "2026-03-29"])
    #expect(link["tab"] == "week" && link["q"] == "100% sure" && link["Q"] == nil)
    #expect(link.description == "https://app.example.org/n%C3%A4chte/2026-03-29?tab=week&q=100%25%20sure")
  }

  @Test("A path of nothing and a slash are the same; a fragment must be asked for")
  func forms() throws {
    #expect(try DeepLink("nap://open") == DeepLink("nap://open/"))
    #expect(reason("nap://open#here") == "linkFragment")
    #expect(try DeepLink("nap://open#here", allowing: .fragment).fragment == "here")
    #expect(try DeepLink("nap://open/a?b=c#", allowing: .fragment).fragment == "")
  }

  @Test(
    "What has two readings, or another address in it, is refused",
    arguments: [
      ("", "empty"), ("nap", "malformedLink"), ("nap:", "malformedLink"), ("nap:open", "malformedLink"),
      ("nap:/open", "malformedLink"),
      ("//open/a", "malformedLink"), ("/open", "malformedLink"), ("1nap://open", "malformedLink"),
      ("nap://", "malformedLink"),
      ("nap:///a", "malformedLink"), ("nap://?a=b", "malformedLink"), ("://open", "malformedLink"),
      ("na_p://open", "malformedLink"),
      ("nap://user@open/a", "linkCredentials"), ("nap://user:secret@open/a", "linkCredentials"),
      ("https://example.org@evil.example/a", "linkCredentials"),
      ("https://evil.example%2f@example.org", "linkCredentials"),
      ("https://example.org:443/a", "linkPort"), ("https://example.org:/a", "linkPort"),
      ("https://[::1]/a", "linkCharacter"),
      ("https://exam%70le.org/a", "linkCharacter"), ("https://example.org\\@evil.example", "linkCharacter"),
      ("https://exämple.org/", "linkCharacter"), ("https://exa_mple.org/", "linkCharacter"),
      ("nap://open/ä", "linkCharacter"),
      ("nap://open/a b", "blank"), (" nap://open/a", "blank"), ("nap://open/a\n", "controlCharacter"),
      ("nap://ho\tme", "controlCharacter"),
      ("nap://open/\u{202E}a", "invisibleCharacter"), ("nap://open/<a>", "linkCharacter"),
      ("nap://open/\"", "linkCharacter"),
      ("nap://open/a|b", "linkCharacter"), ("nap://open/{a}", "linkCharacter"), ("nap://open/^", "linkCharacter"),
      ("nap://open/..", "pathTricks"), ("nap://open/.", "pathTricks"), ("nap://open/a/../b", "pathTricks"),
      ("nap://open/%2e%2e/b", "pathTricks"),
      ("nap://open/%2E/b", "pathTricks"), ("nap://open//a", "pathTricks"), ("nap://open/a//b", "pathTricks"),
      ("nap://open/a/", "pathTricks"),
      ("nap://open/a%2Fb", "pathTricks"), ("nap://open/a%5Cb", "pathTricks"), ("nap://open/..%2f", "pathTricks"),
      ("nap://open/%", "percentEncoding"), ("nap://open/%4", "percentEncoding"), ("nap://open/%zz", "percentEncoding"),
      ("nap://open/%c0%af", "percentEncoding"), ("nap://open/%e0%80%af", "percentEncoding"),
      ("nap://open/%ff", "percentEncoding"),
      ("nap://open/%ed%a0%80", "percentEncoding"), ("nap://open/%C3", "percentEncoding"),
      ("nap://open/%f4%90%80%80", "percentEncoding"),
      ("nap://open/%00", "controlCharacter"), ("nap://open/%0d%0aSet-Cookie", "controlCharacter"),
      ("nap://open/%7f", "controlCharacter"),
      ("nap://open/%e2%80%ae", "invisibleCharacter"), ("nap://open/%ef%bb%bf", "invisibleCharacter"),
      ("nap://open/%e2%80%a8", "controlCharacter"),
      ("nap://open/%252e%252e", "doubleEncoding"), ("nap://open/a?b=%2541", "doubleEncoding"),
      ("nap://open/%25%34%31", "doubleEncoding"),
      ("nap://open/a?b", "malformedLink"), ("nap://open/a?", "malformedLink"), ("nap://open/a?=b", "malformedLink"),
      ("nap://open/a?b=c&", "malformedLink"), ("nap://open/a?b=c&&d=e", "malformedLink"),
      ("nap://open/a?b=c&b=d", "repeatedParameter"),
      ("nap://open/a?b=c&%62=d", "repeatedParameter"), ("nap://open/a?b=c+d", "linkCharacter"),
      ("nap://open/a?e\u{301}=1", "linkCharacter"),
      ("nap://open/a?%C3%A9=1&e%CC%81=2", "repeatedParameter"),
      ("nap://open/a?u=https://evil.example", "nestedLink"),
      ("nap://open/a?u=https%3A%2F%2Fevil.example", "nestedLink"),
      ("nap://open/a?u=//evil.example", "nestedLink"), ("nap://open/a?u=%2F%2Fevil.example", "nestedLink"),
      ("nap://open/a?u=%5C%5Cevil.example", "nestedLink"), ("nap://open/a?u=/%5Cevil.example", "nestedLink"),
      ("nap://open/a?u=%20//evil.example", "nestedLink"), ("nap://open/a?u=javascript:alert(1)", "nestedLink"),
      ("nap://open/a?u=JavaScript%3Aalert(1)", "nestedLink"), ("nap://open/a?u=javascript:%CC%81", "nestedLink"),
      ("nap://open/a?u=data:text/html,x", "nestedLink"), ("nap://open/a?u=https:evil.example", "nestedLink"),
      ("nap://open/a?u=intent:x", "nestedLink"), ("nap://open/a?u=x:%5C%5Cy", "nestedLink"),
      ("nap://open/https:", "nestedLink"),
      ("nap://open/a?u=paypal:pay%3Fto%3Dme", "nestedLink"), ("nap://open/a?u=myapp:do", "nestedLink"),
      ("nap://open/a?u=x-Call%2Bb.2:", "nestedLink"), ("nap://open/myapp:do", "nestedLink"),
      ("nap://open/a?u=%C2%A0//evil.example", "nestedLink"), ("nap://open/a?u=%E3%80%80myapp:do", "nestedLink"),
      ("nap://open/a?u=%C2%A0%20javascript:1", "nestedLink"), ("nap://open/a#myapp:do", "nestedLink"),
      ("nap://open/a#b#c", "linkCharacter"), ("nap://open/a#https://b", "nestedLink"),
    ])
  func refused(text: String, expected: String) {
    #expect(reason(text, text.contains("#") ? .fragment : []) == expected)
  }

  @Test(
    "Times, places and words with a colon that begin no address are taken",
    arguments: ["22:30", "2026-03-29T22:30:00", "room:5", "a%20b:c", "%C3%A4:b", "_a:b", ":a", "1:a"])
  func colons(value: String) {
    #expect(reason("nap://open/a?u=" + value) == "+")
  }

  @Test("As many parts as the limit are taken, one more is refused; so is one byte too many")
  func limits() {
    let path = String(repeating: "/a", count: DeepLink.mostParts)
    #expect(reason("nap://h" + path) == "+")
    #expect(reason("nap://h" + path + "/a") == "tooManyParts")
    let parameters = (0..<DeepLink.mostParts).map { "p\($0)=1" }.joined(separator: "&")
    #expect(reason("nap://h?" + parameters) == "+")
    #expect(reason("nap://h?" + parameters + "&q=1") == "tooManyParts")
    let long = "nap://h/" + String(repeating: "a", count: DeepLink.longest - 8)
    #expect(reason(long) == "+")
    #expect(reason(long + "a") == "tooLong")
  }

  @Test("A link that is taken is written in one way, which reads as the same link")
  func roundTrip() throws {
    var generator = SeededGenerator(3986)
    let pieces = [
      "a", "Z", "9", "-", "%20", "%C3%A9", "%25", "%26", "%3D", "/", "?", "&", "=", "x=1", "#", ":", "@", "%2B", ";",
      "~", ".",
    ]
    var taken = 0
    for _ in 0..<20_000 {
      let text =
        "nap://host/"
        + (0..<Int.random(in: 0...10, using: &generator)).compactMap { _ in pieces.randomElement(using: &generator) }
        .joined()
      guard let link = try? DeepLink(text, allowing: .fragment) else { continue }
      taken += 1
      #expect(try DeepLink(link.description, allowing: .fragment) == link, "\(text)")
    }
    #expect(taken > 2000)
  }
}
