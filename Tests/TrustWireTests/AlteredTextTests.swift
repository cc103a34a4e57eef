import Crypto
import CryptoExtras
import Foundation
import Redaction
import SecurityTesting
import Testing
import TrustWire
import UntrustedInput

/// Thousands of altered logins and proofs: outside, where nothing of them may be believed, and inside of what the sender
/// sealed or signed, where an attacker writes what they like.
@Suite(.timeLimit(.minutes(15))) struct AlteredTextTests {
  /// Takes away, puts in, changes, cuts or doubles a few bytes.
  private func altered(_ text: some Sequence<UInt8>, using dice: inout SeededGenerator) -> [UInt8] {
    var bytes = Array(text)
    for _ in 0..<Int.random(in: 1...4, using: &dice) {
      let index = Int.random(in: 0...bytes.count, using: &dice)
      let letter = Array("{}[]\",:.\\0aA_-=+é ".utf8).randomElement(using: &dice) ?? 0
      switch Int.random(in: 0..<6, using: &dice) {
      case 0 where index < bytes.count: bytes.remove(at: index)
      case 1: bytes.insert(letter, at: index)
      case 2 where index < bytes.count: bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &dice)
      case 3 where index < bytes.count: bytes[index] = letter
      case 4: bytes.removeSubrange(index..<min(bytes.count, index + Int.random(in: 0...9, using: &dice)))
      default: bytes.insert(contentsOf: bytes.suffix(Int.random(in: 0...9, using: &dice)), at: index)
      }
    }
    return bytes
  }

  @Test("Of 5,000 altered proofs none is believed but the one that was signed")
  func proofsOutside() async throws {
    var dice = SeededGenerator(seed: 9449)
    let signer = Signer()
    let good = try await signer.compact(
      .dpop,
      ProofOfPossession(
        identifier: "0123456789abcdef", method: "POST", address: "https://trust.test/v1/token",
        issuedAt: 1_800_000_000, token: "token", nonce: "n-1"
      ).payload)
    var refused = 0
    for _ in 0..<5000 {
      let text = String(decoding: altered(good.utf8, using: &dice), as: UTF8.self)
      guard
        let verified = try? ProofOfPossession.verify(
          text, method: "POST", address: "https://trust.test/v1/token", token: "token", now: 1_800_000_000)
      else {
        refused += 1
        continue
      }
      #expect(text == good && verified.key == signer.publicKey)
    }
    #expect(refused > 4000)
  }

  @Test("A proof whose payload its signer altered is this request's proof or refused, 5,000 times")
  func proofsInside() async throws {
    var dice = SeededGenerator(seed: 9450)
    let signer = Signer()
    let payload = ProofOfPossession(
      identifier: "0123456789abcdef", method: "POST", address: "https://trust.test/v1/token", issuedAt: 1_800_000_000,
      token: "token", nonce: "n-1"
    ).payload
    var believed = 0
    for _ in 0..<5000 {
      let text = try await signer.compact(.dpop, altered(payload, using: &dice))
      guard
        let verified = try? ProofOfPossession.verify(
          text, method: "POST", address: "https://trust.test/v1/token", token: "token", now: 1_800_000_000)
      else { continue }
      believed += 1
      #expect((16...128).contains(verified.identifier.utf8.count))
      #expect((1_799_999_700...1_800_000_300).contains(verified.issuedAt))
      #expect((verified.nonce?.utf8.count ?? 0) <= 128 && verified.key == signer.publicKey)
    }
    // Some only change the identifier or the nonce: the test has to reach what it looks at.
    #expect((50..<4000).contains(believed), "\(believed)")
  }

  // Each login costs the key's slow half, which a debug build makes slower still: fewer of these.
  @Test("Of 1,500 altered logins none opens but the one that was sealed")
  func loginsOutside() throws {
    var dice = SeededGenerator(seed: 7516)
    let key = try #require(LoginKeys.key)
    let good = try LoginCredential.seal(
      user: "ada", password: Secret(copying: "horse".utf8), challenge: "c",
      device: DevicePublicKey(P256.Signing.PrivateKey().publicKey),
      loginKey: [UInt8](key.publicKey.derRepresentation))
    var refused = 0
    for _ in 0..<1500 {
      let text = String(decoding: altered(good.utf8, using: &dice), as: UTF8.self)
      if (try? LoginCredential.open(text, with: key)) == nil { refused += 1 } else { #expect(text == good) }
    }
    #expect(refused > 1200)
  }

  @Test("A login whose message its sender altered is bounded or refused, 1,500 times")
  func loginsInside() throws {
    var dice = SeededGenerator(seed: 7517)
    let key = try #require(LoginKeys.key)
    let header = Base64URL.encode(Array(LoginCredentialTests.header.utf8))
    let content = SymmetricKey(size: .bits256)
    let wrapped = Base64URL.encode(
      try key.publicKey.encrypt(content.withUnsafeBytes { Data($0) }, padding: .PKCS1_OAEP_SHA256))
    let jkt = String(repeating: "a", count: 43)
    let message = Array(#"{"user":"ada","password":"horse","challenge":"c","jkt":"\#(jkt)"}"#.utf8)
    var opened = 0
    for _ in 0..<1500 {
      let box = try AES.GCM.seal(
        altered(message, using: &dice), using: content, authenticating: Array(header.utf8))
      let text = [
        header, wrapped, Base64URL.encode(box.nonce), Base64URL.encode(box.ciphertext), Base64URL.encode(box.tag),
      ].joined(separator: ".")
      guard let credential = try? LoginCredential.open(text, with: key) else { continue }
      opened += 1
      #expect(credential.user.utf8.count <= 128 && credential.challenge.utf8.count <= 128)
      #expect(credential.device.utf8.count <= 43)
      #expect(credential.password.withExposedBytes { $0.count } <= 1024)
    }
    #expect((50..<1400).contains(opened), "\(opened)")
  }
}
