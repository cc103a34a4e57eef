/// Remembers the newest state of a record file in another place, so that an older file is told from the newest one.
///
/// Protects as far as that place cannot be set back together with the file: a secret store, a server. A device that is
/// restored as a whole sets both back, and nothing on it can tell.
public protocol RecordAnchor: Sendable {
  /// The state that was saved last, or nil when there is none.
  ///
  /// - Throws: ``RecordError/locked`` on a locked device, ``RecordError/keyUnavailable(_:)`` while the place is out of
  ///   reach for another reason, ``RecordError/anchorMissing`` when the state was altered or taken away. Never nil for that.
  func load() async throws(RecordError) -> RecordState?

  /// Keeps the state durably; nil forgets it. A state of the same store with a lower generation than the kept one
  /// changes nothing: saves may come in any order.
  ///
  /// While a store is wiped, and until there is a new one, a state of it with one of the two highest generations is
  /// kept: late saves change nothing then, and the opening goes on with a wipe whose mark was taken out of the file.
  ///
  /// Between processes that holds only where the place compares and saves in one step. Where it does not, the older of
  /// two states may stand until the next save; a file is then newer than its anchor, which is accepted, and the
  /// transactions in between could be undone unseen.
  func save(_ state: RecordState?) async throws(RecordError)
}
