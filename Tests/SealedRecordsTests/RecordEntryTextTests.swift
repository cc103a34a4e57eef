import Foundation
import SealedRecords
import Testing

@Suite("Entries print as the names of their types")
struct RecordEntryTextTests {
  private struct Holder<Entry> {
    let entry: Entry
    let count = 1
  }

  /// Whatever an app may do with a value that it wants to see.
  private func printed<Entry: RecordEntry>(_ entry: Entry) -> [String] {
    var (line, list, inside, reflected) = ("", "", "", "")
    print(entry, terminator: "", to: &line)
    dump(entry, to: &list)
    dump(Holder(entry: entry), to: &inside)
    debugPrint(entry, terminator: "", to: &reflected)
    return [
      line, list, inside, reflected, String(describing: entry), String(reflecting: entry), entry.description,
      "\([entry])", "\(["key": entry])", "\(Holder(entry: entry))", "\((entry, 1))", "\(entry as Any)",
      String(describing: Optional(entry)),
    ]
  }

  @Test("Nothing of a night, of answers or of a mission is in any of its texts")
  func texts() throws {
    let bed = Date(timeIntervalSince1970: 1_800_000_000)
    let night = try SleepLogEntry(
      id: UUID(), bedTime: bed, sleepTime: bed + 900, wakeTime: bed + 27_000, riseTime: bed + 27_600, quality: 4)
    let answers = try QuestionnaireResponse(
      id: UUID(), questionnaire: "ISI", answeredAt: bed, answers: ["worry": "hunter2"])
    let mission = try MissionEntry(id: UUID(), part: .chat, name: "hunter2", date: bed, body: Array("4711".utf8))
    for (texts, name) in [
      (printed(night), "SleepLogEntry"), (printed(answers), "QuestionnaireResponse"),
      (printed(mission), "MissionEntry"),
    ] {
      for text in texts {
        #expect(text.contains(name), "\(text)")
        let words = ["bedTime", "2027-", "quality", "ISI", "worry", "hunter2", "answers", "body", "52, 55"]
        #expect(words.filter { text.contains($0) }.isEmpty, "\(text)")
      }
      #expect(texts[4] == name && texts[5] == name)
    }
    #expect(Mirror(reflecting: night).children.isEmpty)
  }
}
