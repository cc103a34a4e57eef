import Testing
import TrustWire

@Suite struct SessionListTests {
  private func entry(_ id: String, isCurrent: Bool = false) -> SessionList.Entry {
    SessionList.Entry(
      id: id, device: "oaY66IT9", startedAt: 1, lastUsedAt: 2, expiresAt: 3, isCurrent: isCurrent)
  }

  @Test("A list is read as it was written, and no more of it than there may be")
  func roundTrip() throws {
    let list = SessionList([entry("a", isCurrent: true), entry("b")])
    #expect(try SessionList(reading: list.bytes) == list)
    #expect(SessionList((0...1000).map { entry("\($0)") }).entries.map(\.id) == (0..<1000).map { "\($0)" })
    let text = String(decoding: list.bytes, as: UTF8.self)
    for (old, new) in [
      (#""sessions":["#, #""sessions":[7,"#), (#""current":true"#, #""current":1"#),
      (#""expires_at":3"#, #""expires_at":"3""#), (#""session":"b""#, #""session":null"#), ("sessions", "other"),
    ] {
      let changed = text.replacing(old, with: new)
      #expect(changed != text)
      #expect(throws: WireError.self) { try SessionList(reading: Array(changed.utf8)) }
    }
  }

  @Test("A choice is read as it was written, and nothing else is one")
  func choice() {
    for choice in [SessionChoice.one("a b&c=d"), .others, .all] { #expect(SessionChoice(choice.form) == choice) }
    for fields in [[:], ["all": "false"], ["all": "true", "others": "true"], ["session": "a", "all": "true"]] {
      #expect(SessionChoice(FormBody(fields)) == nil, "\(fields)")
    }
  }
}
