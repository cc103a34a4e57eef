import AppSession
import Redaction
import SecurityPolicy
import SecurityTesting
import Testing
import TrustWire

@Suite struct StoredSessionTests {
  private func pair(_ name: String) -> TokenPair {
    TokenPair(
      access: HeldToken("acc-4711-\(name)"), refresh: HeldToken("ref-4711-\(name)"), isBound: name == "app",
      expiresAt: 7, lifetime: 1800, refreshEndsAt: 9, tier: .attested)
  }

  private func read(_ text: String) throws -> StoredSession { try StoredSession(reading: Secret(copying: text.utf8)) }

  private func memory(_ state: SessionState) -> SessionMemory {
    var memory = SessionMemory()
    memory.state = state
    memory.lastUse = ClockReading(uptime: .milliseconds(12345), boot: "boot", wall: 77)
    memory.backgroundSince = ClockReading(uptime: .seconds(9), boot: nil, wall: 78)
    memory.loggedInAt = ClockReading(uptime: .zero, boot: "boot", wall: 70)
    memory.refreshEndsAt = 900
    memory.sessionEndsAt = 901
    memory.serverTime = ServerTime(seconds: 80, at: ClockReading(uptime: .seconds(8), boot: "boot", wall: 79))
    memory.failures = 3
    memory.appFailures = 4
    memory.standing = .stepUp
    return memory
  }

  @Test("A session survives its sealed form in every state, whole or empty")
  func roundTrip() throws {
    let locks = SessionLock.allCases.flatMap {
      [SessionState.idleLocked($0), .reauthenticationDue($0)]
    }.filter { state in
      switch state {
      case .idleLocked(let lock): lock == .inactivity || lock == .undetermined
      default: state.lock != .inactivity && state.lock != .undetermined
      }
    }
    for state in [.active] + locks {
      let whole = StoredSession(
        app: pair("app"), user: pair("user"), account: "sub:7", subject: "7", name: "ada",
        memory: memory(state))
      let back = try StoredSession(reading: whole.sealedForm())
      #expect(back.app?.access.exposedText() == "acc-4711-app" && back.app?.refresh.exposedText() == "ref-4711-app")
      #expect(back.user?.access.exposedText() == "acc-4711-user" && back.user?.refreshEndsAt == 9)
      #expect(back.user?.expiresAt == 7 && back.user?.tier == .attested && back.user?.lifetime == 1800)
      #expect(back.app?.isBound == true && back.user?.isBound == false)
      #expect(back.account == "sub:7" && back.subject == "7" && back.name == "ada" && back.memory == memory(state))
    }
    for state in [SessionState.signedOut, .appTrusted] + SessionEndReason.allCases.map({ .ended($0) }) {
      let back = try StoredSession(reading: StoredSession(memory: memory(state)).sealedForm())
      #expect(back.memory.state == state && back.app == nil && back.user == nil)
    }
    #expect(try StoredSession(reading: StoredSession().sealedForm()).memory == SessionMemory())
  }

  @Test("A session of version 1 is read, and its person has to prove to be there")
  func version1() throws {
    let pair = #"{"access":"a","refresh":"r","expiresAt":7,"tier":"attested"}"#
    let old = try read(
      #"{"version":1,"failures":2,"app":\#(pair),"user":\#(pair),"account":"ada","loggedInAt":5}"#)
    #expect(old.memory.state == .idleLocked(.undetermined) && old.memory.failures == 2)
    #expect(old.memory.loggedInAt?.wall == 5 && old.account == "ada")
    #expect(old.user?.refresh.exposedText() == "r" && old.user?.isBound == true && old.user?.lifetime == nil)
    #expect(try read(#"{"version":1,"failures":0,"app":\#(pair)}"#).memory.state == .appTrusted)
    #expect(try read(#"{"version":1,"failures":0}"#).memory.state == .signedOut)
    var machine = SessionMachine(SessionRequirement(), memory: old.memory)
    machine.handle(.launched, at: ClockReading(uptime: .seconds(9), boot: "b", wall: 6))
    #expect(machine.state == .idleLocked(.undetermined))
  }

  @Test("Damage is an error and never an empty session")
  func damaged() {
    let pair = #"{"access":"a","refresh":"r","expiresAt":7,"tier":"attested"}"#
    let memory = #""memory":{"state":"active","failures":0,"standing":"goOn","#
    let login = #""loggedInAt":{"uptime":1,"wall":5}}"#
    #expect(throws: Never.self) { try read(#"{"version":2,\#(memory)\#(login),"user":\#(pair)}"#) }
    let texts = [
      "", "{", "{}", #"{"version":"1"}"#, #"{"version":1}"#, #"{"version":0,"failures":0}"#, #"{"version":2}"#,
      #"{"version":1,"failures":0,"app":{}}"#, #"{"version":1,"failures":-1}"#,
      #"{"version":1,"failures":9223372036854775807}"#,
      #"{"version":1,"failures":0,"app":{"access":"a","refresh":"r","expiresAt":7,"tier":"gold"}}"#,
      #"{"version":1,"failures":0,"app":{"access":"a","refresh":"r","expiresAt":-1,"tier":"attested"}}"#,
      #"{"version":1,"failures":0,"app":{"access":"","refresh":"r","expiresAt":7,"tier":"attested"}}"#,
      #"{"version":1,"failures":0,"user":\#(pair)}"#, #"{"version":1,"failures":0,"user":\#(pair),"loggedInAt":"5"}"#,
      #"{"version":1,"failures":0,"user":\#(pair),"loggedInAt":9223372036854775807}"#,
      #"{"version":2,\#(memory)\#(login)}"#, #"{"version":2,\#(memory)"x":1},"user":\#(pair)}"#,
      #"{"version":2,"memory":{"state":"appTrusted","failures":0,"standing":"goOn"},"user":\#(pair)}"#,
      #"{"version":2,"memory":{"state":"activ","failures":0,"standing":"goOn"}}"#,
      #"{"version":2,"memory":{"state":"ended.","failures":0,"standing":"goOn"}}"#,
      #"{"version":2,"memory":{"state":"signedOut","failures":0,"standing":"maybe"}}"#,
      #"{"version":2,"memory":{"state":"signedOut","failures":0,"standing":"goOn","lastUse":{"uptime":-1,"wall":1}}}"#,
      #"{"version":2,"memory":{"state":"signedOut","failures":0,"standing":"goOn","sessionEndsAt":1e99}}"#,
    ]
    for text in texts { #expect(throws: SessionError.damaged, "\(text)") { try read(text) } }
  }

  @Test(
    "Times and counts that would overflow a sum are damage, not a crash at the first use",
    arguments: [Int64.max, .min, (1 << 53) + 1, -(1 << 53) - 1])
  func extreme(_ number: Int64) {
    let pair = #"{"access":"a","refresh":"r","expiresAt":\#(number),"tier":"attested"}"#
    let texts = [
      #"{"version":1,"failures":0,"app":\#(pair)}"#,
      #"{"version":1,"failures":0,"user":\#(pair),"loggedInAt":\#(number)}"#,
      #"{"version":1,"failures":\#(number)}"#,
    ]
    for text in texts { #expect(throws: SessionError.damaged, "\(text)") { try read(text) } }
  }

  @Test("A newer format is told apart from damage")
  func newer() {
    #expect(throws: SessionError.newerFormat) { try read(#"{"version":4}"#) }
    #expect(throws: SessionError.newerFormat) {
      try PendingRevocations(reading: Secret(copying: Array(#"{"version":2}"#.utf8)))
    }
  }

  @Test("Neither printing nor dumping shows a token")
  func printing() {
    let session = StoredSession(app: pair("app"), user: pair("user"))
    let pending = PendingRevocations([.init(token: HeldToken("ref-4711"), until: 1)])
    for value in [HeldToken("acc-4711"), pair("x"), session, pending] as [Any] {
      #expect(!printed(value).contains("4711"))
    }
  }

  @Test("A list of revocations survives its sealed form and keeps the newest eight")
  func revocations() throws {
    let all = (1...11).map { PendingRevocations.Entry(token: HeldToken("ref-\($0)"), until: Int64($0)) }
    let back = try PendingRevocations(reading: PendingRevocations(all).sealedForm())
    #expect(back.entries.map { $0.token.exposedText() } == (4...11).map { "ref-\($0)" })
    #expect(back.entries.map(\.until) == (4...11).map(Int64.init))
    for text in [
      "", "{}", #"{"version":1}"#, #"{"version":1,"tokens":[{"token":"a"}]}"#, #"{"version":1,"tokens":[{"until":1}]}"#,
    ] {
      #expect(throws: SessionError.damaged, "\(text)") {
        try PendingRevocations(reading: Secret(copying: Array(text.utf8)))
      }
    }
  }

  @Test("The server in memory keeps what every exchange has to keep")
  func exchange() async {
    let broken = await TokenExchangeConformance.brokenClaims(now: 1_800_000_000, pinned: [TestTokenIssuer.first.id]) {
      $0
    } of: {
      InMemoryTokenServer { 1_800_000_000 }
    }
    #expect(broken == [])
    // The claims can fail: a server that answers nothing keeps the two that ask no question of the token route.
    let silent = await TokenExchangeConformance.brokenClaims(now: 1_800_000_000, pinned: [TestTokenIssuer.second.id]) {
      $0
    } of: {
      InMemoryTokenServer {
        1_800_000_000
      } script: { _, _ throws(SessionError) in
        throw .unreachable
      }
    }
    #expect(silent.count == 10)
  }

  @Test("The stores in memory keep what every store has to keep")
  func conformance() async {
    #expect(await SessionStoreConformance.brokenClaims { InMemorySessionStore() } == [])
    #expect(await RevocationStoreConformance.brokenClaims { InMemoryRevocationStore() } == [])
  }

  @Test("A token is stale within a minute of its end, or within the last fifth of a short life")
  func stale() {
    func pair(_ lifetime: Int64?) -> TokenPair {
      TokenPair(
        access: HeldToken("a"), refresh: HeldToken("r"), expiresAt: 1000, lifetime: lifetime, tier: .unattested)
    }
    for (lifetime, edge) in [(nil, 940), (1800, 940), (300, 940), (100, 980), (30, 994)] as [(Int64?, Int64)] {
      #expect(!pair(lifetime).isStale(at: edge - 1) && pair(lifetime).isStale(at: edge), "\(edge)")
    }
    #expect(!pair(nil).isExpired(at: 999) && pair(nil).isExpired(at: 1000))
  }
}
