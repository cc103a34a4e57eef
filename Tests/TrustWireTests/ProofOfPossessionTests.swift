import Testing
import TrustWire
import UntrustedInput

@Suite struct ProofOfPossessionTests {
  let signer = Signer()
  let address = "https://trust.test/v1/token"
  let now: Int64 = 1_800_000_000

  private func proof(
    id: String = "0123456789abcdef", at time: Int64? = nil, token: String? = "token"
  ) async throws -> String {
    let proof = ProofOfPossession(
      identifier: id, method: "POST", address: address, issuedAt: time ?? now, token: token)
    return try await signer.compact(.dpop, proof.payload)
  }

  @discardableResult
  private func verify(
    _ compact: String, method: String = "POST", address: String? = nil, token: String? = "token"
  ) throws -> ProofOfPossession.Verified {
    try ProofOfPossession.verify(compact, method: method, address: address ?? self.address, token: token, now: now)
  }

  @Test("A proof for this request gives its identifier, time and key")
  func verified() async throws {
    let verified = try verify(try await proof(at: now - 7))
    #expect(verified.identifier == "0123456789abcdef")
    #expect(verified.issuedAt == now - 7)
    #expect(verified.key == signer.publicKey)
    try verify(try await proof(token: nil), token: nil)
  }

  @Test("A proof for another method, address or token is refused by the part's name")
  func mismatch() async throws {
    let good = try await proof()
    #expect(throws: WireError.proofMismatch(.method)) { try verify(good, method: "GET") }
    #expect(throws: WireError.proofMismatch(.method)) { try verify(good, method: "post") }
    for other in ["https://trust.test/v1/records", "https://trust.test/v1/token/", "https://trust.test/v1/token?a=b"] {
      #expect(throws: WireError.proofMismatch(.address)) { try verify(good, address: other) }
    }
    #expect(throws: WireError.proofMismatch(.token)) { try verify(good, token: "other") }
    #expect(throws: WireError.proofMismatch(.token)) { try verify(good, token: nil) }
    let bare = try await proof(token: nil)
    #expect(throws: WireError.proofMismatch(.token)) { try verify(bare) }
  }

  @Test("The tolerance holds to the second, both ways", arguments: [Int64(-300), 300])
  func tolerance(edge: Int64) async throws {
    try verify(try await proof(at: now + edge))
    let late = try await proof(at: now + edge + edge.signum())
    #expect(throws: WireError.proofMismatch(.time)) { try verify(late) }
    let narrow = try await proof(at: now + edge)
    #expect(throws: WireError.proofMismatch(.time)) {
      try ProofOfPossession.verify(
        narrow, method: "POST", address: address, token: "token", now: now, tolerance: 299)
    }
  }

  @Test("A time beyond every clock is refused and does not stop the program", arguments: [Int64.min, Int64.max])
  func extremes(time: Int64) async throws {
    let far = try await proof(at: time)
    #expect(throws: WireError.proofMismatch(.time)) { try verify(far) }
  }

  @Test("An identifier has 16 to 128 bytes")
  func identifiers() async throws {
    for count in [16, 128] { try verify(try await proof(id: String(repeating: "a", count: count))) }
    for count in [0, 15, 129] {
      let compact = try await proof(id: String(repeating: "a", count: count))
      #expect(throws: WireError.missing(member: "jti")) { try verify(compact) }
    }
  }

  @Test("The token's digest is base64url(SHA-256)")
  func digest() {
    // python3: base64.urlsafe_b64encode(hashlib.sha256(b"token").digest()).rstrip(b"=")
    #expect(ProofOfPossession.digest("token") == "PEaenWxYddN6Q_NT1PiOYfz4EsZu7jRXRlpAsNpBU-A")
  }

  @Test("A nonce survives the way, and a proof without one says so")
  func nonce() async throws {
    let proof = ProofOfPossession(
      identifier: "0123456789abcdef", method: "POST", address: address, issuedAt: now, token: nil, nonce: "n-1")
    #expect(try verify(try await signer.compact(.dpop, proof.payload), token: nil).nonce == "n-1")
    #expect(try verify(try await self.proof(token: nil), token: nil).nonce == nil)
    let long = ProofOfPossession(
      identifier: "0123456789abcdef", method: "POST", address: address, issuedAt: now, token: nil,
      nonce: String(repeating: "n", count: 129))
    let compact = try await signer.compact(.dpop, long.payload)
    #expect(throws: WireError.missing(member: "nonce")) { try verify(compact, token: nil) }
  }

  @Test("Another kind of signed message is no proof, and neither is one without a time")
  func kind() async throws {
    let payload = ProofOfPossession(
      identifier: "0123456789abcdef", method: "POST", address: address, issuedAt: now, token: "token"
    ).payload
    let report = try await signer.compact(.report, payload)
    #expect(throws: WireError.wrongShape) { try verify(report) }
    let timeless = try await signer.compact(
      .dpop, JSONWriter().bytes(["jti": "0123456789abcdef", "htm": "POST", "htu": .string(address)]))
    #expect(throws: WireError.missing(member: "iat")) { try verify(timeless) }
    let garbage = try await signer.compact(.dpop, Array("no json".utf8))
    #expect(throws: WireError.self) { try verify(garbage) }
  }
}
