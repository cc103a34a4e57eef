import Redaction
import ScreenPrivacy
import SecurityPolicy
import Testing
import UntrustedInput

@Suite("Words of notifications")
struct NotificationTemplateTests {
  @Test("The two reminders have the words of the requirement, in both languages")
  func words() {
    #expect(NotificationTemplate.targetLOT.title(in: .german) == "Noch 1 Stunde bis zur Schlafenszeit")
    #expect(NotificationTemplate.targetLOT.title(in: .english) == "1 hour until bedtime")
    #expect(NotificationTemplate.targetAET.title(in: .german) == "Es ist Zeit aufzustehen!")
    #expect(NotificationTemplate.targetAET.title(in: .english) == "It is time to get up!")
    #expect(NotificationTemplate.builtIn.map(\.name) == ["targetLOT", "targetAET"])
  }

  @Test("Parameters are times, weekdays and small numbers")
  func parameters() throws {
    let time = try #require(ReminderTime(hour: 7, minute: 5))
    let count = try #require(ReminderCount(3))
    let template = NotificationTemplate(
      "diary", german: "Noch \(count) Tage bis \(ReminderWeekday.monday)",
      english: "\(count) days until \(ReminderWeekday.monday)", body: ("Um \(time)", "At \(time)"))
    #expect(template.title(in: .german) == "Noch 3 Tage bis Montag" && template.body(in: .german) == "Um 07:05")
    #expect(template.title(in: .english) == "3 days until Monday" && template.body(in: .english) == "At 07:05")
  }

  @Test("Parameters beyond their range do not exist")
  func ranges() {
    #expect(ReminderTime(hour: 24, minute: 0) == nil && ReminderTime(hour: 0, minute: 60) == nil)
    #expect(ReminderTime(hour: -1, minute: 0) == nil && ReminderTime(hour: 23, minute: 59) != nil)
    #expect(ReminderCount(100) == nil && ReminderCount(-1) == nil && ReminderCount(0) != nil)
    let names = ReminderWeekday.allCases.map { NotificationTemplate("d", german: "\($0)", english: "\($0)") }
    #expect(Set(names.map { $0.title(in: .german) }).count == 7 && names[6].title(in: .english) == "Sunday")
  }

  @Test("Languages are known by their tags, every other one is English")
  func languages() {
    #expect(DisplayLanguage(tag: "de-AT") == .german && DisplayLanguage(tag: "DE_ch") == .german)
    #expect(DisplayLanguage(tag: "den") == .english && DisplayLanguage(tag: "") == .english)
  }

  @Test("The policy says what stands on the lock screen, and hidden previews say nothing")
  func lockScreen() {
    var requirement = NotificationRequirement()
    func content() -> NotificationContent {
      NotificationRules(requirement).content(.targetLOT, in: .german)
    }
    #expect(content().title == "Noch 1 Stunde bis zur Schlafenszeit")
    requirement.lockScreen = .generic
    #expect(content().title == "Neue Erinnerung" && content().body == "")
    requirement.lockScreen = .none
    #expect(content().title == "" && content().body == "")
    for shown in NotificationRequirement.LockScreen.allCases {
      requirement.lockScreen = shown
      #expect(content().placeholder == "Neue Erinnerung" && content().template == "targetLOT")
    }
  }

  @Test("The explanation before the question is there in both languages and says that no is fine")
  func explanation() {
    let german = NotificationExplanation(in: .german)
    let english = NotificationExplanation(in: .english)
    #expect(german.body.contains("Sperrbildschirm") && german.body.contains("uneingeschränkt"))
    #expect(english.body.contains("lock screen") && english.body.contains("without limits"))
    #expect(german != english && german.decline == "Nicht jetzt" && english.agree == "Switch on")
  }
}
