#if Server
  import Foundation
  import GRDB
  import Testing
  import TrustServer

  @Suite struct GroupCommitTests {
    @Test("Of transactions that come at once, one that throws loses what it wrote, and the others keep theirs")
    func apart() async throws {
      let path = temporaryFile()
      let store = try SQLiteTrustStore(path: path)
      let count = 200
      // While this one writes, the others gather.
      let (gate, came) = (DispatchSemaphore(value: 0), Locked(0))
      async let first: Void = store.transaction { rows throws(StoreError) in
        gate.wait()
        try rows.addChallenge(digest: "first", expiresAt: 10)
      }
      let outcomes = try await withThrowingTaskGroup(of: (Int, StoreError?).self) { group in
        for number in 0..<count {
          group.addTask {
            came.change { $0 += 1 }
            do throws(StoreError) {
              try await store.transaction { rows throws(StoreError) in
                try rows.addChallenge(digest: "\(number)", expiresAt: 10)
                if number.isMultiple(of: 3) { throw .unreadable }
              }
              return (number, nil)
            } catch {
              return (number, error)
            }
          }
        }
        while came.value < count { await Task.yield() }
        gate.signal()
        return try await group.reduce(into: [Int: StoreError?]()) { $0[$1.0] = $1.1 }
      }
      try await first
      for (number, error) in outcomes { #expect(error == (number.isMultiple(of: 3) ? .unreadable : nil)) }
      // As another program finds it.
      try await Task { try store.release() }.value
      let again = try SQLiteTrustStore(path: path)
      let found = try await again.transaction { rows throws(StoreError) in
        var found: [Int: Bool] = [:]
        for number in 0..<count {
          found[number] = try rows.consumeChallenge(digest: "\(number)", now: 1) == .fresh
        }
        return found
      }
      #expect(outcomes.count == count)
      for number in 0..<count { #expect(found[number] == !number.isMultiple(of: 3)) }
    }

    @Test("A common commit that fails fails for all who were in it, and nothing of theirs is kept")
    func together() async throws {
      let path = temporaryFile()
      let store = try SQLiteTrustStore(path: path)
      // What only the commit finds: a reference to a row that is not there.
      try await DatabaseQueue(path: path).write { database in
        try database.execute(
          sql: """
            CREATE TABLE above (id INTEGER PRIMARY KEY);
            CREATE TABLE below (id INTEGER REFERENCES above (id) DEFERRABLE INITIALLY DEFERRED);
            CREATE TRIGGER broken AFTER INSERT ON challenge WHEN NEW.digest = '0'
              BEGIN INSERT INTO below VALUES (1); END;
            """)
      }
      let count = 20
      let (gate, came, entered) = (DispatchSemaphore(value: 0), Locked(0), Locked(0))
      async let first: Void = store.transaction { rows throws(StoreError) in
        entered.change { $0 += 1 }
        gate.wait()
        try rows.addChallenge(digest: "first", expiresAt: 10)
      }
      while entered.value == 0 { await Task.yield() }
      let failed = try await withThrowingTaskGroup(of: (Int, Bool).self) { group in
        for number in 0..<count {
          group.addTask {
            came.change { $0 += 1 }
            do throws(StoreError) {
              try await store.transaction { rows throws(StoreError) in
                try rows.addChallenge(digest: "\(number)", expiresAt: 10)
              }
              return (number, false)
            } catch {
              return (number, true)
            }
          }
        }
        while came.value < count { await Task.yield() }
        gate.signal()
        return try await group.reduce(into: Set<Int>()) { if $1.1 { $0.insert($1.0) } }
      }
      try await first
      // Without grouping the one alone would fail.
      #expect(failed.contains(0) && failed.count > 1)
      let kept = try await store.transaction { rows throws(StoreError) in
        var kept: Set<Int> = []
        for number in 0..<count {
          if try rows.consumeChallenge(digest: "\(number)", now: 1) == .fresh { kept.insert(number) }
        }
        return kept
      }
      #expect(kept == Set(0..<count).subtracting(failed))
    }

    @Test("A full disk fails for all who share a transaction, keeps nothing of theirs, and the next one is kept")
    func full() async throws {
      let path = temporaryFile()
      let store = try SQLiteTrustStore(path: path)
      let pages = try await DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "PRAGMA page_count") ?? 0 }
      try #require(pages > 0)
      // Room for what is small, and none for a megabyte.
      try await Task { try store.limit(pages: pages + 16) }.value
      let (count, large) = (20, 10)
      @Sendable func digest(_ number: Int) -> String {
        number == large ? String(repeating: "x", count: 1 << 20) : "\(number)"
      }
      let (gate, came, entered) = (DispatchSemaphore(value: 0), Locked(0), Locked(0))
      async let first: Void = store.transaction { rows throws(StoreError) in
        entered.change { $0 += 1 }
        gate.wait()
        try rows.addChallenge(digest: "first", expiresAt: 10)
      }
      while entered.value == 0 { await Task.yield() }
      let errors = await withTaskGroup(of: (Int, StoreError?).self) { group in
        for number in 0..<count {
          group.addTask {
            came.change { $0 += 1 }
            do throws(StoreError) {
              try await store.transaction { rows throws(StoreError) in
                try rows.addChallenge(digest: digest(number), expiresAt: 10)
              }
              return (number, nil)
            } catch {
              return (number, error)
            }
          }
        }
        while came.value < count { await Task.yield() }
        gate.signal()
        return await group.reduce(into: [Int: StoreError]()) { $0[$1.0] = $1.1 }
      }
      try await first
      // 13: SQLITE_FULL, which takes the whole transaction with it. Without grouping the large one alone would fail.
      #expect(errors.values.allSatisfy { $0 == .failed(code: 13) }, "\(errors)")
      #expect(errors[large] != nil && errors.count > 1)
      func kept() async throws -> Set<Int> {
        try await store.transaction { rows throws(StoreError) in
          var kept: Set<Int> = []
          for number in 0..<count where try rows.consumeChallenge(digest: digest(number), now: 1) == .fresh {
            kept.insert(number)
          }
          return kept
        }
      }
      #expect(try await kept() == Set(0..<count).subtracting(errors.keys))
      try await Task { try store.limit(pages: nil) }.value
      try await store.transaction { rows throws(StoreError) in
        try rows.addChallenge(digest: digest(large), expiresAt: 10)
      }
      #expect(try await kept() == [large])
      try await Task { try store.release() }.value
      let sound = try await DatabaseQueue(path: path).read { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
      #expect(sound == "ok")
    }

    @Test("Transactions that come at once run one after the other: none misses what one before it wrote")
    func serial() async throws {
      let store = try SQLiteTrustStore(path: temporaryFile())
      let fresh = try await withThrowingTaskGroup(of: Bool.self) { group in
        try await store.transaction { rows throws(StoreError) in try rows.addChallenge(digest: "c", expiresAt: 10) }
        for _ in 0..<100 {
          group.addTask {
            try await store.transaction { rows throws(StoreError) in
              try rows.consumeChallenge(digest: "c", now: 1) == .fresh
            }
          }
        }
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(fresh == 1)
    }

    @Test("A store that was let go refuses every transaction and keeps none of them waiting")
    func released() async throws {
      let store = try SQLiteTrustStore(path: temporaryFile())
      try await Task { try store.release() }.value
      await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<20 {
          group.addTask {
            do throws(StoreError) {
              try await store.transaction { rows throws(StoreError) in _ = try rows.dropExpired(now: 1, limit: 1) }
              return false
            } catch {
              return true
            }
          }
        }
        for await isRefused in group { #expect(isRefused) }
      }
    }
  }
#endif
