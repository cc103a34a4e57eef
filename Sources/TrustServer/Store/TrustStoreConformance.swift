#if Server
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
      broken += try await store.transaction { rows throws(StoreError) in try ofOnePerson(rows) }
      broken += try await store.transaction { rows throws(StoreError) in try lineage(rows) }
      broken += try await store.transaction { rows throws(StoreError) in try people(rows) }
      broken += try await store.transaction { rows throws(StoreError) in try signingKeys(rows) }
      broken += try await store.transaction { rows throws(StoreError) in try pruning(rows) }
      broken += try await store.transaction { rows throws(StoreError) in try anchoring(rows) }
      broken += try await store.transaction { rows throws(StoreError) in try attestedKeys(rows) }
      broken += try await store.transaction { rows throws(StoreError) in try history(rows) }
      broken += try await store.transaction { rows throws(StoreError) in try texts(rows) }
      broken += try await store.transaction { rows throws(StoreError) in try blocks(rows) }
      broken += try await store.transaction { rows throws(StoreError) in try lists(rows) }
      broken += try await store.transaction { rows throws(StoreError) in try pinFailures(rows) }
      broken += try await store.transaction { rows throws(StoreError) in try keptTime(rows) }
      broken += try await store.transaction { rows throws(StoreError) in try usedAhead(rows) }
      broken += try await rollback(store)
      broken += try await counting(store)
      broken += try await racing(store)
      broken += try await rotating(store)
      broken += try await reading(store)
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

    private static func counting(_ store: any TrustStore) async throws(StoreError) -> [String] {
      let key = AttestedKeyRow(device: "counting", keyID: [1], publicKey: [2], counter: 7, category: nil, updated: 1)
      try await store.transaction { rows throws(StoreError) in try rows.keep(key) }
      let won = await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<50 {
          group.addTask {
            let hasWon = try? await store.transaction { rows throws(StoreError) in
              try rows.advanceCounter(device: "counting", keyID: [1], from: 7, to: 8, category: nil, now: 2)
            }
            return hasWon == true
          }
        }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      return won == 1 ? [] : ["of fifty racing advances of a counter one wins"]
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
