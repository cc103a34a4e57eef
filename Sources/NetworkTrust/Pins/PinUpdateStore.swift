/// Keeps the newest signed pin update over restarts: the seam to the platform's secret store.
///
/// What it returns is verified again, so it need not be secret. It should be hard to remove: a lost update means the
/// built-in pins alone, and that an older update would be obeyed once more.
public protocol PinUpdateStore: Sendable {
  /// The text that was saved last; nil when there is none, and when what is there is damaged for good: the next update
  /// then replaces it, where an error would end pin updates for ever.
  /// - Throws: any ``NetworkError`` when the store cannot be read now (locked, out of reach) and may be later; nil would
  ///   mean that nothing was kept.
  func load() async throws(NetworkError) -> String?
  /// Replaces what is kept, wholly or not at all.
  func save(_ compact: String) async throws(NetworkError)
}
