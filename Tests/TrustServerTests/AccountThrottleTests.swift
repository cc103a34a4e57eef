#if Server
  import Foundation
  import Redaction
  import SecurityPolicy
  import Testing
  import TrustServer
  import TrustWire

  /// Knows one password and answers when the test lets it.
  private final class HeldIdentities: IdentityProvider {
    private let (stream, gate) = AsyncStream.makeStream(of: Void.self)
    let asked = Locked(0)
    let answer = Locked<IdentityAnswer?>(nil)

    func open() { gate.finish() }

    func authenticate(user: String, password: borrowing Secret) async -> IdentityAnswer {
      let isRight = password.isEqual(to: Array("correct horse".utf8))
      asked.change { $0 += 1 }
      if let answer = answer.value { return answer }
      for await _ in stream {}
      return isRight ? .person(account: "directory-7") : .refused
    }
  }

  /// Lets something else happen before a certain visit to the store.
  final class InterruptedStore: TrustStore {
    private let inner: any TrustStore
    private let left = Locked(-1)
    private let action = Locked<(@Sendable () async -> Void)?>(nil)

    init(_ inner: any TrustStore) { self.inner = inner }

    func interrupt(before visit: Int, _ action: @escaping @Sendable () async -> Void) {
      self.action.set(action)
      left.set(visit)
    }

    /// Whether it happened.
    var isDone: Bool { left.value < 0 }

    private func visit() async {
      var isDue = false
      left.change { left in
        isDue = left == 0
        if left >= 0 { left -= 1 }
      }
      if isDue { await action.value?() }
    }

    func transaction<R: Sendable>(
      _ body: @escaping @Sendable (any TrustTransaction) throws(StoreError) -> R
    ) async throws(StoreError) -> R {
      await visit()
      return try await inner.transaction(body)
    }

    func reading<R: Sendable>(
      _ body: @escaping @Sendable (any TrustTransaction) throws(StoreError) -> R
    ) async throws(StoreError) -> R {
      await visit()
      return try await inner.reading(body)
    }
  }

  extension Stage {
    /// A login from an address of one's own.
    func logIn(_ app: TokenResponse, user: String, password: String, from peer: String) async throws -> TrustAnswer {
      let sealed = try await credential(user: user, password: password)
      return await desk.respond(
        to: TrustRequest(
          method: "POST", path: TrustRoute.token.rawValue,
          headers: [
            "content-type": ["application/x-www-form-urlencoded"],
            TrustRoute.appTokenHeader.lowercased(): [app.accessToken],
            TrustRoute.proofHeader.lowercased(): [try await proof(.token, token: app.accessToken)],
          ], body: TokenRequest.userLogin(sealedCredential: sealed).form.bytes, peer: peer))
    }
  }

  @Suite struct AccountThrottleTests {
    @Test(
      "Five wrong passwords lock a name for fifteen minutes, known or not, from wherever", arguments: StoreKind.allCases
    )
    func perName(kind: StoreKind) async throws {
      let stage = try await Stage(store: try kind.make())
      try await stage.addAda()
      let app = try await stage.app()
      for user in ["ada", "nobody"] {
        for turn in 0..<5 {
          let answer = try await stage.logIn(app, user: user, password: "wrong", from: "198.51.100.\(turn)")
          #expect(reason(answer) == .credentialsInvalid)
        }
        let locked = try await stage.logIn(app, user: user, password: "correct horse", from: "203.0.113.9")
        #expect(locked.status == 429 && reason(locked) == .rateLimited && locked.headers["retry-after"] == "900")
      }
      stage.clock.advance(899)
      #expect(reason(try await stage.logIn(app)) == .rateLimited)
      stage.clock.advance(1)
      #expect(try await stage.logIn(app).status == 200)
    }

    @Test func `A lock that a clock far ahead set is none once the clock is right`() async throws {
      let stage = try await Stage()
      try await stage.addAda()
      stage.clock.advance(Stage.days(5))
      let early = try await stage.app()
      for _ in 0..<5 { #expect(reason(try await stage.logIn(early, password: "wrong")) == .credentialsInvalid) }
      #expect(reason(try await stage.logIn(early)) == .rateLimited)
      stage.clock.advance(-Stage.days(5))
      #expect(try await stage.logIn(try await stage.app()).status == 200)
    }

    @Test("A success clears the wrong ones before it")
    func cleared() async throws {
      let stage = try await Stage()
      try await stage.addAda()
      let app = try await stage.app()
      for _ in 0..<3 {
        for _ in 0..<4 { #expect(reason(try await stage.logIn(app, password: "wrong")) == .credentialsInvalid) }
        #expect(try await stage.logIn(app).status == 200)
      }
    }

    @Test("After a lock the count begins anew")
    func again() async throws {
      let stage = try await Stage()
      let app = try await stage.app()
      for _ in 0..<5 { _ = try await stage.logIn(app, password: "wrong") }
      stage.clock.advance(900)
      for _ in 0..<5 { #expect(reason(try await stage.logIn(app, password: "wrong")) == .credentialsInvalid) }
      #expect(reason(try await stage.logIn(app, password: "wrong")) == .rateLimited)
    }

    @Test("Thirty wrong passwords from one address lock the address, an IPv6 one by its /64, and lock nobody else out")
    func perAddress() async throws {
      let stage = try await Stage()
      try await stage.addAda()
      let app = try await stage.app()
      for turn in 0..<30 {
        let answer = try await stage.logIn(app, user: "u\(turn)", password: "wrong", from: "2001:db8:0:1::\(turn)")
        #expect(reason(answer) == .credentialsInvalid)
      }
      let good = "correct horse"
      #expect(
        reason(try await stage.logIn(app, user: "ada", password: good, from: "2001:db8:0:1:f::1")) == .rateLimited)
      for _ in 0..<9 { _ = try await stage.logIn(app, user: "ada", password: "wrong", from: "2001:db8:0:1::9") }
      #expect(try await stage.logIn(app, user: "ada", password: good, from: "2001:db8:0:2::1").status == 200)
      stage.clock.advance(900)
      #expect(try await stage.logIn(app, user: "ada", password: good, from: "2001:db8:0:1::9").status == 200)
    }

    @Test("How many wrong passwords lock an address is the operator's to say")
    func perAddressSaid() async throws {
      let stage = try await Stage(options: Stage.Options(limits: ServerLimits(wrongPerAddress: 3)))
      let app = try await stage.app()
      var statuses: [Int] = []
      for turn in 0..<4 {
        statuses.append(
          try await stage.logIn(app, user: "u\(turn)", password: "wrong", from: "192.0.2.1").status)
      }
      #expect(statuses == [400, 400, 400, 429])
    }

    @Test("One's own account opens no way to guess at others' from the same address")
    func noLaundering() async throws {
      let stage = try await Stage()
      try await stage.addAda()
      let app = try await stage.app()
      var limited = 0
      for turn in 0..<40 {
        if turn % 3 == 0 { _ = try await stage.logIn(app, user: "ada", password: "correct horse", from: "192.0.2.1") }
        let answer = try await stage.logIn(app, user: "u\(turn)", password: "wrong", from: "192.0.2.1")
        if reason(answer) == .rateLimited { limited += 1 }
      }
      #expect(limited == 10)
    }

    @Test(
      "Parallel guesses count before they are compared: five get an answer, whatever the order",
      arguments: StoreKind.allCases)
    func parallel(kind: StoreKind) async throws {
      let stage = try await Stage(store: try kind.make())
      try await stage.addAda()
      let app = try await stage.app()
      let reasons = try await withThrowingTaskGroup(of: RefusalReason?.self) { group in
        for _ in 0..<20 { group.addTask { reason(try await stage.logIn(app, password: "wrong")) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(reasons.filter { $0 == .credentialsInvalid }.count == 5)
      #expect(reasons.filter { $0 == .rateLimited }.count == 15)
    }

    @Test("A success in parallel does not lift the lock that wrong passwords set after it began")
    func successKeepsLock() async throws {
      let provider = HeldIdentities()
      let stage = try await Stage(options: Stage.Options(identities: provider))
      let app = try await stage.app()
      let right = Task { try await stage.logIn(app) }
      while provider.asked.value < 1 { await Task.yield() }
      let wrong = (0..<5).map { _ in Task { try await stage.logIn(app, password: "wrong") } }
      // Four more are counted while the first one waits; the fourth of them locks, and the last is not looked at.
      while provider.asked.value < 5 { await Task.yield() }
      provider.open()
      #expect(try await right.value.status == 200)
      var reasons: [RefusalReason?] = []
      for task in wrong { reasons.append(reason(try await task.value)) }
      #expect(reasons.filter { $0 == .credentialsInvalid }.count == 4)
      #expect(reason(try await stage.logIn(app)) == .rateLimited)
    }

    @Test(
      "A login that was on its way when its app session ended leaves no session behind", arguments: StoreKind.allCases)
    func logoutDuringLogin(kind: StoreKind) async throws {
      let provider = HeldIdentities()
      let stage = try await Stage(store: try kind.make(), options: Stage.Options(identities: provider))
      let app = try await stage.app()
      let login = Task { try await stage.logIn(app) }
      while provider.asked.value < 1 { await Task.yield() }
      let session = try await stage.desk.check(app.accessToken, kind: .app).session
      #expect(try await stage.desk.endSession(id: session))
      provider.open()
      #expect(reason(try await login.value) == .sessionEnded)
      let live = try await stage.store.reading { rows throws(StoreError) in try rows.liveSessions(now: 0, limit: 9) }
      #expect(live.isEmpty)
    }

    @Test(
      "A login with the old password leaves no session behind, at whatever moment the password was changed",
      arguments: StoreKind.allCases)
    func passwordDuringLogin(kind: StoreKind) async throws {
      let store = InterruptedStore(try kind.make())
      let stage = try await Stage(store: store)
      try await stage.addAda()
      let app = try await stage.app()
      for visit in 0..<12 {
        _ = try await stage.desk.setPassword(user: "ada", password: secret("correct horse"))
        let credential = try await stage.credential()
        store.interrupt(before: visit) {
          _ = try? await stage.desk.setPassword(
            user: "ada", password: Secret(copying: Array("battery staple".utf8)))
        }
        let answer = try await stage.logIn(app, sealed: credential)
        guard store.isDone else {
          #expect(visit > 4 && answer.status == 200)
          break
        }
        #expect(answer.status == 200 || reason(answer) == .credentialsInvalid)
        #expect(try await stage.desk.liveSessions(user: "ada").isEmpty, "before visit \(visit)")
      }
      #expect(!store.isDone)
    }

    @Test("Another directory can know the people; when it cannot look nobody is counted")
    func otherProvider() async throws {
      let provider = HeldIdentities()
      let stage = try await Stage(options: Stage.Options(identities: provider))
      let app = try await stage.app()
      for (answer, status, reasonWanted) in [
        (IdentityAnswer.unavailable, 503, RefusalReason.unavailable), (.busy, 429, .rateLimited),
      ] {
        provider.answer.set(answer)
        for _ in 0..<6 {
          let refused = try await stage.logIn(app)
          #expect(refused.status == status && reason(refused) == reasonWanted)
        }
      }
      provider.answer.set(.person(account: "directory-7"))
      let user = try TokenResponse(reading: try await stage.logIn(app).body)
      let token = try await stage.desk.check(user.accessToken, kind: .user)
      #expect(token.subject == "directory-7")
    }

    @Test("A login beyond the places at the derivations is told to wait and is not counted against its name")
    func bounded() async throws {
      let gate = DerivationGate(atOnce: 1, waiting: 1)
      var options = Stage.Options()
      options.gate = gate
      let stage = try await Stage(options: options)
      try await stage.addAda()
      let app = try await stage.app()
      let holder = GateHolder()
      await holder.hold(gate)
      let queued = Task { await gate.run { 1 } }
      while !gate.isFull { await Task.yield() }
      for _ in 0..<6 {
        let answer = try await stage.logIn(app, password: "wrong")
        #expect(answer.status == 429 && reason(answer) == .rateLimited && answer.headers["retry-after"] == "2")
      }
      await holder.letGo()
      #expect(await queued.value == 1)
      for _ in 0..<5 { #expect(reason(try await stage.logIn(app, password: "wrong")) == .credentialsInvalid) }
      let locked = try await stage.logIn(app)
      #expect(locked.status == 429 && locked.headers["retry-after"] == "900")
    }

    private func secret(_ text: String) -> Secret { Secret(copying: Array(text.utf8)) }

    @Test(
      "A changed password needs the old one, ends the other sessions and keeps this one", arguments: StoreKind.allCases)
    func change(kind: StoreKind) async throws {
      let stage = try await Stage(store: try kind.make())
      try await stage.addAda()
      let app = try await stage.app()
      let (mine, other) = (try await stage.user(app), try await stage.user(app))
      let person = try await stage.desk.check(mine.accessToken, kind: .user)
      await #expect(throws: RefusalBody(.invalidGrant, .credentialsInvalid, "name or password is wrong")) {
        try await stage.desk.changePassword(
          of: person, old: secret("wrong"), new: secret("battery staple"), address: nil)
      }
      await #expect(throws: RefusalBody.self) {
        try await stage.desk.changePassword(
          of: person, old: secret("correct horse"), new: secret("short"), address: nil)
      }
      #expect(
        try await stage.desk.changePassword(
          of: person, old: secret("correct horse"), new: secret("battery staple"), address: nil) == 1)
      #expect(reason(try await stage.refresh(other.refreshToken)) == .sessionEnded)
      #expect(await stage.check(other, .user) == .sessionEnded)
      #expect(try await stage.refresh(mine.refreshToken).status == 200)
      #expect(reason(try await stage.logIn(app)) == .credentialsInvalid)
      #expect(try await stage.logIn(app, password: "battery staple").status == 200)
    }

    @Test("Guessing the old password locks like guessing at login, and an ended session changes nothing")
    func changeGuessed() async throws {
      let stage = try await Stage()
      try await stage.addAda()
      let app = try await stage.app()
      let user = try await stage.user(app)
      let person = try await stage.desk.check(user.accessToken, kind: .user)
      for _ in 0..<5 {
        _ = try? await stage.desk.changePassword(
          of: person, old: secret("wrong"), new: secret("battery staple"), address: nil)
      }
      #expect(reason(try await stage.logIn(app)) == .rateLimited)
      stage.clock.advance(900)
      #expect(try await stage.desk.endSessions(user: "ada") == 1)
      do throws(RefusalBody) {
        _ = try await stage.desk.changePassword(
          of: person, old: secret("correct horse"), new: secret("battery staple"), address: nil)
        Issue.record("an ended session changed the password")
      } catch { #expect(error.reason == .sessionEnded) }
    }

    @Test("A password that an operator sets opens the account, ends all its sessions and lifts the lock")
    func reset() async throws {
      let stage = try await Stage()
      try await stage.addAda()
      let app = try await stage.app()
      let user = try await stage.user(app)
      for _ in 0..<5 { _ = try await stage.logIn(app, password: "wrong") }
      #expect(try await stage.desk.setPassword(user: "ada", password: secret("battery staple")) == 1)
      #expect(try await stage.desk.setPassword(user: "nobody", password: secret("battery staple")) == nil)
      #expect(reason(try await stage.refresh(user.refreshToken)) == .sessionEnded)
      #expect(try await stage.logIn(app, password: "battery staple").status == 200)
      await #expect(throws: TrustServerError.accountUnusable) {
        try await stage.desk.setPassword(user: "ada", password: secret("short"))
      }
    }
  }
#endif
