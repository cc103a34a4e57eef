public import Foundation
import UntrustedInput

/// One answered questionnaire: the worked example of a ``RecordEntry`` that holds text, as strict JSON.
///
/// JSON here, and not a fixed layout as in ``SleepLogEntry``: which questions there are differs between questionnaires,
/// and `UntrustedInput` has the bounded reader for it. A value of this type always keeps the rules: a name and question
/// names of 1 to 64 characters, at most 200 answers, each of at most 4000 characters, the time to the millisecond.
public struct QuestionnaireResponse: RecordEntry, Hashable {
  /// Records of kind `questionnaire`, payload version 1.
  public static let table = RecordTable(.questionnaire)

  public let id: UUID
  /// Which questionnaire, such as `ISI`.
  public let questionnaire: String
  public let answeredAt: Date
  /// The answers by question.
  public let answers: [String: String]

  public var date: Date { answeredAt }

  /// - Throws: ``RecordError/invalidEntry(_:)`` when a name is empty or something is longer than allowed.
  public init(id: UUID, questionnaire: String, answeredAt: Date, answers: [String: String])
    throws(RecordError)
  {
    let milliseconds = (answeredAt.timeIntervalSince1970 * 1000).rounded()
    guard (0...253_402_300_799_999).contains(milliseconds), (1...64).contains(questionnaire.count),
      answers.count <= 200,
      answers.allSatisfy({ (1...64).contains($0.key.count) && $0.value.count <= 4000 })
    else { throw .invalidEntry(.questionnaire) }
    self.id = id
    self.questionnaire = questionnaire
    self.answeredAt = Date(timeIntervalSince1970: milliseconds / 1000)
    self.answers = answers
  }

  /// The encoding: an object with exactly `questionnaire`, `at` (milliseconds since 1970) and `answers`.
  public var payload: [UInt8] {
    let answers = answers.sorted { $0.key < $1.key }.map {
      JSONMember($0.key, JSONNode(.string($0.value)))
    }
    return JSONWriter().bytes(
      JSONNode(
        .object([
          JSONMember("questionnaire", JSONNode(.string(questionnaire))),
          JSONMember(
            "at",
            JSONNode(.number(String(Int64((answeredAt.timeIntervalSince1970 * 1000).rounded()))))),
          JSONMember("answers", JSONNode(.object(answers))),
        ])))
  }

  /// Reads what ``payload`` writes, and nothing else.
  ///
  /// - Throws: ``RecordError/invalidEntry(_:)``.
  public init(id: UUID, date: Date, payload: [UInt8]) throws(RecordError) {
    // The longest answers in the longest spelling fit; anything longer was not written by this type.
    let reader = JSONReader(maximumBytes: 6 << 20, maximumDepth: 3)
    guard let node = try? reader.read(payload), node.members?.count == 3,
      let questionnaire = node["questionnaire"]?.string, let milliseconds = node["at"]?.integer,
      (0...253_402_300_799_999).contains(milliseconds), let members = node["answers"]?.members
    else { throw .invalidEntry(.questionnaire) }
    var answers: [String: String] = [:]
    for member in members {
      guard let answer = member.node.string else { throw .invalidEntry(.questionnaire) }
      answers[member.name] = answer
    }
    try self.init(
      id: id, questionnaire: questionnaire,
      answeredAt: Date(timeIntervalSince1970: Double(milliseconds) / 1000),
      answers: answers)
    guard date == answeredAt, answers.count == members.count else {
      throw .invalidEntry(.questionnaire)
    }
  }
}

extension RecordKind {
  /// The kind of ``QuestionnaireResponse``.
  public static let questionnaire = RecordKind(known: "questionnaire")
}
