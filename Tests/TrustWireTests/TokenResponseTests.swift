import Testing
import TrustWire
import UntrustedInput

@Suite struct TokenResponseTests {
  let response = TokenResponse(
    accessToken: "acc-4711", refreshToken: "ref-4712", tokenType: "DPoP", expiresIn: 1800, tier: .unattested)

  private func read(_ changes: [String: JSONNode?]) throws -> TokenResponse {
    var members: [String: JSONNode] = [
      "access_token": "a", "refresh_token": "r", "token_type": "DPoP", "expires_in": 60, "mantlet_tier": "attested",
    ]
    for (name, node) in changes {
      if let node { members[name] = node } else { members.removeValue(forKey: name) }
    }
    return try TokenResponse(
      reading: JSONWriter().bytes(JSONNode(.object(members.map { JSONMember($0.key, $0.value) }))))
  }

  @Test("A response survives the way through its bytes")
  func roundTrip() throws {
    let back = try TokenResponse(reading: response.bytes)
    #expect(back.accessToken == "acc-4711" && back.refreshToken == "ref-4712")
    #expect(back.tokenType == "DPoP" && back.expiresIn == 1800 && back.tier == .unattested)
    #expect(back.refreshExpiresIn == nil && back.sessionExpiresIn == nil)
  }

  @Test("The times of refresh token and session survive, and none is told apart from zero")
  func lifetimes() throws {
    let told = TokenResponse(
      accessToken: "a", refreshToken: "r", tokenType: "Bearer", expiresIn: 1, tier: .attested, refreshExpiresIn: 0,
      sessionExpiresIn: 86400)
    let back = try TokenResponse(reading: told.bytes)
    #expect(back == told && back.refreshExpiresIn == 0 && back.sessionExpiresIn == 86400)
    for name in ["refresh_expires_in", "mantlet_session_expires_in"] {
      #expect(try read([name: 31_536_000]).expiresIn == 60)
      for wrong in [-1, 31_536_001, .integer(.max), "60", JSONNode(.null)] as [JSONNode] {
        #expect(throws: WireError.missing(member: name)) { try read([name: wrong]) }
      }
    }
  }

  @Test("Neither printing nor dumping shows a token, alone or inside another value")
  func printing() {
    for value in [response, [response], Optional(response) as Any, ["x": response]] as [Any] {
      let text = printed(value)
      #expect(!text.contains("acc-4711"))
      #expect(!text.contains("ref-4712"))
    }
    #expect(printed(response).contains("1800"))
    #expect(!Mirror(reflecting: response).children.contains { "\($0.value)".contains("-471") })
  }

  @Test("An empty token, a lifetime that is none, an unknown tier or a missing member is refused")
  func refused() throws {
    #expect(try read([:]).expiresIn == 60)
    let wrong: [[String: JSONNode?]] = [
      ["access_token": ""], ["refresh_token": ""], ["expires_in": 0], ["expires_in": -1],
      ["expires_in": .integer(.max)], ["expires_in": "60"],
    ]
    for change in wrong { #expect(throws: WireError.self, "\(change)") { try read(change) } }
    #expect(throws: WireError.missing(member: "mantlet_tier")) { try read(["mantlet_tier": "gold"]) }
    for name in ["access_token", "refresh_token", "token_type", "expires_in", "mantlet_tier"] {
      let without: [String: JSONNode?] = [name: Optional<JSONNode>.none]
      #expect(throws: WireError.missing(member: name)) { try read(without) }
    }
    #expect(throws: WireError.self) { try TokenResponse(reading: Array("<html>".utf8)) }
  }
}
