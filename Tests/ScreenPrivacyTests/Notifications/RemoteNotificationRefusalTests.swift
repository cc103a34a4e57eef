import ScreenPrivacy
import SecurityPolicy
import Testing
import UntrustedInput

@Suite struct RemoteNotificationRefusalTests {
  /// One payload for each case and path of its own.
  private static let payloads = [
    "{", String(repeating: " ", count: 16_385), "{}", "{\"aps\":{}\(String(repeating: " ", count: 4096))}",
    #"{"message":{},"annegret":1}"#, #"{"aps":{"annegret":1}}"#, #"{"aps":1}"#, #"{"aps":{"alert":"Hallo Annegret"}}"#,
    #"{"aps":{"category":"annegret"}}"#, #"{"aps":{},"annegret":1}"#, #"{"aps":{},"pin":"4711"}"#,
    #"{"aps":{"mutable-content":1}}"#, #"{"aps":{"content-available":1,"badge":1}}"#,
  ]

  private func refusal(_ payload: String) -> RemoteNotificationRefusal? {
    let check = RemoteNotificationCheck(RemoteNotificationRules(NotificationRequirement(), dataKeys: ["pin"]))
    do throws(RemoteNotificationRefusal) { try check.check(Array(payload.utf8)) } catch { return error }
    return nil
  }

  @Test("Every refusal has its own sentence in German and in English, which repeats nothing of the payload")
  func sentences() throws {
    let refusals = try Self.payloads.map { try #require(refusal($0), "\($0.prefix(40))") }
    for language in DisplayLanguage.allCases {
      let texts = refusals.map { $0.message(in: language) }
      #expect(Set(texts).count == texts.count)
      for text in texts {
        #expect(text.hasSuffix("."), "\(text)")
        #expect(!text.lowercased().contains("annegret") && !text.contains("4711"), "\(text)")
        #expect(language == .english || !text.contains("the "), "\(text)")
      }
    }
    for refusal in refusals { #expect(refusal.message(in: .german) != refusal.message(in: .english)) }
  }

  @Test("The place and the name of the object stand in both languages")
  func places() throws {
    let words = try #require(refusal("{\"aps\":\n {\"alert\":\"Hallo\"}}"))
    #expect(words.message(in: .german) == "Zeile 2, Spalte 11: aps.alert ist nicht der Text einer Vorlage.")
    #expect(words.message(in: .english) == "Line 2, column 11: aps.alert is not the text of a template.")
    let large = try #require(refusal("{\"aps\":{}\(String(repeating: " ", count: 4096))}"))
    #expect(large.message(in: .german) == "Die Nachricht ist größer als 4096 Byte.")
    let request = try #require(refusal(String(repeating: " ", count: 16_385)))
    #expect(request.message(in: .german) == "Die Anfrage ist größer als 16384 Byte.")
    let foreign = try #require(refusal(#"{"message":{},"other":1}"#))
    #expect(foreign.message(in: .german) == "Zeile 1, Spalte 15: Die Anfrage hat einen Schlüssel, den niemand prüft.")
  }
}
