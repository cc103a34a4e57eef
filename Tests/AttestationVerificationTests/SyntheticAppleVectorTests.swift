import AttestationVerification
import Crypto
import Foundation
import Testing
import UntrustedInput

@Suite("Synthetic App Attest vectors", .enabled(if: Vectors.arePresent, Vectors.absent))
struct SyntheticAppleVectorTests {
  @Test("Each attestation is accepted or refused at the step that its vector names")
  func attestations() throws {
    let items = try #require(try Vectors.json("synthetic/apple/attestations.json").array)
    let roots = try Vectors.roots("synthetic/apple/root.pem")
    for item in items {
      let verifier = AppAttestVerifier(
        appIDs: [try #require(item["appId"]?.string)],
        environments: [try #require(item["environment"]?.string.flatMap(AttestationEnvironment.init))], roots: roots,
        receiptRoots: [])
      let now = try Vectors.date(item["verificationTime"]?.string)
      let bytes = try item.base64("attestationBase64")
      let keyID = try item.base64("keyIdBase64")
      let hash = try item.base64("clientDataHashBase64")
      let result = outcome { () throws(AttestationError) in
        try verifier.verify(attestation: bytes, keyID: keyID, clientDataHash: hash, now: now)
      }
      #expect(result.refusedAt == item["step"]?.string, "\(item["name"]?.string ?? "")")
      #expect((result.verified != nil) == (item["expect"]?.string == "accept"))
    }
  }

  @Test("Category and bundle version of iOS 27 are read, whatever the flags say")
  func extensions() throws {
    let items = try #require(try Vectors.json("synthetic/apple/attestations.json").array)
    let item = try #require(items.first { $0["name"]?.string?.contains("iOS 27") == true })
    let verifier = AppAttestVerifier(
      appIDs: [try #require(item["appId"]?.string)], roots: try Vectors.roots("synthetic/apple/root.pem"),
      receiptRoots: [])
    let verified = try verifier.verify(
      attestation: try item.base64("attestationBase64"), keyID: try item.base64("keyIdBase64"),
      clientDataHash: try item.base64("clientDataHashBase64"), now: try Vectors.date(item["verificationTime"]?.string))
    #expect(verified.facts.category == .appStore)
    #expect(verified.facts.appVersion == "1")
    #expect(verified.facts.osVersion == "27.0")
    #expect(verified.facts.osBuild == "24A325")
  }

  @Test("Each assertion is accepted or refused at the step that its vector names")
  func assertions() throws {
    let items = try #require(try Vectors.json("synthetic/apple/assertions.json").array)
    for item in items {
      let key = try P256.Signing.PublicKey(derRepresentation: try item.base64("publicKeySpkiBase64"))
      let verifier = AppAttestVerifier(appIDs: [try #require(item["appId"]?.string)])
      let bytes = try item.base64("assertionBase64")
      let hash = Array(SHA256.hash(data: try item.utf8("clientDataUtf8")))
      let last = UInt32(try #require(item["lastCounter"]?.integer))
      let result = outcome { () throws(AttestationError) in
        try verifier.verify(
          assertion: bytes, publicKey: Array(key.x963Representation), clientDataHash: hash, lastCounter: last,
          now: Date(timeIntervalSince1970: 0))
      }
      #expect(result.refusedAt == item["step"]?.string, "\(item["name"]?.string ?? "")")
      #expect((result.verified != nil) == (item["expect"]?.string == "accept"))
    }
  }
}
