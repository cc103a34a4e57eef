import TrustWire

/// The server's pinned keys, fetched when they are first needed and again when a token names another one, but not more
/// often than once a minute: whoever sends tokens with invented key ids must not make us ask all day.
struct TokenKeyring {
  private static let pause = Duration.seconds(60)
  let pinned: Set<String>
  private(set) var keys: TokenKeySet?
  private var fetchedAt: Duration?

  init(pinned: Set<String>) { self.pinned = pinned }

  func mayFetch(at uptime: Duration) -> Bool { fetchedAt.map { uptime - $0 >= Self.pause } ?? true }

  /// - Throws: ``SessionError`` `unreadableAnswer` when no pinned key stands in the set: what was known stays.
  mutating func read(_ bytes: [UInt8], at uptime: Duration) throws(SessionError) {
    fetchedAt = uptime
    do { keys = try TokenKeySet(reading: bytes, pinned: pinned) } catch { throw .unreadableAnswer(error) }
  }
}
