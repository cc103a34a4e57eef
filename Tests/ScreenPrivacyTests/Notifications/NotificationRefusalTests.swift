import ScreenPrivacy
import Testing
import UntrustedInput

@Suite struct NotificationRefusalTests {
  private static let refusals: [NotificationRefusal] =
    NotificationAuthorization.allCases.map { .notGranted($0) } + [
      .notInPolicy, .system(nil), .system(4711), .badToken, .unreachable, .refused, .storage, .damaged, .newerFormat,
      .tooManyTokens(limit: 4711),
    ]

  @Test("Every refusal has a sentence in German and one in English, without numbers and names of the inside")
  func sentences() {
    for refusal in Self.refusals {
      let (german, english) = (refusal.message(in: .german), refusal.message(in: .english))
      #expect(german != english && german != refusal.description && english != refusal.description)
      for text in [german, english] {
        #expect(text.hasSuffix(".") && !text.contains("4711") && !text.contains("token"), "\(text)")
      }
    }
    #expect(
      NotificationRefusal.notGranted(.denied).message(in: .german)
        == "Benachrichtigungen sind nicht erlaubt. Das lässt sich in den Einstellungen des Geräts ändern.")
  }

  @Test("Who was never asked, whom the system refuses and where there are none are told apart")
  func states() {
    let texts = [NotificationAuthorization.undetermined, .denied, .unsupported].map {
      NotificationRefusal.notGranted($0).message(in: .english)
    }
    #expect(Set(texts).count == 3)
  }
}
