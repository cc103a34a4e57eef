import SecurityPolicy
import Testing
import UntrustedInput

@Suite struct PolicyErrorTests {
  private static let place = TextPosition(line: 3, column: 5)
  private static let messages: [(PolicyError, String)] = [
    (.unreadable(.tooLarge(limit: 9)), "input is larger than 9 bytes"),
    (.newerVersion(at: place), "line 3, column 5: this policy is written for a newer version; this program knows 1"),
    (.unknownKey(path: "session", at: place), "line 3, column 5: session has no such key"),
    (.missingKey(path: "name", at: place), "line 3, column 5: name is missing"),
    (
      .wrongType(path: "name", expected: "a text in quotes", at: place),
      "line 3, column 5: name must be a text in quotes"
    ),
    (
      .wrongUnit(path: "session.maximum", at: place),
      "line 3, column 5: session.maximum must be a duration in quotes: an integer and s, m, h or d, such as \"30m\""
    ),
    (
      .contradiction(.noBackupPin, path: "pins", at: place),
      "line 3, column 5: pins: at least two different pins are needed, one in use and one in reserve"
    ),
    (.notCanonical, "the policy slice is not in canonical form; write it anew from its policy"),
  ]

  @Test("A message says where, which key, and what to do", arguments: messages)
  func texts(error: PolicyError, text: String) {
    #expect(error.description == text)
    #expect(error.position == (text.hasPrefix("line") ? Self.place : .none))
  }

  @Test("Every contradiction has its own sentence")
  func contradictions() {
    #expect(Set(PolicyContradiction.allCases.map(\.description)).count == PolicyContradiction.allCases.count)
  }
}
