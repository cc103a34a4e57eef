import Testing
import UntrustedInput

@Suite struct CommonPasswordsTests {
  /// From the head, the middle and the tail of the list.
  @Test(
    "Passwords of the list are recognised",
    arguments: [
      "123456", "password", "qwerty", "dragon", "iloveyou", "trustno1", "sunflower", "letmein", "monkey", "football",
      "1qaz2wsx",
    ])
  func listed(password: String) { #expect(CommonPasswords.mayContain(password)) }

  @Test("Of 200,000 other texts one in 4096 is taken for one of the list, within a half of that")
  func falsePositives() {
    let hits = (0..<200_000).count { CommonPasswords.mayContain("mantlet-\($0)-\($0 &* 7919)") }
    #expect((25...73).contains(hits), "\(hits)")
  }

  @Test("Similar letters in another order are as rare")
  func neighbours() {
    var generator = SeededGenerator(63)
    let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
    let hits = (0..<50_000).count { _ in
      CommonPasswords.mayContain(String((0..<12).compactMap { _ in letters.randomElement(using: &generator) }))
    }
    #expect(hits < 25, "\(hits)")
  }

  @Test("The filter is what the documentation says: 30,000 passwords in 74 KB")
  func size() {
    #expect(CommonPasswords.count == 30_000)
    #expect(CommonPasswords.size <= 74_000)
  }

  @Test("An empty text and a megabyte are answered")
  func edges() {
    #expect(!CommonPasswords.mayContain(""))
    #expect(!CommonPasswords.mayContain(String(repeating: "a", count: 1 << 20)))
  }
}
