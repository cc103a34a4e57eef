import DataLifecycle
import Foundation
import SecurityTesting
import Synchronization

/// A store of preferences that holds its next write until it is let go.
final class HeldPreferences: PreferenceStore {
  let store = InMemoryPreferences()
  private let isHolding = Mutex(false)
  private let waits = Mutex(false)
  private let gate = DispatchSemaphore(value: 0)

  func hold() { isHolding.withLock { $0 = true } }
  func letGo() { gate.signal() }

  func untilWaiting() async {
    while !waits.withLock({ $0 }) { await Task.yield() }
  }

  func text(of name: PreferenceName) -> String? { store.text(of: name) }

  func set(_ text: String?, of name: PreferenceName) {
    let isHeld = isHolding.withLock { holding in
      defer { holding = false }
      return holding
    }
    if isHeld {
      waits.withLock { $0 = true }
      gate.wait()
    }
    store.set(text, of: name)
  }

  func entries() -> [String: String] { store.entries() }
  func removeAll() { store.removeAll() }
}
