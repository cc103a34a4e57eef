#if Server
  import Redaction
  import SecurityPolicy
  import Testing
  import TrustServer
  import TrustWire

  /// How many sessions a person may have, and which of them end.
  @Suite struct SessionBoundTests {
    private func stage(
      _ kind: StoreKind = .memory, most: Int, _ change: (inout SessionRequirement) -> Void = { _ in }
    ) async throws -> Stage {
      let stage = try await Stage(
        policy: Stage.policy(change), store: try kind.make(),
        options: Stage.Options(limits: ServerLimits(sessionsPerPerson: most)))
      try await stage.addAda()
      return stage
    }

    /// Another device on the same store.
    private func another(
      _ stage: Stage, _ change: (inout SessionRequirement) -> Void = { _ in }
    ) async throws -> Stage {
      try await Stage(policy: Stage.policy(change), store: stage.store, options: stage.options, clock: stage.clock)
    }

    private func open(_ stage: Stage, _ account: String) async throws -> [SessionRow] {
      try await stage.store.reading { rows throws(StoreError) in
        try rows.openSessions(account: account, after: nil, limit: 9999)
      }
    }

    private static func row(_ id: String, _ account: String, _ stage: Stage, ago: Int64) -> SessionRow {
      let now = stage.clock.now
      return SessionRow(
        id: id, kind: .user, subject: account, device: "d", boundKey: nil, parent: nil, tier: .unattested,
        startedAt: now - ago, lastUsedAt: now, expiresAt: now + 1000, current: id)
    }

    @Test(arguments: StoreKind.allCases)
    func `Beyond the bound a login ends the person's oldest session, and its tokens at once`(
      kind: StoreKind
    ) async throws {
      let stage = try await stage(kind, most: 3)
      let app = try await stage.app()
      var users: [TokenResponse] = []
      for _ in 0..<3 {
        users.append(try await stage.user(app))
        stage.clock.advance(1)
      }
      let first = try await stage.desk.check(users[0].accessToken, kind: .user)
      users.append(try await stage.user(app))
      #expect(await stage.check(users[0], .user) == .sessionEnded)
      #expect(reason(try await stage.refresh(users[0].refreshToken)) == .sessionEnded)
      let row = try await stage.store.reading { rows throws(StoreError) in try rows.session(id: first.session) }
      #expect(row?.ended == .tooMany)
      for user in users.dropFirst() { #expect(try await stage.refresh(user.refreshToken).status == 200) }
      #expect(try await stage.desk.liveSessions(user: "ada").count == 3)
    }

    @Test(arguments: StoreKind.allCases)
    func `A login ends an older session of its own device before another device's oldest one`(
      kind: StoreKind
    ) async throws {
      let phone = try await stage(kind, most: 2)
      let tablet = try await another(phone)
      let (own, app) = (try await phone.user(try await phone.app()), try await tablet.app())
      phone.clock.advance(1)
      let before = try await tablet.user(app)
      phone.clock.advance(1)
      let after = try await tablet.user(app)
      #expect(reason(try await tablet.refresh(before.refreshToken)) == .sessionEnded)
      #expect(try await tablet.refresh(after.refreshToken).status == 200)
      #expect(try await phone.refresh(own.refreshToken).status == 200)
      // A device without one ends the oldest of all.
      let third = try await another(phone)
      phone.clock.advance(1)
      let newest = try await third.user(try await third.app())
      #expect(reason(try await phone.refresh(own.refreshToken)) == .sessionEnded)
      #expect(try await third.refresh(newest.refreshToken).status == 200)
    }

    @Test(arguments: StoreKind.allCases)
    func `Sessions from a clock far ahead have places of their own: they push out nobody, and nobody them`(
      kind: StoreKind
    ) async throws {
      let stage = try await stage(kind, most: 3)
      stage.clock.advance(Stage.days(5))
      var (ahead, near): ([TokenResponse], [TokenResponse]) = ([], [])
      let early = try await stage.app()
      for _ in 0..<3 {
        ahead.append(try await stage.user(early))
        stage.clock.advance(1)
      }
      stage.clock.advance(-Stage.days(5))
      let app = try await stage.app()
      for _ in 0..<4 {
        near.append(try await stage.user(app))
        stage.clock.advance(1)
      }
      #expect(reason(try await stage.refresh(near[0].refreshToken)) == .sessionEnded)
      for user in near.dropFirst() { #expect(try await stage.refresh(user.refreshToken).status == 200) }
      stage.clock.advance(Stage.days(5))
      for user in ahead { #expect(try await stage.refresh(user.refreshToken).status == 200) }
      // When that time has come, the bound is one for all of them again.
      _ = try await stage.user(try await stage.renewed(app.refreshToken))
      #expect(try await stage.desk.liveSessions(user: "ada").count == 3)
    }

    @Test(arguments: StoreKind.allCases)
    func `Sessions from a clock far ahead are no more than a person may have either`(kind: StoreKind) async throws {
      let stage = try await stage(kind, most: 3)
      let app = try await stage.app()
      let account = try await stage.desk.check(try await stage.user(app).accessToken, kind: .user).subject
      let later = stage.clock.now + Stage.days(5)
      try await stage.store.transaction { rows throws(StoreError) in
        for number in Int64(0)..<5 {
          try rows.saveSession(
            SessionRow(
              id: "n\(number)", kind: .user, subject: account, device: "d", boundKey: nil, parent: nil,
              tier: .unattested, startedAt: later + number, lastUsedAt: later + number, expiresAt: later + 1000,
              current: "n\(number)"))
        }
      }
      _ = try await stage.user(app)
      let left = try await open(stage, account).map(\.id).filter { $0.hasPrefix("n") }
      #expect(left == ["n4", "n3", "n2"])
    }

    @Test func `A list tells of the sessions of now before those from a clock far ahead`() async throws {
      let stage = try await stage(most: 1000)
      let user = try await stage.user(try await stage.app())
      let account = try await stage.desk.check(user.accessToken, kind: .user).subject
      let (later, most) = (stage.clock.now + Stage.days(5), SessionList.maximumEntries)
      try await stage.store.transaction { rows throws(StoreError) in
        for number in 0..<most {
          try rows.saveSession(
            SessionRow(
              id: "n\(number)", kind: .user, subject: account, device: "d", boundKey: nil, parent: nil,
              tier: .unattested, startedAt: later, lastUsedAt: later, expiresAt: later + 1000, current: "n\(number)"))
        }
      }
      let answer = await stage.send(
        "GET", .sessions,
        [
          "authorization": "DPoP " + user.accessToken,
          TrustRoute.proofHeader: try await stage.proof(.sessions, token: user.accessToken, method: "GET"),
        ])
      let told = try SessionList(reading: answer.body).entries
      #expect(told.count == most && told.last?.isCurrent == true)
    }

    @Test(arguments: StoreKind.allCases)
    func `Sessions that have run out of time make room before any that lives`(kind: StoreKind) async throws {
      let idle: @Sendable (inout SessionRequirement) -> Void = { $0.serverInactivity = .seconds(600) }
      let phone = try await stage(kind, most: 2, idle)
      let tablet = try await another(phone, idle)
      let old = try await phone.user(try await phone.app())
      let session = try await phone.desk.check(old.accessToken, kind: .user).session
      phone.clock.advance(500)
      let app = try await tablet.app()
      let before = try await tablet.user(app)
      phone.clock.advance(200)
      _ = try await tablet.user(app)
      #expect(try await tablet.refresh(before.refreshToken).status == 200)
      let row = try await phone.store.reading { rows throws(StoreError) in try rows.session(id: session) }
      #expect(row?.ended == .idle)
    }

    @Test(arguments: StoreKind.allCases)
    func `Of sessions whose app session is over one makes room, the oldest, and none where another ran out of time`(
      kind: StoreKind
    ) async throws {
      let stage = try await stage(kind, most: 4)
      let app = try await stage.app()
      let account = try await stage.desk.check(try await stage.user(app).accessToken, kind: .user).subject
      let now = stage.clock.now
      try await stage.store.transaction { rows throws(StoreError) in
        let open: [(String, Int64, Int64, String?)] = [
          ("old", 30, 1000, "p"), ("mid", 20, 1000, "q"), ("spent", 10, 0, nil),
        ]
        for (id, ago, rest, parent) in open {
          try rows.saveSession(
            SessionRow(
              id: id, kind: .user, subject: account, device: "d" + id, boundKey: nil, parent: parent, tier: .unattested,
              startedAt: now - ago, lastUsedAt: now - ago, expiresAt: now + rest, current: id))
        }
      }
      func left() async throws -> [String] {
        let ids = try await open(stage, account).map(\.id)
        return ids.filter { ["old", "mid", "spent"].contains($0) }
      }
      for expected in [["mid", "old"], ["mid"], []] {
        _ = try await stage.user(app)
        #expect(try await left() == expected)
      }
      // Those that live were not asked to go for it.
      #expect(try await open(stage, account).count == 4)
    }

    @Test(arguments: StoreKind.allCases)
    func `What was there before the bound ends with the next logins, at most a hundred at once`(
      kind: StoreKind
    ) async throws {
      let stage = try await stage(kind, most: 4)
      let app = try await stage.app()
      let account = try await stage.desk.check(try await stage.user(app).accessToken, kind: .user).subject
      try await stage.store.transaction { rows throws(StoreError) in
        for number in 0..<150 {
          try rows.saveSession(Self.row("n\(number)", account, stage, ago: 1000 - Int64(number)))
        }
      }
      #expect(try await open(stage, account).count == 151)
      _ = try await stage.user(app)
      #expect(try await open(stage, account).count == 51)
      _ = try await stage.user(app)
      #expect(try await open(stage, account).count == 4)
    }

    /// Knows everybody, and has no row for them.
    private struct Directory: IdentityProvider {
      func authenticate(user: String, password: borrowing Secret) async -> IdentityAnswer { .person(account: user) }
    }

    @Test(arguments: StoreKind.allCases)
    func `Logins of one person that race leave no more sessions than the bound`(kind: StoreKind) async throws {
      let options = Stage.Options(identities: Directory(), limits: ServerLimits(sessionsPerPerson: 3))
      let first = try await Stage(store: try kind.make(), options: options)
      var stages = [first]
      for _ in 0..<3 { stages.append(try await Stage(store: first.store, options: options, clock: first.clock)) }
      try await withThrowingTaskGroup(of: Int.self) { group in
        for stage in stages {
          group.addTask {
            let app = try await stage.app()
            var statuses: [Int] = []
            for _ in 0..<4 { statuses.append(try await stage.logIn(app).status) }
            return statuses.count { $0 == 200 }
          }
        }
        for try await count in group { #expect(count == 4) }
      }
      #expect(try await open(first, "ada").count == 3)
    }

    @Test func `A logout everywhere and a change of the password reach more sessions than a list tells`() async throws {
      let stage = try await stage(most: 1000)
      let account = try await stage.desk.check(try await stage.user(try await stage.app()).accessToken, kind: .user)
        .subject
      let (store, most) = (stage.store, SessionList.maximumEntries)
      func fill() async throws {
        try await store.transaction { rows throws(StoreError) in
          for number in 0..<most {
            try rows.saveSession(Self.row("n\(number)", account, stage, ago: 1000 - Int64(number)))
          }
        }
      }
      try await fill()
      #expect(try await stage.desk.endSessions(user: "ada") == most + 1)
      try await fill()
      let ended = try await stage.desk.setPassword(
        user: "ada", password: Secret(copying: Array("correct horse".utf8)))
      #expect(ended == most)
      #expect(try await open(stage, account).isEmpty)
    }

    @Test func `The app session that people's sessions live by is looked for once`() async throws {
      let found = try await InMemoryTrustStore().transaction { rows throws(StoreError) in
        func session(_ id: String, _ kind: TokenKind, _ device: String, parent: String?) -> SessionRow {
          SessionRow(
            id: id, kind: kind, subject: "s", device: device, boundKey: nil, parent: parent, tier: .attested,
            startedAt: 1, lastUsedAt: 1, expiresAt: 9, current: id)
        }
        var (app, gone) = (session("a", .app, "d", parent: nil), session("g", .app, "e", parent: nil))
        gone.ended = .revoked
        try rows.saveSession(app)
        try rows.saveSession(gone)
        var apps = AppSessions(SessionRequirement())
        var found: [SessionRow?] = []
        for name in ["1", "2"] {
          found.append(try apps.parent(of: session("p" + name, .user, "d", parent: "never"), in: rows))
          found.append(try apps.parent(of: session("q" + name, .user, "e", parent: "g"), in: rows))
          // Whoever asked again would find this.
          (app.generation, gone.generation) = (7, 7)
          try rows.saveSession(app)
          try rows.saveSession(gone)
        }
        return found.map { $0?.generation }
      }
      #expect(found == [0, 0, 0, 0])
    }

    @Test func `A person has one session at least, and no more than a list tells`() {
      #expect(ServerLimits(sessionsPerPerson: 0).sessionsPerPerson == 1)
      #expect(ServerLimits(sessionsPerPerson: .max).sessionsPerPerson == SessionList.maximumEntries)
      #expect(ServerLimits().sessionsPerPerson == 32)
    }
  }
#endif
