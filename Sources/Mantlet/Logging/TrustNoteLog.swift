import Logging
import NetworkTrust
import Synchronization

/// Logs what somebody should know about accepted servers, each kind once: a reserve key in use, pins that have ended, a
/// pin of a whole certificate. For developers; a release build shows it where the policy's level is `warning` or lower.
package final class TrustNoteLog: Sendable {
  private let said = Mutex<Set<TrustNote>>([])
  private let logger: @Sendable () -> Logger

  /// - Parameter logger: asked when there is something to say, so that it follows what the app has set up by then.
  package init(logger: @escaping @Sendable () -> Logger = { Logger(label: "mantlet.network") }) { self.logger = logger }

  /// The handshake that made the decision does not wait for more than this.
  package func hear(_ decision: TrustDecision) {
    let news = said.withLock { said in
      defer { said.formUnion(decision.notes) }
      return decision.notes.subtracting(said)
    }
    guard !news.isEmpty else { return }
    let logger = logger()
    for note in TrustNote.allCases where news.contains(note) { logger.warning("\(note.description)") }
  }
}
