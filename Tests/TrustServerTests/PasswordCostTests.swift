#if Server
  import Foundation
  import Redaction
  import Testing
  import SecurityPolicy
  import TrustServer
  import TrustWire

  /// What a guess at a password costs, and how hashes that were made with less become better.
  @Suite struct PasswordCostTests {
    private static let weak = PasswordCost(rounds: 1 << 9, blockSize: 8, parallelism: 1)
    private static let strong = PasswordCost(rounds: 1 << 10, blockSize: 8, parallelism: 3)

    private func secret(_ text: String) -> Secret { Secret(copying: Array(text.utf8)) }

    private func opens(_ hash: PasswordHash, _ password: String) -> Bool { hash.matches(secret(password)) }

    private func hash(_ stage: Stage) async throws -> PasswordHash {
      try #require(
        try await stage.store.reading { rows throws(StoreError) in try rows.account(user: "ada")?.password })
    }

    /// Two servers on one store: the one made the account with less work than the other asks for.
    private func stages(_ store: any TrustStore) async throws -> (old: Stage, new: Stage) {
      let old = try await Stage(store: store, options: Stage.Options(passwordCost: Self.weak))
      try await old.addAda()
      var options = old.options
      options.passwordCost = Self.strong
      return (old, try await old.restarted(options: options))
    }

    @Test func `A password rests with 32 MiB and three passes, whoever makes it`() async throws {
      let (clock, store) = (TurnedClock(), InMemoryTrustStore())
      let desk = try await TrustDesk(
        configuration: Stage.configuration(Stage.policy(), .dev, clock, EventLog()), store: store)
      func rest() async throws -> PasswordHash? {
        try await store.reading { rows throws(StoreError) in try rows.account(user: "ada")?.password }
      }
      try await desk.addAccount(user: "ada", password: secret("correct horse"))
      let made = try #require(try await rest())
      #expect(made.rounds == 1 << 15 && made.blockSize == 8 && made.parallelism == 3)
      _ = try await desk.setPassword(user: "ada", password: secret("battery staple"))
      let set = try #require(try await rest())
      #expect(set.cost == made.cost && set.salt != made.salt && opens(set, "battery staple"))
    }

    @Test(arguments: StoreKind.allCases)
    func `A right login hashes a weaker password anew, once; a wrong one, and a server that asks for less, leave it`(
      kind: StoreKind
    ) async throws {
      let (old, new) = try await stages(try kind.make())
      let (before, app) = (try await hash(old), try await new.app())
      #expect(before.cost == Self.weak)
      #expect(reason(try await new.logIn(app, password: "wrong")) == .credentialsInvalid)
      #expect(try await hash(new) == before)
      let user = try await new.user(app)
      let after = try await hash(new)
      #expect(after.cost == Self.strong && after.salt != before.salt && opens(after, "correct horse"))
      #expect(try await new.refresh(user.refreshToken).status == 200)
      _ = try await new.user(app)
      _ = try await old.user(try await old.app())
      #expect(try await hash(new) == after)
      #expect(reason(try await new.logIn(try await new.app(), password: "wrong")) == .credentialsInvalid)
    }

    @Test(arguments: StoreKind.allCases)
    func `Of two right logins with a weaker password none is refused, whenever the other one comes`(
      kind: StoreKind
    ) async throws {
      let store = InterruptedStore(try kind.make())
      let (old, new) = try await stages(store)
      let app = try await new.app()
      var isEnd = false
      for visit in 0..<16 where !isEnd {
        _ = try await old.desk.setPassword(user: "ada", password: secret("correct horse"))
        let (credential, other) = (try await new.credential(), try await new.credential())
        let inner = Locked(0)
        store.interrupt(before: visit) {
          let answer = try? await new.logIn(app, sealed: other)
          inner.set(answer?.status ?? 0)
        }
        #expect(try await new.logIn(app, sealed: credential).status == 200, "before visit \(visit)")
        isEnd = !store.isDone
        #expect(isEnd || inner.value == 200, "before visit \(visit)")
        #expect(try await hash(new).cost == Self.strong)
      }
      #expect(isEnd)
    }

    @Test func `A login is told to come again when there was no room to hash and another one did it`() async throws {
      let store = InterruptedStore(InMemoryTrustStore())
      let (old, other) = try await stages(store)
      let gate = DerivationGate(atOnce: 1, waiting: 0)
      var options = other.options
      options.gate = gate
      let new = try await other.restarted(options: options)
      let app = try await new.app()
      var isEnd = false
      for visit in 0..<16 where !isEnd {
        _ = try await old.desk.setPassword(user: "ada", password: secret("correct horse"))
        let (credential, faster) = (try await new.credential(), try await other.credential())
        let holder = GateHolder()
        store.interrupt(before: visit) {
          await holder.hold(gate)
          _ = try? await other.logIn(app, sealed: faster)
        }
        let answer = try await new.logIn(app, sealed: credential)
        await holder.letGo()
        isEnd = !store.isDone
        #expect(answer.status == 200 || reason(answer) == .rateLimited && !isEnd, "before visit \(visit)")
        #expect(try await new.logIn(app).status == 200, "after visit \(visit)")
      }
      #expect(isEnd)
    }

    @Test func `A password that changes while it is hashed anew opens nothing and stays changed`() async throws {
      let store = InterruptedStore(InMemoryTrustStore())
      let (old, new) = try await stages(store)
      let app = try await new.app()
      var isEnd = false
      for visit in 0..<16 where !isEnd {
        _ = try await old.desk.setPassword(user: "ada", password: secret("correct horse"))
        let credential = try await new.credential()
        store.interrupt(before: visit) {
          _ = try? await new.desk.setPassword(user: "ada", password: Secret(copying: Array("battery staple".utf8)))
        }
        let answer = try await new.logIn(app, sealed: credential)
        isEnd = !store.isDone
        guard !isEnd else { continue }
        #expect(answer.status == 200 || reason(answer) == .credentialsInvalid)
        #expect(try await opens(hash(new), "battery staple"), "before visit \(visit)")
        #expect(try await new.desk.liveSessions(user: "ada").isEmpty, "before visit \(visit)")
      }
      #expect(isEnd)
    }

    @Test func `Whoever changes a weaker password needs the old one and gets a hash of today`() async throws {
      let (_, new) = try await stages(InMemoryTrustStore())
      // Signed in where the hash was left as it was.
      let old = try await new.restarted(options: Stage.Options(passwordCost: Self.weak))
      let user = try await old.user(try await old.app())
      let person = try await new.desk.check(user.accessToken, kind: .user)
      #expect(try await hash(new).cost == Self.weak)
      #expect(
        try await new.desk.changePassword(
          of: person, old: secret("correct horse"), new: secret("battery staple"), address: nil) == 0)
      let after = try await hash(new)
      #expect(after.cost == Self.strong && opens(after, "battery staple"))
    }

    @Test func `A wrong password at a weaker hash takes the work of a new one`() throws {
      func spent(_ hash: PasswordHash, _ password: String, _ least: PasswordCost) -> (isRight: Bool, [PasswordCost]) {
        var costs: [PasswordCost] = []
        let isRight = hash.matches(secret(password), asLongAs: least) { costs.append($0) }
        return (isRight, costs)
      }
      let least = PasswordCost(rounds: 1 << 12, blockSize: 8, parallelism: 3)
      let weak = PasswordCost(rounds: 1 << 11, blockSize: 8, parallelism: 1)
      let salt = [UInt8](repeating: 1, count: 32)
      let new = try PasswordHash(password: secret("right"), salt: salt, cost: least)
      let old = try PasswordHash(password: secret("right"), salt: salt, cost: weak)
      let (isNewRight, newCosts) = spent(new, "wrong", least)
      #expect(!isNewRight && newCosts == [least])
      let (isOldRight, oldCosts) = spent(old, "wrong", least)
      #expect(!isOldRight && oldCosts == [weak, PasswordCost(rounds: 1 << 11, blockSize: 8, parallelism: 5)])
      // What scrypt does is N times r times p.
      func work(_ costs: [PasswordCost]) -> Int {
        costs.reduce(0) { $0 + $1.rounds * $1.blockSize * $1.parallelism }
      }
      #expect(work(oldCosts) == work(newCosts))
      let (isRight, costs) = spent(old, "right", least)
      #expect(isRight && costs == [weak])
    }

    @Test func `Weaker is less memory or less work, and what is missing is counted in passes`() {
      let (standard, before) = (PasswordCost.standard, PasswordCost(rounds: 1 << 14, blockSize: 8, parallelism: 1))
      #expect(before.isWeaker(than: standard) && !standard.isWeaker(than: before) && !standard.isWeaker(than: standard))
      #expect(PasswordCost(rounds: 1 << 14, blockSize: 8, parallelism: 64).isWeaker(than: standard))
      #expect(PasswordCost(rounds: 1 << 15, blockSize: 8, parallelism: 2).isWeaker(than: standard))
      #expect(!PasswordCost(rounds: 1 << 17, blockSize: 8, parallelism: 1).isWeaker(than: standard))
      #expect(before.passes(missingTo: standard) == 5 && standard.passes(missingTo: standard) == 0)
      #expect(standard.passes(missingTo: before) == 0)
    }

    @Test(arguments: [0, -1, 3, 1 << 40, Int.max])
    func `What a store says of a hash that nobody could compute is no match and no crash`(number: Int) {
      for (rounds, size, passes) in [(number, 8, 1), (1 << 10, number, 1), (1 << 10, 8, number)] where number != 3 {
        let hash = PasswordHash(salt: [1], rounds: rounds, blockSize: size, parallelism: passes, hash: [2])
        let isRight = hash.matches(
          secret("any"), asLongAs: PasswordCost(rounds: 1 << 10, blockSize: 8, parallelism: 1))
        #expect(!isRight)
      }
      let odd = PasswordHash(salt: [1], rounds: 3, blockSize: 8, parallelism: 1, hash: [2])
      #expect(!opens(odd, "any"))
    }
  }
#endif
