public import AppSession
import TrustWire

/// What every `SessionStore` promises, as runnable claims. Needs no test framework.
public enum SessionStoreConformance {
  /// Runs every claim on a store of its own and returns those that do not hold, each as a sentence.
  ///
  /// - Parameter makeStore: a new, empty store; called once per claim.
  public static func brokenClaims(of makeStore: () async throws -> any SessionStore) async -> [String] {
    await ConformanceClaims(claims: claims).broken(of: makeStore)
  }

  private static func session(_ name: String) -> StoredSession {
    var memory = SessionMemory()
    memory.state = .active
    memory.lastUse = ClockReading(uptime: .milliseconds(1500), boot: "boot", wall: 1_800_000_000)
    memory.loggedInAt = memory.lastUse
    memory.failures = 3
    let pair = TokenPair(
      access: HeldToken("access-" + name), refresh: HeldToken("refresh-" + name), expiresAt: 1_800_001_800,
      lifetime: 1800, refreshEndsAt: 1_800_100_000, tier: .unattested)
    return StoredSession(app: pair, user: pair, account: name, memory: memory)
  }

  private static func account(_ store: any SessionStore) async throws -> String? { try await store.load()?.account }

  private static let claims: [(String, ConformanceClaims<any SessionStore>.Check)] = [
    ("an empty store has no session", { store in try await store.load() == nil }),
    (
      "what was saved is read back, whole",
      { store in
        let saved = session("ada")
        try await store.save(saved)
        let read = try await store.load()
        return read?.account == "ada" && read?.memory == saved.memory
          && read?.app?.refresh.exposedText() == "refresh-ada" && read?.user?.access.exposedText() == "access-ada"
          && read?.user?.refreshEndsAt == 1_800_100_000
      }
    ),
    (
      "a save replaces what was there",
      { store in
        for name in ["ada", "bob", "eve"] { try await store.save(session(name)) }
        return try await account(store) == "eve"
      }
    ),
    (
      "nothing is left after erasing, and erasing nothing is no error",
      { store in
        try await store.erase()
        try await store.save(session("ada"))
        try await store.erase()
        try await store.erase()
        return try await store.load() == nil
      }
    ),
    (
      "a session can be saved again after erasing",
      { store in
        try await store.save(session("ada"))
        try await store.erase()
        try await store.save(session("bob"))
        return try await account(store) == "bob"
      }
    ),
    (
      "reading changes nothing",
      { store in
        try await store.save(session("ada"))
        _ = try await store.load()
        return try await account(store) == "ada"
      }
    ),
  ]
}
