import AttestationSamples
import AttestationVerification
import Crypto
import Foundation
import Testing

@Suite("App Attest, by an authority of this run")
struct AppAttestVerifierTests {
  static let categories = TestAppAttest.categories(4)

  @Test("A sound attestation is accepted with its facts")
  func accepted() throws {
    var sample = try TestAppAttest()
    sample.extensions = Self.categories
    let verified = try sample.verifier().verify(
      attestation: try sample.object(), keyID: sample.keyID, clientDataHash: sample.clientDataHash,
      now: TestAppAttest.now)
    #expect(verified.facts.category == .appStore)
    #expect(verified.facts.appVersion == "1")
    #expect(verified.facts.osVersion == "27.0")
    #expect(verified.facts.osBuild == "24A1")
    #expect(verified.facts.securityLevel == .secureEnclave)
    #expect(verified.publicKey == Array(sample.key.publicKey.x963Representation))
    #expect(verified.receipt == nil)
  }

  @Test("Each flaw is refused at its own step")
  func flaws() throws {
    func refusal(_ change: (inout TestAppAttest) -> Void) throws -> String? {
      var sample = try TestAppAttest()
      change(&sample)
      return try sample.refusal()
    }
    #expect(try refusal { _ in } == nil)
    #expect(try refusal { $0.claimedKey = P256.Signing.PrivateKey().publicKey } == "coseKey")
    #expect(try refusal { $0.appID = "ABCDE12345.dev.other" } == "rpId")
    #expect(try refusal { $0.counter = 1 } == "counter")
    #expect(try refusal { $0.aaguid = Array("appattestdevelop".utf8) } == "aaguid")
    #expect(try refusal { $0.aaguid = Array("appattest       ".utf8) } == "aaguid")
    #expect(try refusal { $0.credentialID = [UInt8](repeating: 1, count: 32) } == "credentialId")
    #expect(try refusal { $0.extensions = Self.categories + [0] } == "extensions")
    #expect(try refusal { $0.extensions = Self.categories + Self.categories } == "extensions")
    #expect(try refusal { $0.extensions = [0xA1, 0x01, 0x02] } == "extensions")
    #expect(try refusal { $0.intermediateIsAuthority = false } == "ca")
    #expect(try refusal { $0.leafTo = "20260201000000Z" } == "validity")
  }

  @Test("Other client data, another key identifier, format and root are refused at their steps")
  func expectations() throws {
    let sample = try TestAppAttest()
    #expect(try sample.refusal(hash: [UInt8](repeating: 0, count: 32)) == "nonce")
    #expect(try sample.refusal(keyID: [UInt8](repeating: 0, count: 32)) == "keyId")
    #expect(try sample.refusal(sample.object(format: "packed")) == "fmt")
    // The other root has the same name.
    let (other, bytes) = (try TestAppAttest().verifier(), try sample.object())
    let result = outcome { () throws(AttestationError) in
      try other.verify(
        attestation: bytes, keyID: sample.keyID, clientDataHash: sample.clientDataHash, now: TestAppAttest.now)
    }
    #expect(result.refusedAt == "chain-sig")
    #expect(result.error?.trail?.steps.last?.step == .chainSignatures)
  }

  @Test("NULL beside an ECDSA algorithm and SHA-256 under P-384 are taken")
  func algorithms() throws {
    var sample = try TestAppAttest()
    sample.hasNull = true
    sample.digest = 2
    #expect(try sample.refusal() == nil)
  }

  @Test("Nothing is accepted without a root")
  func noRoot() throws {
    let sample = try TestAppAttest()
    let (verifier, bytes) = (try sample.verifier(roots: []), try sample.object())
    let result = outcome { () throws(AttestationError) in
      try verifier.verify(
        attestation: bytes, keyID: sample.keyID, clientDataHash: sample.clientDataHash, now: TestAppAttest.now)
    }
    #expect(result.refusedAt == "chain-name")
  }

  @Test("The embedded roots are there")
  func embedded() {
    #expect(AttestationRoot.appleAppAttest.count == 1)
    #expect(AttestationRoot.appleG3.count == 1)
    #expect(AttestationRoot.google.count == 2)
  }

  @Test("An assertion counts up, and is refused for other data, another app and another key")
  func assertion() throws {
    let sample = try TestAppAttest()
    func assertion(_ appID: String = sample.appID, counter: UInt8) throws -> [UInt8] {
      try sample.assertion(over: sample.clientDataHash, counter: counter, appID: appID)
    }
    func verify(
      _ bytes: [UInt8], key: P256.Signing.PublicKey? = nil, hash: [UInt8]? = nil, last: UInt32 = 4
    ) throws -> (verified: VerifiedAppAssertion?, refusedAt: String?, error: AttestationError?) {
      let verifier = try sample.verifier()
      let point = Array((key ?? sample.key.publicKey).x963Representation)
      return outcome { () throws(AttestationError) in
        try verifier.verify(
          assertion: bytes, publicKey: point, clientDataHash: hash ?? sample.clientDataHash, lastCounter: last,
          now: TestAppAttest.now)
      }
    }
    #expect(try verify(assertion(counter: 5)).verified?.counter == 5)
    #expect(try verify(assertion(counter: 4)).refusedAt == "counter")
    #expect(try verify(assertion(counter: 5), hash: [1]).refusedAt == "signature")
    #expect(try verify(assertion("other", counter: 5)).refusedAt == "rpId")
    #expect(try verify(assertion(counter: 5), key: P256.Signing.PrivateKey().publicKey).refusedAt == "signature")
    #expect(try verify([0xA0]).refusedAt == "parse")
  }
}
