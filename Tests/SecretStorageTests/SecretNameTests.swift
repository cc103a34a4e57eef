import SecretStorage
import Testing

@Suite struct SecretNameTests {
  @Test("Lower-case letters, digits, dot and hyphen are a name", arguments: ["a", "session.token", "0-9", ".."])
  func accepted(_ text: String) { #expect(SecretName(text)?.text == text) }

  @Test("Anything else is no name", arguments: ["", "A", "a/b", "a b", "ä", "a_b", "a\u{0}", "../x"])
  func refused(_ text: String) { #expect(SecretName(text) == nil) }

  @Test("64 characters are a name, 65 are not")
  func length() {
    #expect(SecretName(String(repeating: "a", count: 64)) != nil)
    #expect(SecretName(String(repeating: "a", count: 65)) == nil)
  }
}
