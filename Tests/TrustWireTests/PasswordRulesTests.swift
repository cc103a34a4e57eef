import Redaction
import Testing
import TrustWire

@Suite struct PasswordRulesTests {
  private func flaw(_ text: String, user: String? = nil) -> PasswordFlaw? {
    PasswordRules.flaw(in: Secret(copying: text.utf8), user: user)
  }

  @Test("Lengths count in Unicode scalars: eight to 128 of them")
  func lengths() {
    #expect(flaw("päßwört") == .tooShort)
    #expect(flaw("päßwörte!") == nil)
    // One letter to the eye, two scalars.
    #expect(flaw("e\u{301}agrvt") == .tooShort)
    #expect(flaw("e\u{301}agrvtx") == nil)
    let long = (0..<128).map { String("abcdefghijkmnpq".letter(at: $0 * 7)) }.joined()
    #expect(flaw(long) == nil)
    #expect(flaw(long + "x") == .tooLong)
  }

  @Test(
    "What is guessed first is refused, also in capitals and with digits behind it",
    arguments: [
      "password", "Passwort", "PASSWORD1", "password123!", "iloveyou", "Sommer2024", "qwertz123", "12345678",
      "987654321", "aaaaaaaaa", "abababab", "abcdefgh", "qwertyuiop", "1qaz2wsx3edc", "changeme", "letmein99",
    ])
  func common(text: String) { #expect(flaw(text) == .common) }

  @Test(
    "Good phrases, long numbers and other alphabets are taken; no kind of letter is asked for",
    arguments: [
      "correct horse", "battery staple", "48271936", "пароль-моей-кошки", "パスワードを忘れない", "        x  y ",
      "passwords are hard",
    ])
  func taken(text: String) { #expect(flaw(text) == nil) }

  @Test("The account's name is no password, with digits behind it neither")
  func name() {
    #expect(flaw("Lovelace", user: "lovelace") == .likeName)
    #expect(flaw("lovelace1815!", user: "Lovelace") == .likeName)
    #expect(flaw("lovelace and babbage", user: "lovelace") == nil)
    #expect(flaw("lovelace", user: "") == nil)
  }

  @Test("Bytes that are no text are refused: nobody could type them again")
  func noText() {
    #expect(PasswordRules.flaw(in: Secret(copying: [UInt8](repeating: 0xFF, count: 12))) == .noText)
  }

  @Test("Every flaw has a sentence, and none holds a password")
  func sentences() {
    #expect(Set(PasswordFlaw.allCases.map(\.description)).count == PasswordFlaw.allCases.count)
  }
}

extension String {
  /// A letter by its place, over and over.
  fileprivate func letter(at place: Int) -> Character { self[index(startIndex, offsetBy: place % count)] }
}
