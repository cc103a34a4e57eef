import Foundation
import ScreenPrivacy
import SecurityPolicy
import Testing

@Suite("Fields, keyboards, pasteboard, support")
struct SensitiveFieldTests {
  @Test(
    "A field that is set as asked passes; secrets are not shown while they are typed",
    arguments: SensitiveField.allCases)
  func asked(field: SensitiveField) {
    #expect(field.verdict(on: field.traits) == .holds)
    #expect(field.traits.isSecureEntry == (field != .words))
    #expect(!field.traits.autocorrects && !field.traits.predicts && !field.traits.checksSpelling)
  }

  @Test("A field for a secret that shows what is typed fails, whatever else is set")
  func shown() {
    for field in SensitiveField.allCases where field != .words {
      var traits = field.traits
      traits.isSecureEntry = false
      #expect(fails(field.verdict(on: traits)))
    }
  }

  @Test("A view without secure entry is refused for every secret, by a type", arguments: SensitiveField.allCases)
  func manyLines(field: SensitiveField) throws {
    guard field != .words else { return try field.requireReadable() }
    #expect(throws: FieldRefusal.noSecureEntry(field)) { try field.requireReadable() }
    #expect(FieldRefusal.noSecureEntry(field).description.contains("field of one line"))
  }

  @Test("Words that the keyboard learns, predicts, checks or hands on fail")
  func learned() {
    let changes: [(inout FieldTraits) -> Void] = [
      { $0.autocorrects = true }, { $0.checksSpelling = true }, { $0.predicts = true }, { $0.isSmart = true },
      { $0.offersWritingTools = true }, { $0.content = .other },
    ]
    for change in changes {
      var traits = SensitiveField.words.traits
      change(&traits)
      #expect(fails(SensitiveField.words.verdict(on: traits)))
    }
  }

  @Test("Secure entry turns learning off by itself; a PIN that the system may keep fails all the same")
  func secure() {
    var traits = SensitiveField.password.traits
    traits.autocorrects = true
    traits.predicts = true
    #expect(SensitiveField.password.verdict(on: traits) == .holds)
    traits = SensitiveField.pin.traits
    traits.content = .password
    #expect(fails(SensitiveField.pin.verdict(on: traits)))
  }

  @Test("Keyboards of other makers are refused unless the policy says otherwise; other extensions are not its matter")
  func keyboards() {
    var requirement = ScreenRequirement()
    #expect(!KeyboardRule(requirement).admits(KeyboardRule.keyboardPoint))
    #expect(KeyboardRule(requirement).admits("com.example.other"))
    requirement.thirdPartyKeyboards = .insecureAllow
    #expect(KeyboardRule(requirement).admits(KeyboardRule.keyboardPoint))
  }

  @Test("What is copied ends when the policy says, and stays on the device")
  func pasteboard() {
    var requirement = ScreenRequirement()
    requirement.pasteboardExpiry = .seconds(90)
    let rule = PasteboardRule(requirement)
    #expect(rule.end(from: .init(timeIntervalSince1970: 1000)) == .init(timeIntervalSince1970: 1090))
    #expect(rule.isLocalOnly)
  }

  @Test("Unsupported is undetermined for every control, and a screenshot is never said to be prevented")
  func support() {
    for control in ScreenSupport.Control.allCases { #expect(isOpen(ScreenSupport.unsupported[control])) }
    let watching = ScreenSupport.ios(ScreenRequirement(), isWatching: true)
    #expect(watching[.switcherCover] == .holds && watching[.captureCover] == .holds)
    #expect(fails(watching[.screenshotPrevention]))
    #expect(isOpen(ScreenSupport.ios(ScreenRequirement(), isWatching: false)[.switcherCover]))
    var loose = ScreenRequirement()
    loose.cover = .insecureOff
    loose.onCapture = .report
    loose.onScreenshot = .ignore
    for control in [ScreenSupport.Control.switcherCover, .captureCover, .screenshotNotice] {
      #expect(fails(ScreenSupport.ios(loose, isWatching: true)[control]))
    }
  }

  private func fails(_ verdict: Verdict) -> Bool { if case .fails = verdict { true } else { false } }
  private func isOpen(_ verdict: Verdict) -> Bool { if case .undetermined = verdict { true } else { false } }
}
