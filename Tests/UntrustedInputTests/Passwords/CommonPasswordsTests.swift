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

  @Test("So is one of each 75 of the list, and hardly any of them behind itself backwards")
  func sampled() {
    #expect(CommonPasswordsSample.all.count == 400)
    #expect(CommonPasswordsSample.all.filter { !CommonPasswords.mayContain($0) }.isEmpty)
    // A filter that says yes to everything would pass the line above.
    let other = CommonPasswordsSample.all.map { String($0.reversed()) + "~" + $0 }
    #expect(other.count { CommonPasswords.mayContain($0) } <= 4)
  }

  @Test("Of 10,000 random texts of every length at most 8 are taken for one of the list: one in 4096 is 2.4")
  func random() {
    var generator = SeededGenerator(4096)
    let hits = (0..<10_000).count { _ in
      let length = Int.random(in: 8...64, using: &generator)
      let text = String(
        String.UnicodeScalarView(
          (0..<length).compactMap { _ in
            Unicode.Scalar(UInt8.random(in: 0x21...0x7E, using: &generator))
          }))
      return CommonPasswords.mayContain(text.lowercased())
    }
    #expect(hits <= 8, "\(hits)")
  }

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
