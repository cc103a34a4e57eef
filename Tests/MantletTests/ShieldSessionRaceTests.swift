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

/// What is found while the server is asked.
@Suite(.timeLimit(.minutes(15))) struct ShieldSessionRaceTests {
  private let probes = SetProbes()
  private let holder = AnswerHolder()

  private func stage(_ reaction: IntegrityReaction) async throws -> Stage {
    let slice = try testSlice { $0.integrity.reactions[.release, .hooks] = reaction }
    return try await Stage(slice: slice) { [probes, holder] adapters in
      adapters.check = SecurityCheck(facts: probes, sources: [probes])
      let transport = adapters.transport
      adapters.transport = InMemoryTransport { request, body async throws(NetworkError) in
        let answer = try await transport.send(request, body: body)
        if request.place == TrustRoute.token.rawValue { await holder.answered() }
        return answer
      }
    }
  }

  /// Hooks are found by a return to the foreground while the server's answer to `call` is on its way.
  private func find(
    _ stage: Stage, passing: Int = 0, during call: @escaping @Sendable () async throws -> Void
  ) async throws -> (any Error)? {
    let watch = try stage.shield.integrityWatch(insecureProfile: .release) { _ in }
    holder.hold(passing: passing)
    let task = Task { try await call() }
    await holder.untilThere()
    probes.set(hooked: true)
    await watch.enteredForeground()
    holder.letGo()
    let error: (any Error)?
    do {
      try await task.value
      error = nil
    } catch let met {
      error = met
    }
    probes.set()
    return error
  }

  private func isForbidden(_ error: (any Error)?) -> Bool {
    guard case .sessionForbidden(let decision) = error as? ShieldError else { return false }
    return decision.findings.map(\.category) == [.hooks]
  }

  private func expectShut(_ stage: Stage, by reaction: IntegrityReaction) async throws {
    let state = try await stage.shield.state()
    switch reaction {
    case .lock: #expect(state.lock == .device)
    case .wipe: #expect(!state.hasPerson)
    default: #expect(state == .ended(.deviceInsecure))
    }
  }

  @Test(
    "An accepted report opens nothing that was shut on its way",
    arguments: [IntegrityReaction.lock, .endSession, .wipe])
  func enrols(reaction: IntegrityReaction) async throws {
    let stage = try await stage(reaction)
    try await stage.shield.enroll()
    try await stage.shield.logIn(user: "ada", password: Secret(copying: "horse-4711".utf8))
    let error = try await find(stage) { try await stage.shield.enroll() }
    #expect(isForbidden(error), "\(String(describing: error))")
    try await expectShut(stage, by: reaction)
    // A later check that is clean opens it for the person.
    try await stage.shield.enroll()
    if reaction == .lock { #expect(try await stage.shield.state().lock == .stepUp) }
  }

  @Test(
    "Nobody is signed in by an answer that was on its way when the session was shut",
    arguments: [IntegrityReaction.lock, .endSession, .wipe], [false, true])
  func signsIn(reaction: IntegrityReaction, isWhole: Bool) async throws {
    let stage = try await stage(reaction)
    if !isWhole { try await stage.shield.enroll() }
    let error = try await find(stage, passing: isWhole ? 1 : 0) {
      let password = Secret(copying: "horse-4711".utf8)
      if isWhole {
        try await stage.shield.authenticate(user: "ada", password: password)
      } else {
        try await stage.shield.logIn(user: "ada", password: password)
      }
    }
    if isWhole {
      #expect((error as? AuthenticationError)?.code == .securityInsufficient, "\(String(describing: error))")
    } else {
      #expect(isForbidden(error), "\(String(describing: error))")
    }
    try await expectShut(stage, by: reaction == .lock ? .endSession : reaction)
    // The server hears of the session that nobody has.
    while stage.server.state.withLock({ $0.revoked.isEmpty }) { await Task.yield() }
    try await stage.shield.authenticate(user: "ada", password: Secret(copying: "horse-4711".utf8))
    #expect(try await stage.shield.state() == .active)
  }

  @Test("A first half that was answered too late is followed by no second one")
  func halves() async throws {
    let stage = try await stage(.endSession)
    let error = try await find(stage) {
      try await stage.shield.authenticate(user: "ada", password: Secret(copying: "horse-4711".utf8))
    }
    #expect((error as? AuthenticationError)?.code == .securityInsufficient)
    #expect(stage.requests(.token).count == 1)
  }
}
