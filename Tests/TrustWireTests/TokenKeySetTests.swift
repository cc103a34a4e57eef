import Crypto
import CryptoExtras
import SecurityTesting
import Testing
import TrustWire
import UntrustedInput

@Suite struct TokenKeySetTests {
  private let both: Set<String> = [TestTokenIssuer.first.id, TestTokenIssuer.second.id]

  private func read(_ keys: [JSONNode], pinned: Set<String>? = nil) throws(WireError) -> TokenKeySet {
    try TokenKeySet(reading: JSONWriter().bytes(["keys": JSONNode(.array(keys))]), pinned: pinned ?? both)
  }

  private func jwk(_ changes: KeyValuePairs<String, JSONNode?> = [:]) -> JSONNode {
    let node = TokenKeySet.jwk(TestTokenIssuer.first.key.publicKey)
    var members = Dictionary(uniqueKeysWithValues: (node.members ?? []).map { ($0.name, $0.node) })
    for (name, value) in changes { members[name] = value }
    return JSONNode(.object(members.map { JSONMember($0.key, $0.value) }))
  }

  @Test("Pinned keys are kept, every other one is left out")
  func pinned() throws {
    let bytes = TestTokenIssuer.keySet([.first, .second])
    #expect(try TokenKeySet(reading: bytes, pinned: both).ids == both)
    #expect(try TokenKeySet(reading: bytes, pinned: [TestTokenIssuer.second.id]).ids == [TestTokenIssuer.second.id])
    #expect(throws: WireError.missing(member: "keys")) { try TokenKeySet(reading: bytes, pinned: ["other"]) }
  }

  @Test("The id is computed: a key that claims another one's id is not taken for it")
  func claimed() throws {
    let impostor = jwk(["kid": .string(TestTokenIssuer.second.id)])
    #expect(try read([impostor]).ids == [TestTokenIssuer.first.id])
    #expect(throws: WireError.missing(member: "keys")) { try read([impostor], pinned: [TestTokenIssuer.second.id]) }
  }

  @Test("The id is the RFC 7638 thumbprint")
  func thumbprint() throws {
    // RFC 7638, section 3.1.
    let n =
      "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3okn"
      + "jhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQ"
      + "vRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKn"
      + "qDKgw"
    let key = try _RSA.Signing.PublicKey(n: try Base64URL.decode(n), e: try Base64URL.decode("AQAB"))
    #expect(TokenKeySet.thumbprint(key) == "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs")
  }

  @Test("A published key has public members only")
  func published() {
    let names = (jwk().members ?? []).map(\.name)
    #expect(names == ["kty", "use", "alg", "kid", "n", "e"] || Set(names) == ["kty", "use", "alg", "kid", "n", "e"])
  }

  @Test("A key of another kind, with private members, too short or malformed is left out")
  func leftOut() throws {
    let small = try _RSA.Signing.PrivateKey(unsafeKeySize: .init(bitCount: 1024))
    let wrong: [JSONNode] = [
      jwk(["kty": "EC"]), jwk(["d": "AQAB"]), jwk(["n": nil]), jwk(["e": nil]), jwk(["n": "not base64!"]),
      jwk(["n": ""]), TokenKeySet.jwk(small.publicKey), "text", JSONNode(.array([])),
    ]
    for node in wrong {
      #expect(throws: WireError.missing(member: "keys")) {
        try read([node], pinned: both.union([TokenKeySet.thumbprint(small.publicKey)]))
      }
      #expect(try read([node, jwk()]).ids == [TestTokenIssuer.first.id])
    }
  }

  @Test("Nothing that is no key set is read, and none of more than sixteen keys")
  func bounds() throws {
    for text in ["", "[]", "{}", #"{"keys":{}}"#, #"{"keys":[]}"#] {
      #expect(throws: WireError.self, "\(text)") { try TokenKeySet(reading: Array(text.utf8), pinned: both) }
    }
    #expect(try read(Array(repeating: jwk(), count: 16)).ids.count == 1)
    #expect(throws: WireError.missing(member: "keys")) { try read(Array(repeating: jwk(), count: 17)) }
    let large = [UInt8](repeating: 32, count: (64 << 10) + 1)
    #expect(throws: WireError.unreadable(.tooLarge(limit: 64 << 10))) { try TokenKeySet(reading: large, pinned: both) }
  }
}
