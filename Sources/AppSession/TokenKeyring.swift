import TrustWire

/// The server's pinned keys, fetched when they are first needed and again when a token names another one, but not all
/// day: whoever sends tokens with invented key ids must not make us ask again and again.
struct TokenKeyring {
  /// Between two fetches. Well within the time in which a refresh token may be presented again: a pair that could not
  /// be verified is asked for once more when the keys are there, and a longer pause would end the session.
  let pause: Duration
  let pinned: Set<String>
  private(set) var keys: TokenKeySet?
  private var fetchedAt: Duration?
  /// Why there are none; until the first set came, because none did.
  private var failure = SessionError.unreachable

  init(pinned: Set<String>, retryWindow: Duration) {
    self.pinned = pinned
    pause = min(.seconds(20), retryWindow / 3)
  }

  func mayFetch(at uptime: Duration) -> Bool { fetchedAt.map { uptime - $0 >= pause } ?? true }

  /// - Throws: ``SessionError`` `unreadableAnswer` when no pinned key stands in the set: what was known stays.
  mutating func read(_ bytes: [UInt8], at uptime: Duration) throws(SessionError) {
    fetchedAt = uptime
    do {
      keys = try TokenKeySet(reading: bytes, pinned: pinned)
    } catch {
      failure = .unreadableAnswer(error)
      throw failure
    }
  }

  /// - Throws: what the last set was refused for, as long as there was no good one.
  func requireAny() throws(SessionError) { if keys == nil { throw failure } }
}
