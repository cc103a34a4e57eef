import AttestationVerification
import Crypto
import Foundation
import Redaction
import Testing
import UntrustedInput

@Suite("Play Integrity, with keys of this run")
struct PlayIntegrityVerifierTests {
  let wrappingKey = [UInt8](repeating: 7, count: 32)
  let signingKey = P256.Signing.PrivateKey()
  let now = Date(timeIntervalSince1970: 1_780_000_000)

  func token(
    _ payload: String, outer: String = #"{"alg":"A256KW","enc":"A256GCM"}"#, inner: String = #"{"alg":"ES256"}"#
  ) throws -> String {
    let signed = Base64URL.encode(inner.utf8) + "." + Base64URL.encode(payload.utf8)
    let signature = try signingKey.signature(for: Data(signed.utf8)).rawRepresentation
    let header = Base64URL.encode(outer.utf8)
    let key = SymmetricKey(size: .bits256)
    let box = try AES.GCM.seal(
      Data((signed + "." + Base64URL.encode(signature)).utf8), using: key, authenticating: Data(header.utf8))
    let wrapped = try AES.KeyWrap.wrap(key, using: SymmetricKey(data: wrappingKey))
    let parts = [Array(wrapped), Array(box.nonce), Array(box.ciphertext), Array(box.tag)]
    return ([header] + parts.map { Base64URL.encode($0) }).joined(separator: ".")
  }

  func payload(_ binding: String = #""nonce":"abc""#, app: String = "dev.example", millis: String = "1780000000000")
    -> String
  {
    """
    {"requestDetails":{"requestPackageName":"dev.example",\(binding),"timestampMillis":"\(millis)"},
    "appIntegrity":{"appRecognitionVerdict":"PLAY_RECOGNIZED","packageName":"\(app)","certificateSha256Digest":["BQU"],
    "versionCode":"12"},"deviceIntegrity":{"deviceRecognitionVerdict":["MEETS_DEVICE_INTEGRITY","MEETS_NEW"],
    "deviceAttributes":{"sdkVersion":36},"recentDeviceActivity":{"deviceActivityLevel":"LEVEL_2"}},
    "accountDetails":{"appLicensingVerdict":"LICENSED"}}
    """
  }

  func verify(
    _ token: String, _ binding: PlayRequestBinding = .nonce("abc")
  ) throws -> (verified: VerifiedPlayToken?, refusedAt: String?, error: AttestationError?) {
    let verifier = try PlayIntegrityVerifier(
      decryptionKey: Secret(copying: wrappingKey),
      verificationKey: Array(signingKey.publicKey.derRepresentation), packages: ["dev.example"])
    return outcome { () throws(AttestationError) in try verifier.verify(token: token, binding: binding, now: now) }
  }

  @Test("A classic and a standard token are accepted with their facts; unknown verdicts are left out")
  func accepted() throws {
    let result = try verify(try token(payload()))
    let facts = try #require(result.verified?.facts, "\(result.error?.description ?? "")")
    #expect(facts.play?.deviceVerdicts == [.device])
    #expect(facts.play?.appRecognition == .recognized)
    #expect(facts.play?.licensing == .licensed)
    #expect(facts.play?.recentActivity == "LEVEL_2")
    #expect(facts.sdkLevel == 36)
    #expect(facts.appVersion == "12")
    #expect(facts.appSigningDigests == [[5, 5]])
    #expect(try verify(try token(payload(#""requestHash":"h""#)), .requestHash("h")).verified != nil)
  }

  @Test("Each flaw is refused at its own step")
  func flaws() throws {
    #expect(try verify(try token(payload()), .nonce("abd")).refusedAt == "nonce")
    #expect(try verify(try token(payload()), .requestHash("abc")).refusedAt == "requestHash")
    #expect(try verify(try token(payload(millis: "1779999399000"))).refusedAt == "timestamp")
    #expect(try verify(try token(payload(millis: "1780000061000"))).refusedAt == "timestamp")
    #expect(try verify(try token(payload(app: "dev.other"))).refusedAt == "package")
    #expect(
      try verify(try token(payload().replacing("requestPackageName\":\"dev", with: "requestPackageName\":\"x")))
        .refusedAt == "package")
    #expect(try verify(try token("{}")).refusedAt == "parse")
    #expect(try verify(try token(payload(), outer: #"{"alg":"dir","enc":"A256GCM"}"#)).refusedAt == "alg")
    #expect(try verify(try token(payload(), outer: #"{"alg":"A256KW","enc":"A128GCM"}"#)).refusedAt == "alg")
    #expect(try verify(try token(payload(), inner: #"{"alg":"none"}"#)).refusedAt == "alg")
    #expect(try verify("").refusedAt == "format")
    #expect(try PlayIntegrityVerifierTests().verify(try token(payload())).refusedAt == "signature")
    var other = try token(payload())
    other.replaceSubrange(other.startIndex..<other.index(after: other.startIndex), with: "f")
    #expect(try verify(other).verified == nil)
  }

  @Test("Keys of the wrong kind are refused")
  func keys() {
    #expect(throws: AttestationError.keyUnusable) {
      try PlayIntegrityVerifier(decryptionKey: Secret(copying: [1]), verificationKey: [], packages: [])
    }
  }
}
