import Synchronization

/// Answers that were worked out once, for all threads. Only what depends on the project alone belongs here, so that
/// it does not matter who asked first.
final class AnswerCache<Question: Hashable & Sendable, Answer: Sendable>: Sendable {
  private final class Shard: Sendable {
    let answers = Mutex<[Question: Answer]>([:])
  }

  private let shards: [Shard]

  init() { shards = (0..<16).map { _ in Shard() } }

  /// Works the answer out when it is not there. Two threads may do so at once; the answers are equal.
  func answer(_ question: Question, _ work: () -> Answer) -> Answer {
    let shard = shards[Int(truncatingIfNeeded: question.hashValue) & 15]
    if let known = shard.answers.withLock({ $0[question] }) { return known }
    let answer = work()
    shard.answers.withLock { $0[question] = answer }
    return answer
  }
}
