/// Where the wipe writes down how far it came: the seam to durable storage.
///
/// A replace is durable when it returns, and whole or not at all; removing twice is no error.
public protocol WipeJournal: Sendable {
  /// The bytes of the last completed replace; nil when no wipe is pending.
  func read() throws(LifecycleError) -> [UInt8]?
  /// Puts the bytes in place of the old ones.
  func replace(_ bytes: [UInt8]) throws(LifecycleError)
  /// The wipe is over.
  func remove() throws(LifecycleError)
}
