import Testing
import UntrustedInput
import WebContent

@Suite struct WebRefusalTests {
  @Test("Every refusal has its own sentence in German and in English")
  func sentences() {
    for language in [DisplayLanguage.german, .english] {
      let texts = WebRefusal.allCases.map { $0.message(in: language) }
      #expect(Set(texts).count == WebRefusal.allCases.count)
      #expect(texts.allSatisfy { $0.hasSuffix(".") && !$0.contains("web view") }, "\(texts)")
    }
    #expect(WebRefusal.allCases.allSatisfy { $0.message(in: .german) != $0.message(in: .english) })
    #expect(WebRefusal.download.message(in: .german) == "Die App lädt keine Dateien herunter.")
  }
}
