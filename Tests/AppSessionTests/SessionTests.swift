import AppSession
import Redaction
import SecurityPolicy
import SecurityTesting
import Testing
import TrustWire
import UntrustedInput

@Suite(.timeLimit(.minutes(15))) struct SessionTests {
  @Test("Enrolling sends the report and keeps the AppToken over a launch")
  func enroll() async throws {
    let stage = Stage()
    await #expect(throws: SessionError.notEnrolled) { try await stage.session.token(.app) }
    #expect(try await stage.session.state() == .signedOut)
    #expect(try await stage.session.enroll(report: "signed") == .unattested)
    #expect(stage.server.asked.map(\.request) == [.deviceReport(compact: "signed")])
    #expect(try await stage.relaunched().token(.app).refresh.exposedText() == "refresh-1")
    #expect(try await stage.session.state() == .appTrusted)
    await #expect(throws: SessionError.notLoggedIn) { try await stage.session.token(.user) }
  }

  @Test("A login goes out encrypted, for this device and a fresh challenge, under the AppToken and with a proof")
  func logIn() async throws {
    let stage = try await Stage.loggedIn()
    let asked = try #require(stage.server.asked.last)
    #expect(asked.appToken == (try await stage.session.token(.app).access.exposedText()))
    guard case .userLogin(let sealed) = asked.request else {
      Issue.record("no encrypted login was sent")
      return
    }
    let opened = try LoginCredential.open(sealed, with: try Stage.loginKey.key)
    #expect(opened.user == "ada" && opened.device == stage.key.publicKey.thumbprint)
    #expect(opened.password.withExposedBytes { Array($0) } == Array("correct horse".utf8))
    #expect(opened.challenge == Base64URL.encode([UInt8](repeating: 1, count: 32)))
    #expect(asked.proof?.key == stage.key.publicKey)
    try await stage.signIn()
    guard case .userLogin(let second)? = stage.server.asked.last?.request else { return }
    #expect(try LoginCredential.open(second, with: try Stage.loginKey.key).challenge != opened.challenge)
    #expect(try await stage.session.state() == .active)
    #expect(try await stage.relaunched().isLoggedIn())
  }

  @Test("Neither name nor password is sent in the clear unless the policy says that TLS is enough")
  func plainLogin() async throws {
    var requirement = SessionRequirement()
    requirement.loginEncryption = .transport
    let stage = try await Stage.loggedIn(requirement)
    #expect(stage.server.asked.last?.request == .plainLogin(user: "ada", password: "correct horse"))
  }

  @Test("The password is kept nowhere")
  func passwordForgotten() async throws {
    let stage = try await Stage.loggedIn()
    let kept = String(decoding: try #require(stage.store.sealed), as: UTF8.self)
    #expect(kept.contains("ada") && !kept.contains("correct horse"))
  }

  @Test("A login key that is none stops the login before anything is sent")
  func loginKey() async throws {
    let stage = Stage()
    try await stage.session.enroll(report: "report")
    let elliptic = EnvironmentRequirement(
      endpoint: InMemoryTokenServer.issuer, pins: [], tokenKeys: [TestTokenIssuer.first.id],
      loginKey: Base64URL.encode([UInt8](repeating: 4, count: 65)))
    let session = Session(
      requirement: SessionRequirement(), environment: elliptic, store: stage.store, revocations: stage.revocations,
      exchange: stage.server, key: stage.key,
      surroundings: SessionSurroundings(
        clock: { stage.clock.reading }, sleep: { _ in }, identifier: { "0123456789abcdef" }),
      random: SeededGenerator(seed: 1))
    await #expect(throws: SessionError.loginKeyUnusable) {
      try await session.logIn(user: "ada", password: Secret(copying: [1]))
    }
    #expect(stage.server.asked.count == 1)
  }

  @Test("Headers carry both tokens and a fresh proof for exactly this request and UserToken")
  func headers() async throws {
    let stage = try await Stage.loggedIn()
    let app = try await stage.session.token(.app).access.exposedText()
    let user = try await stage.session.token(.user).access.exposedText()
    let address = "https://trust.test/v1/records"
    var identifiers: Set<String> = []
    for _ in 0..<2 {
      let headers = Dictionary(
        uniqueKeysWithValues: try await stage.session.headers(method: "PUT", address: address)
          .map { ($0.name, $0.value) })
      #expect(Set(headers.keys) == ["Mantlet-App-Token", "Authorization", "DPoP", "Content-Type", "Accept"])
      #expect(headers["Mantlet-App-Token"] == app && headers["Authorization"] == "DPoP \(user)")
      #expect(headers["Content-Type"] == "application/json" && headers["Accept"] == "application/json")
      let proof = try ProofOfPossession.verify(
        try #require(headers["DPoP"]), method: "PUT", address: address, token: user, now: stage.clock.reading.wall,
        tolerance: 0)
      #expect(proof.key == stage.key.publicKey)
      identifiers.insert(proof.identifier)
    }
    #expect(identifiers.count == 2)
    #expect(stage.server.asked.count == 2)
  }

  @Test(
    "Before a login the AppToken stands where the policy says", arguments: SessionRequirement.AppTokenHeader.allCases)
  func appHeaders(form: SessionRequirement.AppTokenHeader) async throws {
    var requirement = SessionRequirement()
    requirement.appTokenHeader = form
    let stage = Stage(requirement)
    try await stage.session.enroll(report: "report")
    let app = try await stage.session.token(.app).access.exposedText()
    let address = "https://trust.test/x"
    let headers = try await stage.session.appHeaders(method: "GET", address: address)
    #expect(headers.first { $0.name == "Authorization" }?.value == (form == .bearer ? "Bearer \(app)" : nil))
    #expect(headers.first { $0.name == "Mantlet-App-Token" }?.value == (form == .mantlet ? app : nil))
    let proof = try #require(headers.first { $0.name == "DPoP" }?.value)
    _ = try ProofOfPossession.verify(
      proof, method: "GET", address: address, token: app, now: stage.clock.reading.wall)
    await #expect(throws: SessionError.notLoggedIn) {
      _ = try await stage.session.headers(method: "GET", address: address)
    }
  }

  @Test("Bearer tokens travel as such and without a proof, where the policy allows them")
  func bearer() async throws {
    var requirement = SessionRequirement()
    requirement.tokenBinding = .optional
    let stage = try await Stage.loggedIn(requirement, tokenType: "Bearer")
    let headers = try await stage.session.headers(method: "GET", address: "https://trust.test/x")
    #expect(headers.first { $0.name == "Authorization" }?.value.hasPrefix("Bearer ") == true)
    #expect(!headers.contains { $0.name == "DPoP" })
  }

  @Test("The listener sees every state, the present one first")
  func states() async throws {
    let stage = Stage()
    var states = try await stage.session.states().makeAsyncIterator()
    #expect(await states.next() == .signedOut)
    try await stage.logIn()
    #expect(await states.next() == .appTrusted)
    #expect(await states.next() == .active)
    try await stage.session.judge(.lock)
    #expect(await states.next() == .reauthenticationDue(.device))
    try await stage.session.end(because: .pinExhausted)
    #expect(await states.next() == .ended(.pinExhausted))
    try await stage.session.erase()
    #expect(await states.next() == .signedOut)
  }

  @Test("A login that waits for its AppToken while the session is erased logs nobody in")
  func erasedDuringLogin() async throws {
    let (gate, stage) = (Gate(), Stage())
    try await stage.session.enroll(report: "report")
    stage.clock.advance(by: .seconds(1800))
    let waiting = Shared(0)
    stage.store.beforeSave {
      waiting.change { $0 += 1 }
      await gate.pass()
    }
    let caller = Task { try await stage.signIn() }
    while waiting.value == 0 { await Task.yield() }
    let erasing = Task { try await stage.session.erase() }
    while try await stage.session.isEnrolled() { await Task.yield() }
    gate.open()
    try await erasing.value
    await #expect(throws: SessionError.ended(.loggedOut)) { try await caller.value }
    #expect(try await !stage.session.isLoggedIn())
    #expect(stage.store.sealed == nil)
  }

  @Test("A login that is saved while the session is erased logs nobody in")
  func erasedWhileSaving() async throws {
    let (gate, stage) = (Gate(), Stage())
    try await stage.session.enroll(report: "report")
    let waiting = Shared(0)
    stage.store.beforeSave {
      waiting.change { $0 += 1 }
      await gate.pass()
    }
    let caller = Task { try await stage.signIn() }
    while waiting.value == 0 { await Task.yield() }
    let erasing = Task { try await stage.session.erase() }
    while try await stage.session.isEnrolled() { await Task.yield() }
    gate.open()
    try await erasing.value
    await #expect(throws: SessionError.ended(.loggedOut)) { try await caller.value }
    #expect(try await !stage.session.isLoggedIn() && stage.store.sealed == nil)
  }

  @Test("Who signed in last is known after the session ended, and not after it was erased")
  func account() async throws {
    let stage = try await Stage.loggedIn()
    try await stage.session.end(because: .pinExhausted)
    #expect(try await stage.relaunched().account() == "sub:ada")
    try await stage.session.erase()
    #expect(try await stage.relaunched().account() == nil)
  }
}
