public import DataLifecycle
import Synchronization

/// The in-memory twin of a preference store.
public final class InMemoryPreferences: PreferenceStore {
  private let texts: Mutex<[String: String]>

  /// - Parameter texts: what others wrote there before, under whatever names.
  public init(_ texts: [String: String] = [:]) { self.texts = Mutex(texts) }

  public func text(of name: PreferenceName) -> String? { texts.withLock { $0[name.text] } }

  public func set(_ text: String?, of name: PreferenceName) { texts.withLock { $0[name.text] = text } }

  public func entries() -> [String: String] { texts.withLock { $0 } }

  public func removeAll() { texts.withLock { $0 = [:] } }
}
