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

  /// Asks when it is due, in a task of its own: one question at a time.
  /// - Returns: the question that is being asked, when the kept update has ended and its answer is worth waiting for; nil
  ///   when the pins of today are good meanwhile.
  package func ask(at now: Date, _ question: @escaping @Sendable () async -> Void) async -> Task<Void, Never>? {
    let hasEnded = await rotation.hasEnded(at: now)
    // Somebody may have been faster.
    if running == nil, isDue(at: now, hasEnded: hasEnded) {
      began = now
      running = Task {
        await question()
        running = nil
      }
    }
    return hasEnded ? running : nil
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
