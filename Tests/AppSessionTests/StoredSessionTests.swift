import AppSession
import Redaction
import Testing
import TrustWire

@Suite struct StoredSessionTests {
  private func pair(_ name: String) -> TokenPair {
    TokenPair(
      access: HeldToken("acc-4711-\(name)"), refresh: HeldToken("ref-4711-\(name)"), expiresAt: 7, tier: .attested)
  }

  private func read(_ text: String) throws -> StoredSession { try StoredSession(reading: Secret(copying: text.utf8)) }

  @Test("A session survives its sealed form, whole or empty")
  func roundTrip() throws {
    let whole = StoredSession(app: pair("app"), user: pair("user"), loggedInAt: 5, failures: 3)
    let back = try StoredSession(reading: whole.sealedForm())
    #expect(back.app?.access.exposedText() == "acc-4711-app" && back.app?.refresh.exposedText() == "ref-4711-app")
    #expect(back.user?.access.exposedText() == "acc-4711-user" && back.user?.refresh.exposedText() == "ref-4711-user")
    #expect(back.user?.expiresAt == 7 && back.user?.tier == .attested)
    #expect(back.loggedInAt == 5 && back.failures == 3)
    let empty = try StoredSession(reading: StoredSession().sealedForm())
    #expect(empty.app == nil && empty.user == nil && empty.loggedInAt == nil && empty.failures == 0)
  }

  @Test("Damage is an error and never an empty session")
  func damaged() {
    let pair = #"{"access":"a","refresh":"r","expiresAt":7,"tier":"attested"}"#
    let texts = [
      "", "{", "{}", #"{"version":"1"}"#, #"{"version":1}"#, #"{"version":1,"failures":0,"app":{}}"#,
      #"{"version":1,"failures":0,"app":{"access":"a","refresh":"r","expiresAt":7,"tier":"gold"}}"#,
      #"{"version":1,"failures":0,"user":\#(pair)}"#, #"{"version":1,"failures":0,"user":\#(pair),"loggedInAt":"5"}"#,
    ]
    for text in texts { #expect(throws: SessionError.storage, "\(text)") { try read(text) } }
  }

  @Test("A newer format is told apart from damage")
  func newer() {
    #expect(throws: SessionError.newerFormat) { try read(#"{"version":2}"#) }
  }

  @Test("Neither printing nor dumping shows a token")
  func printing() {
    let session = StoredSession(app: pair("app"), user: pair("user"))
    for value in [HeldToken("acc-4711"), pair("x"), session] as [Any] {
      #expect(!printed(value).contains("4711"))
    }
  }
}
