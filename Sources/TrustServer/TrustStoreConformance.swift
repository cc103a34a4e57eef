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
      broken += try await store.transaction { rows throws(StoreError) in try families(rows) }
      broken += try await store.transaction { rows throws(StoreError) in try lineage(rows) }
      broken += try await store.transaction { rows throws(StoreError) in try people(rows) }
      broken += try await store.transaction { rows throws(StoreError) in try signingKeys(rows) }
      broken += try await store.transaction { rows throws(StoreError) in try pruning(rows) }
      broken += try await store.transaction { rows throws(StoreError) in try anchoring(rows) }
      broken += try await rollback(store)
      broken += try await racing(store)
      broken += try await rotating(store)
      broken += try await reading(store)
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
      func device(_ version: String, _ seen: Int64, _ rooted: SecurityReport.Answer = .no) -> DeviceRow {
        DeviceRow(
          thumbprint: "d",
          facts: DeviceFacts(
            platform: .linux, version: version, patchLevel: rooted == .no ? "p" : nil, isRooted: rooted, isHooked: .yes,
            isDebugged: .undetermined), app: "a", appVersion: "1", tier: .unattested, firstSeen: seen, lastSeen: seen)
      }
      try rows.saveDevice(device("1", 5))
      expect(try rows.device(thumbprint: "d") == device("1", 5), "a device comes back as it was")
      try rows.saveDevice(device("2", 9, .undetermined))
      let found = try rows.device(thumbprint: "d")
      expect(found?.firstSeen == 5 && found?.lastSeen == 9, "a device keeps its first day")
      expect(found?.facts == device("2", 9, .undetermined).facts, "a device's facts are those of its last report")
      expect(try rows.devices().count == 1, "a device is listed once")
      let first = RecordBatch.Entry(id: "1", kind: "sleep", createdAt: 1, payload: "{}")
      try rows.addRecord(account: "id", first)
      try rows.addRecord(account: "id", .init(id: "1", kind: "sleep", createdAt: 1, payload: "changed"))
      try rows.addRecord(account: "other", .init(id: "1", kind: "sleep", createdAt: 1, payload: "theirs"))
      expect(try rows.records(account: "id") == [first], "the first record of an id is the one that is kept")
      return broken
    }

    private static func session(
      _ id: String, _ kind: TokenKind, subject: String = "u", parent: String? = nil, startedAt: Int64 = 7,
      expiresAt: Int64 = 100, device: String = "d"
    ) -> SessionRow {
      SessionRow(
        id: id, kind: kind, subject: subject, device: device, boundKey: nil, parent: parent, tier: .attested,
        startedAt: startedAt, lastUsedAt: startedAt, expiresAt: expiresAt, current: id + "0")
    }

    private static func families(_ rows: any TrustTransaction) throws(StoreError) -> [String] {
      var broken: [String] = []
      func expect(_ holds: Bool, _ promise: String) { if !holds { broken.append(promise) } }
      var plain = session("s", .user, parent: "app")
      try rows.saveSession(plain)
      expect(try rows.session(id: "s") == plain, "a session comes back as it was")
      (plain.lastUsedAt, plain.expiresAt, plain.current, plain.generation) = (.max, 8, "t", 9)
      (plain.predecessor, plain.rotatedAt) = ("t0", 10)
      (plain.mark, plain.settled) = (.init(generation: 3, at: 4), .init(generation: 1, at: 2))
      for end in SessionEnd.allCases {
        (plain.ended, plain.endedAt) = (end, 11)
        try rows.saveSession(plain)
        expect(try rows.session(id: "s") == plain, "a session is replaced, with every word for its end")
      }
      expect(try rows.session(id: "never") == nil, "a session that never was is unknown")
      let bound = SessionRow(
        id: "b", kind: .app, subject: "u", device: "d", boundKey: "k", parent: nil, tier: .unattested, startedAt: 8,
        lastUsedAt: 8, expiresAt: 100, current: "b0")
      try rows.saveSession(bound)
      expect(try rows.session(id: "b") == bound, "a bound session comes back as it was")
      let (late, other) = (session("l", .user, parent: "app", startedAt: 9), session("o", .user, subject: "v"))
      try rows.saveSession(late)
      try rows.saveSession(other)
      expect(try rows.sessions(kind: .user, subject: "u") == [late, plain], "a person's sessions, the newest first")
      expect(try rows.sessions(kind: .app, subject: "u") == [bound], "one kind's sessions and no other's")
      expect(try rows.sessions(parent: "app") == [late, plain], "the sessions that an app's session opened")
      expect(try rows.sessions(parent: "none") == [], "nobody's children are nobody")
      expect(
        try rows.liveSessions(now: 99, limit: 2).map(\.id) == ["l", "b"], "live sessions, the newest first, to a limit")
      expect(try rows.liveSessions(now: 100, limit: 9) == [], "a session ends at its time")
      return broken
    }

    private static func lineage(_ rows: any TrustTransaction) throws(StoreError) -> [String] {
      var broken: [String] = []
      func expect(_ holds: Bool, _ promise: String) { if !holds { broken.append(promise) } }
      for generation in Int64(0)..<4 {
        try rows.saveRefreshToken(
          RefreshTokenRow(digest: "g\(generation)", session: "g", generation: generation, salt: [0, UInt8(generation)]))
      }
      let kept = RefreshTokenRow(digest: "h", session: "h", generation: 0, salt: [255], usedAt: 5)
      try rows.saveRefreshToken(kept)
      expect(try rows.refreshToken(digest: "h") == kept, "a refresh token comes back as it was")
      expect(try rows.refreshToken(digest: "g1")?.usedAt == nil, "an unused refresh token is unused")
      expect(try rows.refreshToken(digest: "never") == nil, "a refresh token never given out is unknown")
      try rows.dropRefreshTokens(session: "g", before: 2)
      var left: [String] = []
      for digest in ["g0", "g1", "g2", "g3", "h"] where try rows.refreshToken(digest: digest) != nil {
        left.append(digest)
      }
      expect(left == ["g2", "g3", "h"], "a session's older tokens are dropped, and no other's")
      try rows.dropRefreshToken(digest: "g2")
      expect(try rows.refreshToken(digest: "g2") == nil, "one refresh token is dropped")
      expect(try rows.refreshToken(digest: "g3") != nil, "the others stay")
      return broken
    }

    private static func people(_ rows: any TrustTransaction) throws(StoreError) -> [String] {
      var broken: [String] = []
      func expect(_ holds: Bool, _ promise: String) { if !holds { broken.append(promise) } }
      let hash = PasswordHash(salt: [1], rounds: 2, blockSize: 3, parallelism: 4, hash: [5, 0])
      let (ada, bob) = (
        AccountRow(id: "id", user: "ada", password: hash), AccountRow(id: "id2", user: "bob", password: hash)
      )
      expect(try rows.addAccount(bob), "an account is added")
      expect(try rows.addAccount(ada), "a second account is added")
      expect(
        try !rows.addAccount(AccountRow(id: "other", user: "ada", password: hash)), "an account's name is taken once")
      expect(try rows.account(user: "ada") == ada, "an account comes back as it was")
      expect(try rows.account(id: "id2") == bob, "an account is found by its id")
      expect(try rows.account(user: "eve") == nil, "an account that never was is unknown")
      expect(try rows.accounts() == [ada, bob], "accounts are listed by name")
      let other = PasswordHash(salt: [9], rounds: 8, blockSize: 7, parallelism: 6, hash: [5])
      try rows.savePassword(account: "id", other)
      expect(try rows.account(user: "ada")?.password == other, "a password is replaced")
      expect(try rows.account(user: "bob") == bob, "another's password stays")
      let attempts = AttemptRow(
        key: "u.x", counted: 4, cleared: 3, lockedBy: 2, lockedUntil: 5, expiresAt: 99_999)
      try rows.saveAttempts(attempts)
      expect(try rows.attempts(key: "u.x") == attempts, "attempts come back as they were")
      expect(try rows.attempts(key: "a.x") == nil, "a name's attempts are no address's")
      try rows.dropExpired(now: 99_998)
      expect(try rows.attempts(key: "u.x") != nil, "attempts count until their time")
      try rows.dropExpired(now: 99_999)
      expect(try rows.attempts(key: "u.x") == nil, "ended attempts are dropped")
      return broken
    }

    private static func signingKeys(_ rows: any TrustTransaction) throws(StoreError) -> [String] {
      var broken: [String] = []
      func expect(_ holds: Bool, _ promise: String) { if !holds { broken.append(promise) } }
      expect(try rows.signingKeys() == [], "no signing key before the first one")
      var first = SigningKeyRow(id: "z", sealed: [1, 0, 255], createdAt: 1, activeFrom: 2)
      let second = SigningKeyRow(id: "a", sealed: [2], createdAt: 1, activeFrom: 3)
      try rows.saveSigningKey(second)
      try rows.saveSigningKey(first)
      expect(try rows.signingKeys() == [first, second], "signing keys come back as they were, the first one first")
      first.retiredAt = 9
      try rows.saveSigningKey(first)
      expect(try rows.signingKeys() == [first, second], "a signing key is replaced")
      try rows.removeSigningKey(id: "z")
      expect(try rows.signingKeys() == [second], "a signing key is removed, and no other")
      try rows.removeSigningKey(id: "a")
      return broken
    }

    private static func pruning(_ rows: any TrustTransaction) throws(StoreError) -> [String] {
      var broken: [String] = []
      func expect(_ holds: Bool, _ promise: String) { if !holds { broken.append(promise) } }
      func device(_ name: String, _ seen: Int64) -> DeviceRow {
        DeviceRow(
          thumbprint: name,
          facts: DeviceFacts(
            platform: .ios, version: "1", patchLevel: nil, isRooted: .no, isHooked: .no, isDebugged: .no), app: "a",
          appVersion: "1", tier: .attested, firstSeen: seen, lastSeen: seen)
      }
      for (index, name) in ["p1", "p2", "p3"].enumerated() {
        try rows.saveDevice(device(name, Int64(index)))
        try rows.saveSession(session(name, .app, expiresAt: Int64(index), device: name))
        try rows.saveRefreshToken(RefreshTokenRow(digest: name + "0", session: name, generation: 0, salt: []))
      }
      expect(try rows.pruneDevices(seenBy: 2, limit: 9) == 0, "a device with a session is not forgotten")
      expect(try rows.pruneSessions(expiredBy: 1, limit: 1) == 1, "pruning stops at its limit")
      expect(try rows.pruneSessions(expiredBy: 1, limit: 9) == 1, "sessions that ended are forgotten")
      expect(try rows.pruneSessions(expiredBy: 1, limit: 9) == 0, "what is forgotten is forgotten once")
      expect(try rows.session(id: "p3") != nil, "a session that ended later stays")
      expect(try rows.refreshToken(digest: "p30") != nil, "its token stays")
      expect(try rows.refreshToken(digest: "p20") == nil, "a session's tokens go with it")
      expect(try rows.pruneDevices(seenBy: 0, limit: 9) == 1, "a device without sessions is forgotten at its time")
      expect(try rows.pruneDevices(seenBy: 2, limit: 9) == 1, "the next one at its own")
      expect(try rows.device(thumbprint: "p3") != nil, "a device with a session stays")
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

    /// Transactions that read, decide and write the same session do so one after the other.
    private static func rotating(_ store: any TrustStore) async throws(StoreError) -> [String] {
      try await store.transaction { rows throws(StoreError) in try rows.saveSession(session("turns", .user)) }
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<50 {
          group.addTask {
            try? await store.transaction { rows throws(StoreError) in
              guard var row = try rows.session(id: "turns") else { return }
              row.generation += 1
              try rows.saveSession(row)
            }
          }
        }
      }
      let turns = try await store.reading { rows throws(StoreError) in try rows.session(id: "turns")?.generation }
      return turns == 50 ? [] : ["of fifty racing changes of a session none is lost"]
    }

    private static func reading(_ store: any TrustStore) async throws(StoreError) -> [String] {
      var row = session("read", .user)
      for turn in Int64(1)...20 {
        row.generation = turn
        let kept = row
        try await store.transaction { rows throws(StoreError) in try rows.saveSession(kept) }
        let seen = try await store.reading { rows throws(StoreError) in try rows.session(id: "read") }
        if seen != kept { return ["what was kept is read from then on"] }
      }
      return []
    }
  }
#endif
