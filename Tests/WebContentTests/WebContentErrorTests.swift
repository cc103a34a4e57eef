import Testing
import UntrustedInput
import WebContent

@Suite struct WebContentErrorTests {
  private static let errors: [WebContentError] =
    [
      .notAnOrigin, .noOrigin, .noWebContent, .bridgeNotInPolicy, .tooMany(limit: 32), .notASchemeForOutside, .badName,
      .emptySchema, .bridgeWithoutJavaScript, .bridgeForForeignOrigin, .notFiltered(nil), .notFiltered(6),
      .notMainFrame, .foreignPage, .unknownHandler, .badMessage(InputRefusal(.malformedJSON, at: 17)),
    ] + WebRefusal.allCases.map { .refused($0) }

  @Test("Every error has a sentence in German and in English, without the words and numbers of developers")
  func sentences() {
    for error in Self.errors {
      let (german, english) = (error.message(in: .german), error.message(in: .english))
      #expect(german != english)
      for text in [german, english] {
        #expect(text.hasSuffix(".") && text.first?.isUppercase == true, "\(text)")
        #expect(!text.contains(where: \.isNumber) && text != error.description, "\(text)")
        for word in ["policy", "bridge", "handler", "JSON", "webContent", "schema"] {
          #expect(!text.lowercased().contains(word.lowercased()), "\(text)")
        }
      }
    }
  }

  @Test("A refused page is told of as the refusal tells it, and what a person can do differs")
  func meaning() {
    for refusal in WebRefusal.allCases {
      for language in DisplayLanguage.allCases {
        #expect(WebContentError.refused(refusal).message(in: language) == refusal.message(in: language))
      }
    }
    #expect(WebContentError.noOrigin.message(in: .german) == "Die Seite kann nicht gezeigt werden.")
    #expect(
      WebContentError.foreignPage.message(in: .english)
        == "A foreign page wanted to tell the app something. The app refused it.")
    #expect(
      Set(
        [.noOrigin, .noWebContent, .notFiltered(1), .foreignPage, .unknownHandler].map { (error: WebContentError) in
          error.message(in: .german)
        }
      ).count == 5)
  }
}
