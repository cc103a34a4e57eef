#if Server
  import SecurityPolicy
  import TrustWire

  /// What every ``TrustStore`` promises, as a check without a test framework: each broken promise is one sentence.
  public enum TrustStoreConformance {
    /// Uses an empty store and leaves rows in it.
    /// - Returns: the broken promises; empty when the store keeps them all.
    /// - Throws: ``StoreError`` when the store fails altogether.
    public static func check(_ store: any TrustStore) async throws(StoreError) -> [String] {
      var broken: [String] = []
      broken += try await store.transaction { rows throws(StoreError) in try onceOnly(rows) }
      broken += try await store.transaction { rows throws(StoreError) in try keeping(rows) }
      broken += try await store.transaction { rows throws(StoreError) in try anchoring(rows) }
      broken += try await rollback(store)
      broken += try await racing(store)
      return broken
    }

    private static func onceOnly(_ rows: any TrustTransaction) throws(StoreError) -> [String] {
      var broken: [String] = []
      func expect(_ holds: Bool, _ promise: String) { if !holds { broken.append(promise) } }
      try rows.addChallenge(digest: "c1", expiresAt: 100)
      expect(try rows.consumeChallenge(digest: "c1", now: 99) == .fresh, "a challenge is good once")
      expect(
        try rows.consumeChallenge(digest: "c1", now: 99) == .alreadyUsed, "a used challenge is told from a stranger")
      expect(try rows.consumeChallenge(digest: "c1", now: 100) == .unknown, "a challenge ends at its time")
      expect(try rows.consumeChallenge(digest: "c2", now: 1) == .unknown, "a challenge never issued is unknown")
      expect(try rows.rememberProof(digest: "p", now: 1, expiresAt: 10), "a new proof is new")
      expect(try !rows.rememberProof(digest: "p", now: 9, expiresAt: 20), "a proof is accepted once")
      expect(try rows.rememberProof(digest: "p", now: 10, expiresAt: 20), "an ended proof is forgotten")
      try rows.dropExpired(now: 1000)
      expect(try rows.rememberProof(digest: "p", now: 11, expiresAt: 20), "ended rows are dropped")
      return broken
    }

    private static func keeping(_ rows: any TrustTransaction) throws(StoreError) -> [String] {
      var broken: [String] = []
      func expect(_ holds: Bool, _ promise: String) { if !holds { broken.append(promise) } }
      func device(_ version: String, _ seen: Int64) -> DeviceRow {
        DeviceRow(
          thumbprint: "d", platform: .linux, version: version, app: "a", appVersion: "1", tier: .unattested,
          firstSeen: seen, lastSeen: seen)
      }
      try rows.saveDevice(device("1", 5))
      try rows.saveDevice(device("2", 9))
      let found = try rows.device(thumbprint: "d")
      expect(found?.version == "2" && found?.firstSeen == 5 && found?.lastSeen == 9, "a device keeps its first day")
      expect(try rows.devices().count == 1, "a device is listed once")
      var session = SessionRow(
        id: "s", kind: .user, subject: "u", device: "d", tier: .attested, startedAt: 7, current: "t")
      try rows.saveSession(session)
      expect(try rows.session(id: "s") == session, "a session comes back as it was")
      (session.revoked, session.predecessor) = (true, "t0")
      try rows.saveSession(session)
      expect(try rows.session(id: "s") == session, "a session is replaced")
      let token = RefreshTokenRow(digest: "t", session: "s", generation: 3, expiresAt: 10_000, replaced: true)
      try rows.saveRefreshToken(token)
      try rows.dropExpired(now: 10_001)
      expect(try rows.refreshToken(digest: "t") == token, "an ended refresh token is remembered for a while")
      expect(try rows.refreshToken(digest: "u") == nil, "a refresh token never issued is unknown")
      let hash = PasswordHash(salt: [1], rounds: 2, blockSize: 3, parallelism: 4, hash: [5, 0])
      let account = AccountRow(id: "id", user: "ada", password: hash)
      expect(try rows.addAccount(account), "an account is added")
      expect(
        try !rows.addAccount(AccountRow(id: "other", user: "ada", password: hash)), "an account's name is taken once")
      expect(try rows.account(user: "ada") == account, "an account comes back as it was")
      let attempts = AttemptRow(userDigest: "x", failures: 4, lockedUntil: 5, expiresAt: 99_999)
      try rows.saveAttempts(attempts)
      expect(try rows.attempts(userDigest: "x") == attempts, "attempts come back as they were")
      let first = RecordBatch.Entry(id: "1", kind: "sleep", createdAt: 1, payload: "{}")
      try rows.addRecord(account: "id", first)
      try rows.addRecord(account: "id", .init(id: "1", kind: "sleep", createdAt: 1, payload: "changed"))
      try rows.addRecord(account: "other", .init(id: "1", kind: "sleep", createdAt: 1, payload: "theirs"))
      expect(try rows.records(account: "id") == [first], "the first record of an id is the one that is kept")
      return broken
    }

    private static func anchoring(_ rows: any TrustTransaction) throws(StoreError) -> [String] {
      var broken: [String] = []
      func expect(_ holds: Bool, _ promise: String) { if !holds { broken.append(promise) } }
      func anchor(_ store: UInt8, _ generation: Int64) throws(StoreError) -> RecordStoreAnchor {
        do throws(WireError) {
          return try RecordStoreAnchor(
            store: [UInt8](repeating: store, count: 16), generation: generation,
            digest: [UInt8](repeating: store, count: 32))
        } catch {
          throw .unreadable
        }
      }
      expect(try rows.anchors(account: "a", device: "d") == [], "nobody has an anchor before the first one")
      let (one, two) = (try anchor(1, .max), try anchor(2, 0))
      try rows.saveAnchor(account: "a", device: "d", one)
      try rows.saveAnchor(account: "a", device: "d", two)
      expect(try rows.anchors(account: "a", device: "d") == [two, one], "the store that sent last stands first")
      let later = try anchor(1, 7)
      try rows.saveAnchor(account: "a", device: "d", later)
      expect(try rows.anchors(account: "a", device: "d") == [later, two], "a store has one anchor, the last one")
      expect(try rows.anchors(account: "a", device: "e") == [], "another device has its own anchors")
      expect(try rows.anchors(account: "b", device: "d") == [], "another person has their own anchors")
      try rows.saveAnchor(account: "a", device: "e", one)
      for store in 10..<UInt8(10 + AnchorJudgement.storesKept) {
        try rows.saveAnchor(account: "a", device: "d", try anchor(store, 1))
      }
      let kept = try rows.anchors(account: "a", device: "d")
      expect(kept.count == AnchorJudgement.storesKept, "stores without end are not kept")
      expect(!kept.contains(two) && kept.last?.store.first == 10, "the store that was silent for longest goes first")
      expect(try rows.anchors(account: "a", device: "e") == [one], "one device's stores push out no other's")
      return broken
    }

    private static func rollback(_ store: any TrustStore) async throws(StoreError) -> [String] {
      do throws(StoreError) {
        try await store.transaction { rows throws(StoreError) in
          try rows.addChallenge(digest: "gone", expiresAt: 100)
          throw StoreError.unreadable
        }
        return ["an error in a transaction reaches the caller"]
      } catch {
        guard error == .unreadable else { return ["an error in a transaction comes back as it was"] }
      }
      let state = try await store.transaction { rows throws(StoreError) in
        try rows.consumeChallenge(digest: "gone", now: 1)
      }
      return state == .unknown ? [] : ["a failed transaction leaves nothing"]
    }

    private static func racing(_ store: any TrustStore) async throws(StoreError) -> [String] {
      try await store.transaction { rows throws(StoreError) in try rows.addChallenge(digest: "race", expiresAt: 100) }
      let fresh = await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<50 {
          group.addTask {
            let state = try? await store.transaction { rows throws(StoreError) in
              try rows.consumeChallenge(digest: "race", now: 1)
            }
            return state == .fresh
          }
        }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      return fresh == 1 ? [] : ["of fifty racing uses of a challenge one wins"]
    }
  }
#endif
