import Redaction
import SecretStorage
import Testing

@Suite struct TokenTextTests {
  private func isToken(_ text: String) -> Bool {
    switch TokenText(copying: text) {
    case .some: true
    case .none: false
    }
  }

  @Test("Visible ASCII is a token", arguments: ["a", "!", "~", "eyJ.x-_~+/="])
  func accepted(_ text: String) { #expect(isToken(text)) }

  @Test(
    "What could break a header line is none",
    arguments: ["", " ", "a b", "a\r\nX: y", "a\u{0}", "a\u{7F}", "ä", "a\n"])
  func refused(_ text: String) { #expect(!isToken(text)) }

  @Test("16,384 characters are a token, one more is none")
  func limit() {
    #expect(isToken(String(repeating: "a", count: TokenText.limit)))
    #expect(!isToken(String(repeating: "a", count: TokenText.limit + 1)))
  }
}
