/// Keeps preferences: the seam to `UserDefaults` or a file. Readable by whoever has the device's files or its backup.
///
/// What every store promises, checked by `PreferenceStoreConformance` in SecurityTesting: a read gives back the last
/// completed write or nil; removing twice is no error; ``entries()`` holds everything, also what others wrote there.
public protocol PreferenceStore: Sendable {
  /// The text under this name; nil when there is none.
  func text(of name: PreferenceName) throws(LifecycleError) -> String?
  /// Puts the text in place of the old one; nil removes it.
  func set(_ text: String?, of name: PreferenceName) throws(LifecycleError)
  /// Everything that the store holds, as text, for scans: names may be anybody's.
  func entries() throws(LifecycleError) -> [String: String]
  /// Removes everything that ``entries()`` lists.
  func removeAll() throws(LifecycleError)
}
