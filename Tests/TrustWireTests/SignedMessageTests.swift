import Crypto
import Testing
import TrustWire
import UntrustedInput

@Suite struct SignedMessageTests {
  let signer = Signer()
  let payload = Array(#"{"version":1,"é":true}"#.utf8)

  private func part(_ index: Int, of compact: String, _ change: (String) throws -> String) rethrows -> String {
    var parts = compact.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    parts[index] = try change(parts[index])
    return parts.joined(separator: ".")
  }

  @Test("Every kind comes back with the bytes and the key that were signed", arguments: SignedMessage.Kind.allCases)
  func roundTrip(kind: SignedMessage.Kind) async throws {
    let message = try SignedMessage(verifying: try await signer.compact(kind, payload), as: kind)
    #expect(message.kind == kind)
    #expect(message.payload == payload)
    #expect(message.key == signer.publicKey)
  }

  @Test("A changed payload, header or signature is refused")
  func changed() async throws {
    let compact = try await signer.compact(.report, payload)
    let payload = part(1, of: compact) { _ in Base64URL.encode(Array(#"{"version":1,"é":null}"#.utf8)) }
    let header = part(0, of: compact) { _ in
      Base64URL.encode(
        JSONWriter().bytes(["alg": "ES256", "typ": "mantlet-report+jwt", "jwk": signer.publicKey.jwk]))
    }
    let signature = try part(2, of: compact) { text in
      var bytes = try #require(try? Base64URL.decode(text))
      bytes[40] ^= 1
      return Base64URL.encode(bytes)
    }
    for other in [payload, header, signature] {
      #expect(throws: WireError.signatureInvalid) { try SignedMessage(verifying: other, as: .report) }
    }
    #expect(throws: WireError.signatureInvalid) {
      try SignedMessage(verifying: part(2, of: compact) { _ in "" }, as: .report)
    }
  }

  @Test("A message of one kind is not accepted as another", arguments: SignedMessage.Kind.allCases)
  func kinds(kind: SignedMessage.Kind) async throws {
    let compact = try await signer.compact(kind, payload)
    for other in SignedMessage.Kind.allCases where other != kind {
      #expect(throws: WireError.wrongShape) { try SignedMessage(verifying: compact, as: other) }
    }
  }

  @Test("Another algorithm, none, or a critical extension is refused although the signature is genuine")
  func algorithms() throws {
    let typ = JSONMember("typ", .string(SignedMessage.Kind.report.rawValue))
    let jwk = JSONMember("jwk", signer.publicKey.jwk)
    func header(_ members: [JSONMember]) -> JSONNode { JSONNode(.object([typ] + members)) }
    let control = try signer.compact(header: header([JSONMember("alg", "ES256"), jwk]))
    #expect(try SignedMessage(verifying: control, as: .report).key == signer.publicKey)
    for algorithm in ["none", "HS256", "RS256", "es256", ""] {
      let compact = try signer.compact(header: header([JSONMember("alg", .string(algorithm)), jwk]))
      #expect(throws: WireError.wrongShape) { try SignedMessage(verifying: compact, as: .report) }
    }
    let critical = try signer.compact(
      header: header([JSONMember("alg", "ES256"), jwk, JSONMember("crit", ["exp"])]))
    #expect(throws: WireError.wrongShape) { try SignedMessage(verifying: critical, as: .report) }
    let keyless = try signer.compact(header: header([JSONMember("alg", "ES256")]))
    #expect(throws: WireError.wrongShape) { try SignedMessage(verifying: keyless, as: .report) }
  }

  @Test("An HMAC keyed with the public key is no signature")
  func confusion() throws {
    let header: JSONNode = [
      "typ": .string(SignedMessage.Kind.report.rawValue), "alg": "HS256", "jwk": signer.publicKey.jwk,
    ]
    let input = Base64URL.encode(JSONWriter().bytes(header)) + "." + Base64URL.encode(payload)
    let code = HMAC<SHA256>.authenticationCode(for: Array(input.utf8), using: .init(data: signer.publicKey.x963))
    #expect(throws: WireError.wrongShape) {
      try SignedMessage(verifying: input + "." + Base64URL.encode(code), as: .report)
    }
  }

  @Test("A header that names another key than the signer's is refused")
  func otherKey() throws {
    let header: JSONNode = [
      "typ": .string(SignedMessage.Kind.report.rawValue), "alg": "ES256", "jwk": Signer().publicKey.jwk,
    ]
    let compact = try signer.compact(header: header)
    #expect(throws: WireError.signatureInvalid) { try SignedMessage(verifying: compact, as: .report) }
  }

  @Test("A text beyond 256 KiB is refused before it is read")
  func oversized() {
    let limit = 256 << 10
    #expect(throws: WireError.unreadable(.tooLarge(limit: limit))) {
      try SignedMessage(verifying: String(repeating: "A", count: limit + 1), as: .report)
    }
    #expect(throws: WireError.wrongShape) {
      try SignedMessage(verifying: String(repeating: "A", count: limit), as: .report)
    }
  }

  @Test("Anything but three parts is refused")
  func parts() async throws {
    let compact = try await signer.compact(.report, payload)
    let two = compact.split(separator: ".").prefix(2).joined(separator: ".")
    for other in ["", ".", two, compact + ".", compact + ".AA", "." + compact] {
      #expect(throws: WireError.wrongShape) { try SignedMessage(verifying: other, as: .report) }
    }
    #expect(throws: WireError.unreadable(.notBase64URL)) { try SignedMessage(verifying: compact + "=", as: .report) }
  }
}
