import Foundation

/// When to ask for pins again while the app runs: when the kept update has ended, or nobody asked for a day. After an
/// answer that brought nothing, and after none, not again for ten minutes.
package actor PinRecall {
  /// Seconds for which an answer is as good as a new one.
  package static let freshness: TimeInterval = 86_400
  /// Seconds between two attempts.
  package static let pause: TimeInterval = 600

  private let rotation: PinRotation
  private var began: Date?
  private var answered: Date?
  private var running: Task<Void, Never>?

  package init(_ rotation: PinRotation) { self.rotation = rotation }

  /// Somebody asks now, for whatever reason.
  package func noteBegin(at now: Date) { began = now }

  /// The server has said what there is, and that was obeyed.
  package func noteAnswer(at now: Date) { answered = now }

  /// Asks when it is due and returns when that has ended; whoever comes meanwhile waits for the same answer.
  package func ask(at now: Date, _ question: @escaping @Sendable () async -> Void) async {
    if let running { return await running.value }
    let hasEnded = await rotation.hasEnded(at: now)
    // Somebody may have been faster.
    if let running { return await running.value }
    guard isDue(at: now, hasEnded: hasEnded) else { return }
    began = now
    let task = Task { await question() }
    running = task
    await task.value
    if running == task { running = nil }
  }

  private func isDue(at now: Date, hasEnded: Bool) -> Bool {
    func isOlder(_ date: Date, than seconds: TimeInterval) -> Bool {
      // A clock that was set back makes nothing fresh.
      !(0..<seconds).contains(now.timeIntervalSince(date))
    }
    if let began, !isOlder(began, than: Self.pause) { return false }
    return hasEnded || answered.map { isOlder($0, than: Self.freshness) } ?? (began != nil)
  }
}
