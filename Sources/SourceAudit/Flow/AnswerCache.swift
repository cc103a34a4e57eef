import Synchronization

/// Answers that were worked out once, for all threads. Only what depends on the project alone belongs here, so that
/// it does not matter who asked first.
final class AnswerCache<Question: Hashable & Sendable, Answer: Sendable>: Sendable {
  private struct Kept {
    let answer: Answer
    /// What it rests on; nil where nobody asks for that.
    let trace: Trace?
  }

  private final class Shard: Sendable {
    let answers = Mutex<[Question: Kept]>([:])
  }

  private let shards: [Shard]
  private let isTraced: Bool

  /// - Parameter isTraced: whether who asks learns what the answer rests on.
  init(isTraced: Bool) {
    shards = (0..<16).map { _ in Shard() }
    self.isTraced = isTraced
  }

  /// Works the answer out when it is not there. Two threads may do so at once; the answers are equal.
  func answer(_ question: Question, _ work: () -> Answer) -> Answer {
    let shard = shards[Int(truncatingIfNeeded: question.hashValue) & 15]
    if let known = shard.answers.withLock({ $0[question] }) {
      if let trace = known.trace { Trace.current?.note(trace) }
      return known.answer
    }
    guard isTraced else {
      let answer = work()
      shard.answers.withLock { $0[question] = Kept(answer: answer, trace: nil) }
      return answer
    }
    let (answer, trace) = Trace.following(work)
    shard.answers.withLock { $0[question] = Kept(answer: answer, trace: trace) }
    Trace.current?.note(trace)
    return answer
  }
}
