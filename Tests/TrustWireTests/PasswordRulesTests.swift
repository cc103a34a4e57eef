import Foundation
import Redaction
import SecurityPolicy
import Testing
import TrustWire
import UntrustedInput

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

  /// What this thread has computed so far: other tests, and a busy machine, do not count.
  private static func computed() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  @Test(
    "A megabyte is too long before anything else is asked of it",
    arguments: ["a", "1", "é", "e\u{301}", "👩‍👩‍👧‍👦", " ", "password"])
  func megabyte(piece: String) {
    let text = String(repeating: piece, count: (1 << 20) / piece.utf8.count)
    let began = Self.computed()
    #expect(flaw(text, user: "ada") == .tooLong)
    // A comparison with each row and each list, letter by letter, would take many seconds.
    #expect(Self.computed() - began < .seconds(4))
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

  @Test(
    "Where the policy asks for kinds of characters, a password of fewer is refused, and nowhere else",
    arguments: [
      ("correct horse", 2), ("correct Horse", 3), ("correcthorse battery 7", 3), ("Correct horse 7", 4),
      ("correcthorsehen", 1), ("пароль-моей-кошки", 2), ("パスワードを忘れない", 1),
    ])
  func kinds(text: String, kinds: Int) {
    for asked in 1...PasswordRequirement.allKinds {
      var requirement = PasswordRequirement()
      requirement.kinds = asked
      let found = PasswordRules.flaw(in: Secret(copying: text.utf8), by: requirement)
      #expect(found == (asked <= kinds ? nil : .tooFewKinds), "\(asked)")
    }
    #expect(PasswordFlaw.tooFewKinds.refusal == InputRefusal(.passwordKinds))
  }

  @Test(
    "What was found in leaks is refused, also with up to four signs behind it",
    arguments: [
      "trustno1", "sunflower", "Sunflower99", "MAVERICK!", "1q2w3e4r5t", "zaq12wsx", "butterfly1", "Scorpion_777",
    ])
  func leaked(text: String) { #expect(flaw(text) == .common) }

  @Test(
    "A common word with more than that behind it, or inside a phrase, is taken",
    arguments: ["maverick-48271", "a sunflower field", "sunflowerfields"])
  func beyondTheList(text: String) { #expect(flaw(text) == nil) }

  @Test("Of random passwords next to none is refused")
  func chance() {
    let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")
    // A fixed walk: the same texts in every run.
    var state: UInt64 = 88
    let refused = (0..<20_000).count { _ in
      let text = (0..<12).map { _ -> Character in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return letters[Int(state >> 59)]
      }
      return flaw(String(text)) != nil
    }
    #expect(refused < 40, "\(refused)")
  }

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

  @Test("Every flaw has its words in both languages")
  func languages() {
    #expect(Set(PasswordFlaw.allCases.map { $0.refusal.message(in: .german) }).count == PasswordFlaw.allCases.count)
    #expect(PasswordFlaw.tooShort.refusal.message(in: .german) == "Mindestens 8 Zeichen sind nötig.")
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
