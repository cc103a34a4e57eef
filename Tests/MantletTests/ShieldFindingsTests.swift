import AppIntegrity
import AppSession
import HTTPTypes
import Mantlet
import NetworkTrust
import Redaction
import SecretStorage
import SecurityPolicy
import SecurityTesting
import Synchronization
import Testing
import TrustWire

/// What findings leave behind: several of them, and a server that does not answer.
@Suite(.timeLimit(.minutes(15))) struct ShieldFindingsTests {
  private let probes = SetProbes()
  private let holder = AnswerHolder()

  /// A device whose release build ends the session of a hooked app, and whose server can keep one answer of `route` back.
  private func stage(_ route: TrustRoute, patience: Int = .max) async throws -> Stage {
    let stage = try await Stage(slice: try testSlice { $0.integrity.reactions[.release, .hooks] = .endSession }) {
      [probes, holder] adapters in
      adapters.check = SecurityCheck(facts: probes, sources: [probes])
      let transport = adapters.transport
      adapters.transport = InMemoryTransport { request, body async throws(NetworkError) in
        if request.place == route.rawValue { await holder.answered(patience: patience) }
        return try await transport.send(request, body: body)
      }
    }
    try await stage.shield.enroll()
    try await logIn(stage)
    return stage
  }

  private func logIn(_ stage: Stage) async throws {
    try await stage.shield.logIn(user: "ada", password: Secret(copying: "horse-4711".utf8))
  }

  /// A decision whose one finding has this reaction.
  private func decision(_ reaction: IntegrityReaction) -> ReactionDecision {
    var rules = ReactionRules()
    rules[.release, .hooks] = reaction
    let signals = [ThreatCategory.privilegedAccess, .hooks, .debug].map { category in
      Signal(
        probe: "p", category: category, strength: .strong, family: .mappings,
        observation: category == .hooks ? .detected : .clean)
    }
    return ReactionDecision(Assessment(signals), rules: rules, profile: .release)
  }

  @Test("The app is told of the end of its session while the server keeps its answer back, and a crash loses nothing")
  func endsAtOnce() async throws {
    let stage = try await stage(.revoke, patience: 1_000_000)
    let told = Mutex<[SessionState?]>([])
    let watch = try stage.shield.integrityWatch(insecureProfile: .release) { [weak shield = stage.shield] _ in
      let state = try? await shield?.state()
      told.withLock { $0.append(state) }
    }
    holder.hold()
    probes.set(hooked: true)
    await watch.enteredForeground()
    #expect(told.withLock { $0 } == [.ended(.deviceInsecure)])
    // The server knows nothing yet: what the next start would tell it lies there.
    try #require(stage.server.state.withLock { $0.revoked.isEmpty })
    let next = try await Stage(stage.device)
    while next.server.state.withLock({ $0.revoked.isEmpty }) { await Task.yield() }
    // And this start goes on with it.
    holder.letGo()
    while stage.server.state.withLock({ $0.revoked.isEmpty }) { await Task.yield() }
    #expect(next.server.state.withLock { $0.revoked } == stage.server.state.withLock { $0.revoked })
  }

  @Test("A watch whose shield is gone tells of the end of the session, and the server hears of it afterwards")
  func endsWithoutShield() async throws {
    final class Gone {
      weak var shield: Shield?
    }
    let gone = Gone()
    func made() async throws -> (IntegrityWatch, TinyServer) {
      let stage = try await stage(.revoke, patience: 1_000_000)
      gone.shield = stage.shield
      return (try stage.shield.integrityWatch(insecureProfile: .release) { _ in }, stage.server)
    }
    let (watch, server) = try await made()
    while gone.shield != nil { await Task.yield() }
    holder.hold()
    probes.set(hooked: true)
    #expect(await watch.beforeSession()?.reaction == .endSession)
    try #require(server.state.withLock { $0.revoked.isEmpty })
    holder.letGo()
    while server.state.withLock({ $0.revoked.isEmpty }) { await Task.yield() }
  }

  @Test(
    "Of two findings while a report is answered the harder one is told and stands, and the lock stays for the next person",
    arguments: [[IntegrityReaction.lock, .endSession], [.endSession, .lock]])
  func two(reactions: [IntegrityReaction]) async throws {
    let stage = try await stage(.token)
    holder.hold()
    let task = Task { [shield = stage.shield] in try await shield.enroll() }
    await holder.untilThere()
    for reaction in reactions { try await stage.shield.react(to: decision(reaction)) { Issue.record("ended") } }
    holder.letGo()
    await #expect(throws: ShieldError.sessionForbidden(decision(.endSession))) { try await task.value }
    #expect(try await stage.shield.state() == .ended(.deviceInsecure))
    try await logIn(stage)
    #expect(try await stage.shield.state().lock == .device)
    try await stage.shield.enroll()
    #expect(try await stage.shield.state().lock == .stepUp)
  }

  @Test("Of two findings while a person signs in the harder one is told")
  func twoAtLogIn() async throws {
    let stage = try await stage(.token)
    holder.hold()
    let task = Task { [shield = stage.shield] in
      try await shield.logIn(user: "ada", password: Secret(copying: "horse-4711".utf8))
    }
    await holder.untilThere()
    for reaction in [IntegrityReaction.wipe, .lock] { try await stage.shield.react(to: decision(reaction)) {} }
    holder.letGo()
    await #expect(throws: ShieldError.sessionForbidden(decision(.wipe))) { try await task.value }
    #expect(try await !stage.shield.state().hasPerson)
  }
}
