import AppSession
import Foundation
import SecurityPolicy
import SecurityTesting
import Testing
import TrustWire

@Suite(.timeLimit(.minutes(1))) struct SessionTests {
  private static func refused(_ reason: RefusalReason) -> SessionError {
    .refused(RefusalBody(.invalidGrant, reason, "no"))
  }

  /// Enrols and signs in with answers 1 and 2, then answers as `rest` says.
  private static func loggedIn(
    _ rest: @escaping ScriptedExchange.Script = { .success(Stage.answer($1)) }
  ) async throws -> Stage {
    let stage = Stage { request, number in
      number <= 2 ? .success(Stage.answer(number)) : await rest(request, number)
    }
    try await stage.logIn()
    return stage
  }

  @Test("Enrolling sends the report and keeps the AppToken over a launch")
  func enroll() async throws {
    let stage = Stage()
    await #expect(throws: SessionError.notEnrolled) { try await stage.session.token(.app) }
    #expect(try await stage.session.enroll(report: "signed") == .unattested)
    #expect(stage.exchange.asked.map(\.request) == [.deviceReport(compact: "signed")])
    #expect(try await stage.relaunched().token(.app).access.exposedText() == "access-1")
    await #expect(throws: SessionError.notLoggedIn) { try await stage.session.token(.user) }
  }

  @Test("A login goes out sealed, under the AppToken, with a proof for the token endpoint")
  func logIn() async throws {
    let stage = try await Self.loggedIn()
    let asked = try #require(stage.exchange.asked.last)
    #expect(asked.appToken == "access-1")
    guard case .userLogin(let sealed) = asked.request else {
      Issue.record("no login was sent")
      return
    }
    let opened = try LoginCredential.open(sealed, privateKey: Stage.loginKey, appToken: "access-1")
    #expect(opened.user == "ada" && opened.password == "correct horse")
    let proof = try ProofOfPossession.verify(
      try #require(asked.proof), method: "POST", address: stage.exchange.address, token: "access-1", now: stage.now,
      tolerance: 0)
    #expect(proof.key == stage.key.publicKey)
    #expect(try await stage.session.isLoggedIn())
    #expect(try await stage.relaunched().isLoggedIn())
  }

  @Test("Headers carry both tokens and a fresh proof for exactly this request and UserToken")
  func headers() async throws {
    let stage = try await Self.loggedIn()
    let address = "https://trust.test/v1/records"
    var identifiers: Set<String> = []
    for _ in 0..<2 {
      let headers = Dictionary(
        uniqueKeysWithValues: try await stage.session.headers(method: "PUT", address: address)
          .map { ($0.name, $0.value) })
      #expect(headers.count == 3)
      #expect(headers["Mantlet-App-Token"] == "access-1")
      #expect(headers["Authorization"] == "DPoP access-2")
      let proof = try ProofOfPossession.verify(
        try #require(headers["DPoP"]), method: "PUT", address: address, token: "access-2", now: stage.now,
        tolerance: 0)
      #expect(proof.key == stage.key.publicKey)
      identifiers.insert(proof.identifier)
    }
    #expect(identifiers.count == 2)
    #expect(stage.exchange.asked.count == 2)
  }

  @Test("A token is refreshed within a minute of its end and not before")
  func early() async throws {
    let stage = try await Self.loggedIn()
    stage.clock.advance(bySeconds: 1739)
    #expect(try await stage.session.token(.user).access.exposedText() == "access-2")
    stage.clock.advance(bySeconds: 1)
    #expect(try await stage.session.token(.user).access.exposedText() == "access-3")
    let asked = try #require(stage.exchange.asked.last)
    #expect(stage.exchange.asked.count == 3)
    #expect(asked.request == .refresh(token: "refresh-2"))
    _ = try ProofOfPossession.verify(
      try #require(asked.proof), method: "POST", address: stage.exchange.address, token: nil, now: stage.now)
  }

  @Test("Twenty callers at once make one exchange and all get its token")
  func concurrent() async throws {
    let looks = Gate()
    let stage = try await Self.loggedIn { _, number in
      await looks.pass()
      return .success(Stage.answer(number))
    }
    stage.clock.advance(bySeconds: 1800)
    let before = stage.looks.count
    let tokens = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<20 {
        group.addTask { try await stage.session.token(.app).access.exposedText() }
      }
      // Each caller reads the clock once on its way in: after twenty of them everybody waits for the exchange.
      while stage.looks.count < before + 20 || stage.exchange.asked.count < 3 { await Task.yield() }
      for _ in 0..<100 { await Task.yield() }
      looks.open()
      var tokens: [String] = []
      for try await token in group { tokens.append(token) }
      return tokens
    }
    #expect(tokens == Array(repeating: "access-3", count: 20))
    #expect(stage.exchange.asked.count == 3)
  }

  @Test("Cancelling a caller does not cancel the exchange: the new tokens are kept")
  func cancelled() async throws {
    let gate = Gate()
    let stage = try await Self.loggedIn { _, number in
      await gate.pass()
      return Task.isCancelled ? .failure(.unreachable) : .success(Stage.answer(number))
    }
    let caller = Task { try await stage.session.refresh(.user) }
    while stage.exchange.asked.count < 3 { await Task.yield() }
    caller.cancel()
    gate.open()
    _ = await caller.result
    #expect(try await stage.session.token(.user).access.exposedText() == "access-3")
    #expect(try await stage.relaunched().token(.user).refresh.exposedText() == "refresh-3")
    #expect(stage.exchange.asked.count == 3)
  }

  @Test("A lost answer keeps the old refresh token, which is asked again")
  func lostAnswer() async throws {
    let stage = try await Self.loggedIn { _, number in
      number == 3 ? .failure(.unreachable) : .success(Stage.answer(number))
    }
    await #expect(throws: SessionError.unreachable) { try await stage.session.refresh(.user) }
    #expect(try await stage.relaunched().token(.user).refresh.exposedText() == "refresh-2")
    try await stage.session.refresh(.user)
    #expect(stage.exchange.asked.last?.request == .refresh(token: "refresh-2"))
    #expect(try await stage.relaunched().token(.user).refresh.exposedText() == "refresh-4")
  }

  @Test("A save that fails is told, the new tokens stay in hand and the old ones in the store")
  func saveFailure() async throws {
    let stage = try await Self.loggedIn()
    await stage.store.setFailing(true)
    await #expect(throws: SessionError.storage) { try await stage.session.refresh(.user) }
    #expect(try await stage.session.token(.user).refresh.exposedText() == "refresh-3")
    #expect(try await stage.relaunched().token(.user).refresh.exposedText() == "refresh-2")
    await stage.store.setFailing(false)
    try await stage.session.refresh(.user)
    #expect(stage.exchange.asked.last?.request == .refresh(token: "refresh-3"))
    #expect(try await stage.relaunched().token(.user).refresh.exposedText() == "refresh-4")
  }

  @Test(
    "A refusal of the refresh token itself ends the session at once, on disk too",
    arguments: [RefusalReason.tokenReused, .tokenExpired, .tokenInvalid, .sessionEnded])
  func ended(reason: RefusalReason) async throws {
    let stage = try await Self.loggedIn { _, _ in .failure(Self.refused(reason)) }
    await #expect(throws: SessionError.ended) { try await stage.session.refresh(.user) }
    #expect(try await !stage.session.isLoggedIn())
    #expect(try await !stage.relaunched().isLoggedIn())
    #expect(try await stage.relaunched().isEnrolled())
    #expect(stage.exchange.asked.count == 3)
  }

  @Test("Five failures in a row end the session, and the fifth one does")
  func fiveFailures() async throws {
    let stage = try await Self.loggedIn { _, _ in .failure(.refused(RefusalBody(.serverError, .malformed, "no"))) }
    for _ in 1...4 {
      await #expect(throws: SessionError.refused(RefusalBody(.serverError, .malformed, "no"))) {
        try await stage.session.refresh(.user)
      }
      #expect(try await stage.session.isLoggedIn())
    }
    await #expect(throws: SessionError.ended) { try await stage.session.refresh(.user) }
    #expect(try await !stage.relaunched().isLoggedIn())
  }

  @Test("A success in between starts the count anew")
  func countRestarts() async throws {
    let stage = try await Self.loggedIn { _, number in
      number == 7 ? .success(Stage.answer(7)) : .failure(Self.refused(.malformed))
    }
    for _ in 1...9 { _ = try? await stage.session.refresh(.user) }
    #expect(try await stage.session.isLoggedIn())
    _ = try? await stage.session.refresh(.user)
    #expect(try await !stage.session.isLoggedIn())
  }

  @Test("Being offline, an untrusted server and a request for patience end nothing, however often")
  func offline() async throws {
    let errors: [SessionError] = [.unreachable, .untrustedServer("pin"), Self.refused(.rateLimited)]
    for error in errors {
      let stage = try await Self.loggedIn { _, _ in .failure(error) }
      for _ in 1...12 { await #expect(throws: error) { try await stage.session.refresh(.user) } }
      #expect(try await stage.session.isLoggedIn())
    }
  }

  @Test("The session ends at the policy's maximum after login, to the second")
  func maximum() async throws {
    let stage = try await Self.loggedIn()
    stage.clock.advance(bySeconds: 30 * 86400 - 1)
    _ = try await stage.session.token(.user)
    stage.clock.advance(bySeconds: 1)
    #expect(try await !stage.session.isLoggedIn())
    await #expect(throws: SessionError.ended) { try await stage.session.token(.user) }
    await #expect(throws: SessionError.notLoggedIn) { try await stage.relaunched().token(.user) }
    _ = try await stage.session.token(.app)
  }

  @Test("A refresh that was under way when the session was erased brings nothing back")
  func erased() async throws {
    let gate = Gate()
    let stage = try await Self.loggedIn { _, number in
      await gate.pass()
      return .success(Stage.answer(number))
    }
    let caller = Task { try await stage.session.refresh(.user) }
    while stage.exchange.asked.count < 3 { await Task.yield() }
    try await stage.session.erase()
    gate.open()
    _ = await caller.result
    #expect(try await !stage.session.isLoggedIn())
    #expect(try await !stage.relaunched().isLoggedIn())
    #expect(await stage.store.saved == nil)
  }

  @Test("A login that waits for its AppToken while the session is erased logs nobody in")
  func erasedDuringLogin() async throws {
    let (gate, stage) = (Gate(), Stage())
    try await stage.session.enroll(report: "report")
    stage.clock.advance(bySeconds: 1800)
    await stage.store.close(with: gate)
    let caller = Task { try await stage.signIn() }
    while await stage.store.waiting == 0 { await Task.yield() }
    let erasing = Task { try await stage.session.erase() }
    while try await stage.session.isEnrolled() { await Task.yield() }
    gate.open()
    try await erasing.value
    await #expect(throws: SessionError.ended) { try await caller.value }
    #expect(try await !stage.session.isLoggedIn())
    #expect(await stage.store.saved == nil)
  }

  @Test("The refusal of an old session's token does not end the login that came after it")
  func lateRefusal() async throws {
    let gate = Gate()
    let stage = try await Self.loggedIn { request, number in
      guard case .refresh = request else { return .success(Stage.answer(number)) }
      await gate.pass()
      return .failure(Self.refused(.tokenReused))
    }
    let caller = Task { try await stage.session.refresh(.user) }
    while stage.exchange.asked.count < 3 { await Task.yield() }
    try await stage.logIn()
    gate.open()
    _ = await caller.result
    #expect(try await stage.session.token(.user).access.exposedText() == "access-5")
  }
}
