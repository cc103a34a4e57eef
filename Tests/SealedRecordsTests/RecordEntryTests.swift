import Foundation
import SealedRecords
import SecurityTesting
import Testing

@Suite struct RecordEntryTests {
  private let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 0x40, 8, 0x80, 10, 11, 12, 13, 14, 15, 1))
  private let bed = Date(timeIntervalSince1970: 1_700_000_000.125)
  private let now = Date(timeIntervalSince1970: 1_700_100_000)

  private func entry(
    sleep: Double = 600, wake: Double = 28_000, rise: Double = 29_000, quality: Int = 4
  ) throws(RecordError) -> SleepLogEntry {
    try SleepLogEntry(
      id: id, bedTime: bed, sleepTime: bed + sleep, wakeTime: bed + wake, riseTime: bed + rise, quality: quality)
  }

  @Test("Entries come back by range, whole, in the order of their change")
  func stored() async throws {
    let records = InMemoryRecords()
    let answer = try QuestionnaireResponse(
      id: id, questionnaire: "ISI", answeredAt: bed, answers: ["1": "ja, \"oft\"", "2": ""])
    try await records.insert(answer, now: now)
    #expect(try await records.entries(QuestionnaireResponse.self) == [answer])
    try await records.delete(id)
    try await records.insert(entry(), now: now)
    #expect(try await records.entries(SleepLogEntry.self, in: bed..<(bed + 1)) == [entry()])
    #expect(try await records.entries(SleepLogEntry.self, in: (bed + 1)..<(bed + 2)) == [])
    try await records.upsert(entry(quality: 1), now: now)
    #expect(try await records.entry(SleepLogEntry.self, id)?.quality == 1)
    await #expect(throws: RecordError.invalidEntry(.questionnaire)) {
      _ = try await records.entry(QuestionnaireResponse.self, id)
    }
  }

  @Test(
    "Times out of order, a night over 24 hours and a quality out of range are no entry",
    arguments: [(-1.0, 9.0, 9.0, 3), (9, 8, 9, 3), (1, 9, 8, 3), (1, 2, 86_401, 3), (1, 2, 3, 0), (1, 2, 3, 6)])
  func rules(_ sleep: Double, _ wake: Double, _ rise: Double, _ quality: Int) {
    #expect(throws: RecordError.invalidEntry(.sleepLog)) {
      try entry(sleep: sleep, wake: wake, rise: rise, quality: quality)
    }
  }

  @Test("A night of exactly 24 hours and one of no length are entries")
  func edges() throws {
    #expect(try entry(rise: 86_400).riseTime == bed + 86_400)
    #expect(try entry(sleep: 0, wake: 0, rise: 0).riseTime == bed)
  }

  @Test("Only the bytes of a value are read as one: shorter, longer, other times and other dates are refused")
  func strictSleepLog() throws {
    let payload = try entry().payload
    #expect(try SleepLogEntry(id: id, date: bed, payload: payload) == entry())
    var late = payload
    late[0] = 0x7F
    for wrong in [[], Array(payload.dropLast()), payload + [0], late] {
      #expect(throws: RecordError.invalidEntry(.sleepLog)) {
        try SleepLogEntry(id: id, date: bed, payload: wrong)
      }
    }
    #expect(throws: RecordError.invalidEntry(.sleepLog)) {
      try SleepLogEntry(id: id, date: bed + 1, payload: payload)
    }
  }

  @Test(
    "A questionnaire's text with other members, other types or other bounds is refused",
    arguments: [
      #"{"questionnaire":"a","at":0}"#, #"{"questionnaire":"a","at":0,"answers":{},"more":1}"#,
      #"{"questionnaire":"a","at":0,"answers":{"q":1}}"#, #"{"questionnaire":"","at":0,"answers":{}}"#,
      #"{"questionnaire":"a","at":-1,"answers":{}}"#, #"{"questionnaire":"a","at":1,"answers":{}}"#,
      #"{"questionnaire":"a","at":0,"answers":{"q":"1","q":"2"}}"#, "", "[]",
    ])
  func strictQuestionnaire(_ text: String) throws {
    let date = Date(timeIntervalSince1970: 0)
    #expect(throws: RecordError.invalidEntry(.questionnaire)) {
      try QuestionnaireResponse(id: id, date: date, payload: Array(text.utf8))
    }
    let sound = #"{"questionnaire":"a","at":0,"answers":{"q":"1"}}"#
    #expect(try QuestionnaireResponse(id: id, date: date, payload: Array(sound.utf8)).answers == ["q": "1"])
  }

  @Test("An entry of a mission comes back whole, and bytes that it did not write are refused")
  func mission() throws {
    let refused = RecordError.invalidEntry(.mission)
    for part in MissionEntry.Part.allCases {
      let entry = try MissionEntry(id: id, part: part, name: "ANDROID-é", date: bed, body: [0, 255])
      #expect(try MissionEntry(id: id, date: bed, payload: entry.payload) == entry)
    }
    let longest = String(repeating: "x", count: 256)
    let entry = try MissionEntry(id: id, part: .chat, name: longest, date: bed, body: [])
    #expect(try MissionEntry(id: id, date: bed, payload: entry.payload) == entry)
    for payload: [UInt8] in [[], [1, 0], [1, 0, 0], [0, 0, 1, 65], [5, 0, 1, 65], [1, 0, 2, 65], [1, 0, 1, 0xFF]] {
      #expect(throws: refused) { try MissionEntry(id: id, date: bed, payload: payload) }
    }
    #expect(throws: refused) {
      try MissionEntry(id: id, date: bed, payload: [1, 1, 1] + [UInt8](repeating: 65, count: 257))
    }
    #expect(throws: refused) {
      try MissionEntry(id: id, part: .event, name: "A", date: Date(timeIntervalSince1970: .nan), body: [])
    }
  }
}
