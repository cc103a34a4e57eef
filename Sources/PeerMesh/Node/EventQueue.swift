import Synchronization

/// What a node says, until an app reads it: bounded, in the order in which it came, and giving never waits.
///
/// Claim: an emergency, or a notice about this node's own keys and store, is lost only to others of its kind, however much
/// else comes. Of emergencies one device has an eighth of the places and one neighbour half, see ``EmergencyShare``. What
/// is lost is counted.
///
/// Not protected: of all else the oldest goes when too much waits. For one reader at a time.
package final class EventQueue: Sendable {
  private struct State {
    var waiting = WaitingEvents()
    var isEnded = false
  }

  private let state = Mutex(State())
  private let bell = ArrivalBell()

  package init() {}

  /// Events that were lost because nobody read them in time, and how many of them were emergencies.
  package var unread: (all: Int, emergencies: Int) {
    state.withLock { (all: $0.waiting.unread, emergencies: $0.waiting.unreadEmergencies) }
  }

  /// - Parameter link: the one that brought an emergency; without it the link's id stands for the neighbour.
  package func add(_ effect: MeshEffect, over link: LinkDescription? = nil) {
    state.withLock { if !$0.isEnded { $0.waiting.add(effect, over: link) } }
    bell.ring()
  }

  /// What waits is still read.
  package func end() {
    state.withLock { $0.isEnded = true }
    bell.end()
  }

  /// The event that has waited longest; nil when none will come.
  package func next() async -> MeshEffect? {
    await bell.next {
      state.withLock { state in (found: state.waiting.removeFirst(), isEnded: state.isEnded) }
    }
  }
}
