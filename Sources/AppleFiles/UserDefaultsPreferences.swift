public import DataLifecycle
import Foundation

/// Preferences in `UserDefaults`: a plist in `Library/Preferences`, readable by the app and in every backup.
///
/// ``entries()`` lists the domain alone, not what the system adds from its own domains; lists and dictionaries that
/// others stored appear as `name.member`.
/// Source: https://developer.apple.com/documentation/foundation/userdefaults
public struct UserDefaultsPreferences: PreferenceStore {
  private let domain: String

  /// - Parameter domain: the app's bundle identifier, or the name of a suite such as an app group.
  public init(domain: String) { self.domain = domain }

  public func text(of name: PreferenceName) throws(LifecycleError) -> String? {
    guard let value = try defaults().persistentDomain(forName: domain)?[name.text] else { return nil }
    guard let text = value as? String else { throw .unreadablePreference }
    return text
  }

  public func set(_ text: String?, of name: PreferenceName) throws(LifecycleError) {
    let defaults = try defaults()
    // mantlet:allow secrets-in-user-defaults: `Preferences` hands only values marked non-sensitive to this seam
    if let text { defaults.set(text, forKey: name.text) } else { defaults.removeObject(forKey: name.text) }
  }

  public func entries() throws(LifecycleError) -> [String: String] {
    var entries: [String: String] = [:]
    for (name, value) in try defaults().persistentDomain(forName: domain) ?? [:] {
      Self.flatten(value, name, depth: 0, &entries)
    }
    return entries
  }

  public func removeAll() throws(LifecycleError) {
    let defaults = try defaults()
    defaults.removePersistentDomain(forName: domain)
    // Waits for the system to have it: a wipe must not report what a crash could take back.
    _ = defaults.synchronize()
  }

  private func defaults() throws(LifecycleError) -> UserDefaults {
    // The app's own domain is not a suite: asked for by name the system refuses it.
    if domain == Bundle.main.bundleIdentifier { return .standard }
    guard let suite = UserDefaults(suiteName: domain) else { throw .badName }
    return suite
  }

  private static func flatten(_ value: Any, _ name: String, depth: Int, _ entries: inout [String: String]) {
    switch value {
    case let text as String: entries[name] = text
    case let data as Data: entries[name] = data.base64EncodedString()
    case let list as [Any] where depth < 8:
      for (index, value) in list.enumerated() { flatten(value, "\(name).\(index)", depth: depth + 1, &entries) }
    case let members as [String: Any] where depth < 8:
      for (member, value) in members { flatten(value, "\(name).\(member)", depth: depth + 1, &entries) }
    default: entries[name] = String(describing: value)
    }
  }
}
