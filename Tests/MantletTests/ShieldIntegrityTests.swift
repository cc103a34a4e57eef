import AppIntegrity
import AppSession
import Foundation
import Mantlet
import Redaction
import SecurityPolicy
import SecretStorage
import SecurityTesting
import Synchronization
import Testing
import TrustWire

@Suite(.timeLimit(.minutes(15))) struct ShieldIntegrityTests {
  private func loggedIn() async throws -> Stage {
    let stage = try await Stage()
    try await stage.shield.enroll()
    try await stage.shield.logIn(user: "ada", password: Secret(copying: "horse-4711".utf8))
    return stage
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

  @Test("What is only reported or shown changes nothing", arguments: [IntegrityReaction.reportOnly, .warn])
  func nothing(reaction: IntegrityReaction) async throws {
    let stage = try await loggedIn()
    try await stage.shield.react(to: decision(reaction)) { Issue.record("ended") }
    #expect(try await stage.shield.state() == .active)
  }

  @Test("Lock, end of session and erasure shut the session")
  func shut() async throws {
    let locked = try await loggedIn()
    try await locked.shield.react(to: decision(.lock)) { Issue.record("ended") }
    #expect(try await locked.shield.state().lock == .device)

    let ended = try await loggedIn()
    try await ended.shield.react(to: decision(.endSession)) { Issue.record("ended") }
    #expect(try await ended.shield.state() == .ended(.deviceInsecure))

    let wiped = try await loggedIn()
    #expect(await wiped.secrets.names().contains { $0.text == "data-owner" })
    try await wiped.shield.react(to: decision(.wipe)) { Issue.record("ended") }
    #expect(try await wiped.shield.state() != .active)
    #expect(await !wiped.secrets.names().contains { $0.text == "data-owner" })
  }

  @Test("The end of the process comes after the lock")
  func terminate() async throws {
    let stage = try await loggedIn()
    let ends = Mutex(0)
    try await stage.shield.react(to: decision(.terminate)) { ends.withLock { $0 += 1 } }
    #expect(ends.withLock { $0 } == 1)
    #expect(try await stage.shield.state().lock == .device)
  }

  @Test("A watch reacts before the app is told")
  func watch() async throws {
    let stage = try await loggedIn()
    let ends = Mutex(0)
    let told = Mutex<[Int]>([])
    // The device of these tests is under a debugger.
    let watch = try stage.shield.integrityWatch(insecureProfile: .release, exit: { ends.withLock { $0 += 1 } }) { _ in
      told.withLock { $0.append(ends.withLock { $0 }) }
    }
    let start = Task { await watch.run() }
    while told.withLock({ $0.isEmpty }) { await Task.yield() }
    start.cancel()
    await start.value
    #expect(told.withLock { $0 } == [1])
    #expect(await watch.beforeSession()?.reaction == .endSession)
    #expect(ends.withLock { $0 } == 1)
    #expect(try await stage.shield.state() == .ended(.deviceInsecure))
    let quiet = try stage.shield.integrityWatch(insecureProfile: .debug, exit: { Issue.record("ended") }) { _ in }
    #expect(await quiet.beforeSession()?.reaction == .reportOnly)
  }

  @Test(
    "A check that cannot be made has the reaction of an open question, and the app is told afterwards",
    arguments: [IntegrityReaction.warn, .lock, .endSession, .terminate])
  func unmade(reaction: IntegrityReaction) async throws {
    var policy = try testPolicy()
    policy.integrity.reactions.releaseWhenUndetermined = reaction
    let slice = try #require(policy.slice(for: .dev))
    let stage = try await Stage(slice: slice)
    try await stage.shield.enroll()
    try await stage.shield.logIn(user: "ada", password: Secret(copying: "horse-4711".utf8))
    stage.device.namelessness.turnOn()
    let ends = Mutex(0)
    let told = Mutex<[(IntegrityWatch.Notice, SessionState?)]>([])
    func watch(_ profile: BuildProfile) throws -> IntegrityWatch {
      try stage.shield.integrityWatch(insecureProfile: profile, exit: { ends.withLock { $0 += 1 } }) { notice in
        let state = try? await stage.shield.state()
        told.withLock { $0.append((notice, state)) }
      }
    }
    #expect(try await watch(.debug).beforeSession() == nil)
    #expect(try await stage.shield.state() == .active)
    #expect(try await watch(.release).beforeSession() == nil)
    let heard = told.withLock { $0 }
    #expect(heard.map(\.0) == [.failed(.session, .systemUnknown), .failed(.session, .systemUnknown)])
    let state = try await stage.shield.state()
    #expect(heard.map(\.1) == [.active, state])
    #expect(ends.withLock { $0 } == (reaction == .terminate ? 1 : 0))
    switch reaction {
    case .warn: #expect(state == .active)
    case .endSession: #expect(state == .ended(.deviceInsecure))
    default: #expect(state.lock == .device)
    }
  }

  @Test("What the device's own check forbids has the server's words, the primary one first")
  func forbidden() {
    func codes(_ observations: [(ThreatCategory, Signal.Observation)]) -> AuthenticationError {
      var rules = ReactionRules()
      for category in [ThreatCategory.privilegedAccess, .hooks, .appIntegrity, .debug, .simulator] {
        rules[.release, category] = .lock
      }
      rules[.release, .passcode] = .warn
      rules.releaseWhenUndetermined = .lock
      let signals = observations.map {
        Signal(probe: "p", category: $0, strength: .strong, family: .mappings, observation: $1)
      }
      let decision = ReactionDecision(Assessment(signals), rules: rules, profile: .release)
      return AuthenticationError(.sessionForbidden(decision))
    }
    let clean: [(ThreatCategory, Signal.Observation)] = [
      (.privilegedAccess, .clean), (.hooks, .clean), (.debug, .clean),
    ]
    #expect(codes([(.privilegedAccess, .detected)] + clean[1...]) == .securityInsufficient([.rejectedBecauseRooted]))
    for category in [ThreatCategory.hooks, .appIntegrity, .debug] {
      let others = clean.filter { $0.0 != category }
      #expect(codes([(category, .detected)] + others) == .securityInsufficient([.rejectedBecauseHooked]), "\(category)")
    }
    #expect(
      codes([(.debug, .detected), (.hooks, .detected), (.privilegedAccess, .detected)])
        == .securityInsufficient([.rejectedBecauseRooted, .rejectedBecauseHooked]))
    #expect(codes(clean + [(.simulator, .detected)]) == .securityInsufficient([.unknown]))
    // What is only shown forbids nothing.
    #expect(
      codes([(.privilegedAccess, .detected), (.passcode, .detected)] + clean[1...])
        == .securityInsufficient([.rejectedBecauseRooted]))
    #expect(codes(Array(clean[1...])) == .securityInsufficient([.unknown]))
  }

  @Test("A refused device is told with every code, everything else by one flat code with its error")
  func errors() {
    let body = RefusalBody(.accessDenied, .deviceRefused, codes: [.osVersionTooLow, .rejectedBecauseHooked], "no")
    #expect(
      AuthenticationError(.session(.refused(body)))
        == .securityInsufficient([.osVersionTooLow, .rejectedBecauseHooked]))
    let table: [(ShieldError, StartAuthenticationErrorCode)] = [
      (.session(.unreachable), .notReachable), (.session(.untrustedServer("x")), .serverNotTrusted),
      (.session(.refused(RefusalBody(.accessDenied, .unattestedRefused, "no"))), .attestationMissing),
      (.session(.refused(RefusalBody(.invalidGrant, .credentialsInvalid, "no"))), .credentialsInvalid),
      (.session(.busy(.unavailable, retryAfter: nil)), .tryAgainLater), (.session(.locked(.device)), .locked),
      (.integrity(.systemUnknown), .checkFailed), (.policyUntrusted, .policyOutdated),
    ]
    for (error, code) in table {
      #expect(AuthenticationError(error) == .failed(code, error) && AuthenticationError(error).code == code)
    }
  }
}
