import Testing
import UntrustedInput

@Suite struct InputRefusalTests {
  @Test(
    "Every reason has its own sentence in each language, and no sentence serves two reasons",
    arguments: DisplayLanguage.allCases)
  func sentences(language: DisplayLanguage) {
    let texts = InputRefusal.Reason.allCases.map { InputRefusal($0, limit: 7).message(in: language) }
    #expect(Set(texts).count == texts.count)
    for text in texts { #expect(text.count > 10 && text.hasSuffix(".") && !text.contains("#"), "\(text)") }
  }

  @Test("The two languages are not the same text")
  func languages() {
    for reason in InputRefusal.Reason.allCases {
      #expect(InputRefusal(reason).message(in: .german) != InputRefusal(reason).message(in: .english), "\(reason)")
    }
  }

  @Test("Limit and place stand in the text")
  func values() {
    let refusal = InputRefusal(.labelTooLong, limit: 63, at: 9)
    #expect(refusal.message(in: .english) == "A part of the domain is longer than 63 characters. (character 9)")
    #expect(refusal.message(in: .german) == "Ein Teil der Domain ist länger als 63 Zeichen. (Zeichen 9)")
    #expect(InputRefusal(.damagedImage, at: 9).message(in: .english) == "The image is damaged. (byte 9)")
    #expect(InputRefusal(.damagedImage, at: 9).message(in: .german) == "Das Bild ist beschädigt. (Byte 9)")
  }

  @Test("A reason with a limit is thrown with one: no text shows a question mark for it")
  func limits() {
    let long = String(repeating: "a", count: 1 << 20)
    let refusals: [InputRefusal] = [
      refusal { () throws(InputRefusal) in _ = try EmailAddress(long) },
      refusal { () throws(InputRefusal) in _ = try DomainName(long) },
      refusal { () throws(InputRefusal) in _ = try DeepLink(long) },
      refusal { () throws(InputRefusal) in _ = try FileName(long) },
      refusal { () throws(InputRefusal) in _ = try JSONBounds().read(Array(long.utf8)) },
      refusal { () throws(InputRefusal) in _ = try ImageHead(Array(long.utf8), limits: ImageLimits(maximumBytes: 9)) },
      refusal { () throws(InputRefusal) in _ = try SleepDuration(minutes: 2000) },
    ].compactMap(\.self)
    #expect(refusals.count == 7)
    for refusal in refusals { #expect(refusal.limit != nil, "\(refusal)") }
  }

  private func refusal(_ body: () throws(InputRefusal) -> Void) -> InputRefusal? {
    do throws(InputRefusal) {
      try body()
      return nil
    } catch { return error }
  }

  @Test(
    "German is chosen for its tags only",
    arguments: [("de", "de"), ("de-AT", "de"), ("DE_ch", "de"), ("en", "en"), ("fr", "en"), ("", "en"), ("den", "en")])
  func tags(tag: String, language: String) { #expect(DisplayLanguage(tag: tag).rawValue == language) }
}
