#if Server
  import SecurityPolicy
  import Testing
  import TrustServer
  import TrustWire

  @Suite struct SessionListTests {
    @Test("Sessions that are over do not use up the operator's limit, and lists go on", arguments: StoreKind.allCases)
    func limit(kind: StoreKind) async throws {
      let stage = try await Stage(store: try kind.make())
      let now = stage.clock.now
      @Sendable func session(_ id: String, _ startedAt: Int64, parent: String?) -> SessionRow {
        SessionRow(
          id: id, kind: parent == nil ? .app : .user, subject: "u", device: parent == nil ? "d" : "e", boundKey: nil,
          parent: parent,
          tier: .unattested, startedAt: startedAt, lastUsedAt: now, expiresAt: now + 1000, current: id)
      }
      try await stage.store.transaction { rows throws(StoreError) in
        // The newest 600 hang on an app session that is gone, on a device without another one.
        for number in 0..<600 { try rows.saveSession(session("n\(number)", now, parent: "gone")) }
        for number in 0..<5 { try rows.saveSession(session("a\(number)", now - 10, parent: nil)) }
      }
      #expect(try await stage.desk.liveSessions(limit: 1).map(\.id) == ["a4"])
      var (found, place): ([String], SessionCursor?) = ([], nil)
      repeat {
        let page = try await stage.desk.liveSessions(after: place, limit: 2)
        found += page.map(\.id)
        place = page.last.flatMap { SessionCursor($0.cursor.description) }
      } while place != nil
      #expect(found == ["a4", "a3", "a2", "a1", "a0"])
    }

    @Test("A person's sessions are listed page by page as well")
    func ofOne() async throws {
      let stage = try await Stage()
      try await stage.addAda()
      let app = try await stage.app()
      for _ in 0..<3 {
        _ = try await stage.user(app)
        stage.clock.advance(1)
      }
      let first = try await stage.desk.liveSessions(user: "ada", limit: 2)
      let rest = try await stage.desk.liveSessions(user: "ada", after: first.last?.cursor, limit: 2)
      #expect(first.count == 2 && rest.count == 1 && Set((first + rest).map(\.id)).count == 3)
      #expect(SessionCursor("x") == nil && SessionCursor("1.") == nil && DeviceCursor("1") == nil)
    }
  }
#endif
