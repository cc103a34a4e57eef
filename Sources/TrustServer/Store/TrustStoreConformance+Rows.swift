#if Server
  import SecurityPolicy
  import TrustWire

  /// Everything that is kept beside sessions.
  extension TrustStoreConformance {
    static func onceOnly(_ rows: any TrustTransaction) throws(StoreError) -> [String] {
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
      expect(try rows.dropExpired(now: 1000, limit: 100) == 2, "it is told how many ended rows were dropped")
      expect(try rows.rememberProof(digest: "p", now: 11, expiresAt: 20), "ended rows are dropped")
      for number in 0..<70 {
        try rows.addChallenge(digest: "c\(number)", expiresAt: 100)
        expect(try rows.rememberProof(digest: "p\(number)", now: 1, expiresAt: 100), "a new proof is new")
      }
      var dropped: [Int] = []
      for _ in 0..<4 { dropped.append(try rows.dropExpired(now: 100, limit: 60)) }
      // One proof of before has ended, too.
      expect(dropped == [60, 60, 21, 0], "no more ended rows are dropped than the limit says, and the others next")
      return broken
    }

    static func keeping(_ rows: any TrustTransaction) throws(StoreError) -> [String] {
      var broken: [String] = []
      func expect(_ holds: Bool, _ promise: String) { if !holds { broken.append(promise) } }
      func device(_ version: String, _ seen: Int64, _ rooted: SecurityReport.Answer = .no) -> DeviceRow {
        DeviceRow(
          thumbprint: "d",
          facts: DeviceFacts(
            platform: .linux, version: version, patchLevel: rooted == .no ? "p" : nil, isRooted: rooted, isHooked: .yes,
            isDebugged: .undetermined), app: "a", appVersion: "1", tier: .unattested, firstSeen: seen, lastSeen: seen,
          grounds: rooted == .no ? #"{"os":"\u0000ß"}"# : nil, judged: rooted == .no ? nil : "1.dev.x")
      }
      try rows.saveDevice(device("1", 5))
      expect(try rows.device(thumbprint: "d") == device("1", 5), "a device comes back as it was")
      try rows.saveDevice(device("2", 9, .undetermined))
      let found = try rows.device(thumbprint: "d")
      expect(found?.firstSeen == 5 && found?.lastSeen == 9, "a device keeps its first day")
      expect(found?.facts == device("2", 9, .undetermined).facts, "a device's facts are those of its last report")
      expect(
        found?.grounds == nil && found?.judged == "1.dev.x", "what a device was admitted on is that of its last report")
      expect(try rows.devices().count == 1, "a device is listed once")
      let first = RecordBatch.Entry(id: "1", kind: "sleep", createdAt: 1, payload: "{}")
      try rows.addRecord(account: "id", first)
      try rows.addRecord(account: "id", .init(id: "1", kind: "sleep", createdAt: 1, payload: "changed"))
      try rows.addRecord(account: "other", .init(id: "1", kind: "sleep", createdAt: 1, payload: "theirs"))
      expect(try rows.records(account: "id") == [first], "the first record of an id is the one that is kept")
      return broken
    }

    static func people(_ rows: any TrustTransaction) throws(StoreError) -> [String] {
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
      _ = try rows.dropExpired(now: 99_998, limit: 100)
      expect(try rows.attempts(key: "u.x") != nil, "attempts count until their time")
      expect(try rows.dropExpired(now: 99_999, limit: 100) == 1, "ended attempts count as dropped")
      expect(try rows.attempts(key: "u.x") == nil, "ended attempts are dropped")
      return broken
    }

    static func signingKeys(_ rows: any TrustTransaction) throws(StoreError) -> [String] {
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

    static func keptTime(_ rows: any TrustTransaction) throws(StoreError) -> [String] {
      var broken: [String] = []
      func expect(_ holds: Bool, _ promise: String) { if !holds { broken.append(promise) } }
      expect(try rows.keptTime() == nil, "no time is kept before the first one")
      for moment in [Int64(7), .max, 3] {
        try rows.keepTime(moment)
        expect(try rows.keptTime() == moment, "the time that was kept last is the one that is kept")
      }
      return broken
    }

    static func usedAhead(_ rows: any TrustTransaction) throws(StoreError) -> [String] {
      var broken: [String] = []
      func expect(_ holds: Bool, _ promise: String) { if !holds { broken.append(promise) } }
      let near = session("a1", .user, subject: "ahead", startedAt: 2000, expiresAt: 3000, device: "ahead")
      var open = session("a2", .user, subject: "ahead", startedAt: 2001, expiresAt: 3000, device: "ahead")
      var over = session("a3", .app, subject: "ahead", startedAt: 2001, expiresAt: 2005, device: "ahead")
      (over.ended, over.endedAt) = (.loggedOut, 2005)
      for row in [near, open, over] { try rows.saveSession(row) }
      try rows.endSessions(usedAfter: 2000, at: 1900)
      (open.lastUsedAt, open.expiresAt, open.ended, open.endedAt) = (1900, 1900, .expired, 1900)
      (over.lastUsedAt, over.expiresAt, over.endedAt) = (1900, 1900, 1900)
      expect(try rows.session(id: "a1") == near, "a session that was used by a moment stays as it was")
      expect(try rows.session(id: "a2") == open, "one that was used after it is over, and no time of it is later")
      expect(try rows.session(id: "a3") == over, "one that was over keeps its reason, and no time of it is later")
      return broken
    }

    static func anchoring(_ rows: any TrustTransaction) throws(StoreError) -> [String] {
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
  }
#endif
