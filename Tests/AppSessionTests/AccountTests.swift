import AppSession
import Redaction
import SecurityPolicy
import SecurityTesting
import Testing
import TrustWire
import UntrustedInput

/// Whose session it is says the server's token, not what somebody typed.
@Suite(.timeLimit(.minutes(15))) struct AccountTests {
  /// What version 2 kept of somebody who signed in.
  private func keepVersion2(_ stage: Stage, account: String, hasPerson: Bool = true) async throws {
    let stored = try #require(try await stage.stored())
    let text = stored.sealedForm().withExposedBytes { String(decoding: $0, as: UTF8.self) }
    var node = try #require(try? JSONReader(maximumBytes: 1 << 16, maximumDepth: 4).read(Array(text.utf8)).members)
    node.removeAll { ["version", "account", "subject", "name"].contains($0.name) }
    if !hasPerson { node.removeAll { ["user", "memory"].contains($0.name) } }
    node += [JSONMember("version", 2), JSONMember("account", .string(account))]
    if !hasPerson {
      node.append(JSONMember("memory", ["state": "ended.loggedOut", "failures": 0, "standing": "goOn"]))
    }
    stage.store.sealed = JSONWriter().bytes(JSONNode(.object(node)))
  }

  @Test("However the name is typed, the same person has the same label; another one has another")
  func typing() async throws {
    let stage = try await Stage.loggedIn()
    #expect(try await stage.session.account() == "sub:ada")
    try await stage.signIn(as: "Ada ")
    #expect(try await stage.session.account() == "sub:ada")
    #expect(try await stage.session.accountName() == "Ada ")
    #expect(try await stage.relaunched().accountName() == "Ada ")
    stage.server.use(subject: "u-2")
    try await stage.signIn(as: "ada")
    #expect(try await stage.session.account() == "sub:u-2")
  }

  @Test("Who was known by a typed name keeps it as label, through a refresh and a login under another spelling")
  func migrated() async throws {
    let stage = try await Stage.loggedIn()
    try await keepVersion2(stage, account: "Ada@example.org")
    let next = stage.relaunched()
    #expect(try await next.account() == "Ada@example.org")
    try await next.unlock()
    try await next.refresh(.user)
    #expect(try await stage.stored()?.subject == "ada")
    #expect(try await next.account() == "Ada@example.org")
    try await next.logIn(user: "ada@example.org", password: Secret(copying: [1]))
    #expect(try await next.account() == "Ada@example.org")
    #expect(try await next.accountName() == "ada@example.org")
    stage.server.use(subject: "u-2")
    try await next.logIn(user: "Ada@example.org", password: Secret(copying: [1]))
    #expect(try await next.account() == "sub:u-2")
  }

  @Test("Whose session had ended before is the same person by the same name alone, byte by byte")
  func migratedAfterTheEnd() async throws {
    for (typed, label) in [("ada", "ada"), ("Ada", "sub:ada")] {
      let stage = try await Stage.loggedIn()
      try await keepVersion2(stage, account: "ada", hasPerson: false)
      let next = stage.relaunched()
      try await next.logIn(user: typed, password: Secret(copying: [1]))
      #expect(try await next.account() == label)
    }
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    let stage = try await Stage.loggedIn()
    try await keepVersion2(stage, account: composed, hasPerson: false)
    let next = stage.relaunched()
    try await next.logIn(user: decomposed, password: Secret(copying: [1]))
    #expect(try await next.account() == "sub:ada")
  }

  @Test("A typed name that looks like a label does not open the data of whoever has it to another person")
  func lookalike() async throws {
    let stage = try await Stage.loggedIn()
    try await keepVersion2(stage, account: "sub:u-2", hasPerson: false)
    stage.server.use(subject: "u-2")
    let next = stage.relaunched()
    try await next.logIn(user: "bob", password: Secret(copying: [1]))
    #expect(try await next.account() != "sub:u-2")
  }

  @Test("A renewal that names another person is refused and not kept")
  func changedPerson() async throws {
    let stage = try await Stage.loggedIn()
    stage.server.use(subject: "u-2")
    await #expect(throws: SessionError.tokenRefused(.notForUs)) { try await stage.session.refresh(.user) }
    #expect(try await stage.stored()?.user?.refresh.exposedText() == "refresh-2")
    #expect(try await stage.session.account() == "sub:ada")
  }

  @Test("Before a login changes anything its label is told, once, and a refused login tells none")
  func beforeChange() async throws {
    let stage = try await Stage.loggedIn { _, number in number == 3 ? Stage.refused(.credentialsInvalid) : nil }
    let told = Shared<[String]>([])
    for _ in 0..<2 {
      try? await stage.session.logIn(user: "bob", password: Secret(copying: [1])) { [session = stage.session] label in
        told.change { $0.append(label) }
        let before = try? await session.accountName()
        #expect(before == "ada")
      }
    }
    #expect(told.value == ["sub:ada"])
    #expect(try await stage.session.accountName() == "bob")
  }

  @Test("A logout that comes while a login waits for its change wins")
  func logOutDuringChange() async throws {
    let stage = try await Stage.loggedIn()
    await #expect(throws: SessionError.ended(.loggedOut)) {
      try await stage.session.logIn(user: "bob", password: Secret(copying: [1])) { [session = stage.session] _ in
        try? await session.logOut()
      }
    }
    #expect(try await stage.session.state() == .signedOut)
    #expect(stage.store.sealed == nil)
  }

  @Test("A login that cannot be saved leaves whoever is signed in their session, here and at the server")
  func loginNotSaved() async throws {
    let stage = try await Stage.loggedIn()
    stage.server.use(subject: "u-2")
    stage.store.isFailing = true
    await #expect(throws: SessionError.storage) { try await stage.signIn(as: "bob") }
    stage.store.isFailing = false
    stage.server.use(subject: "ada")
    // The session that the server began for nobody.
    await stage.session.revokePending()
    #expect(stage.server.revoked == ["refresh-3"])
    #expect(try await stage.session.pendingRevocations() == 0)
    _ = try await stage.session.refresh(.user)
    #expect(try await stage.session.account() == "sub:ada")
    try await stage.signIn()
    #expect(stage.server.revoked == ["refresh-3", "refresh-4"])
  }
}
