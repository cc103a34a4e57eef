import AttestationSamples
import AttestationVerification
import Crypto
import Foundation
import Testing

private typealias Sample = TestAndroidKey

extension TestAndroidKey {
  fileprivate func verify(
    _ source: RevocationSource = .insecureNotConsulted, rules: AndroidKeyRules = AndroidKeyRules(),
    application: AndroidApplication? = nil, challenge: [UInt8] = TestAndroidKey.challenge
  ) throws -> (verified: VerifiedKeyAttestation?, refusedAt: String?, error: AttestationError?) {
    let chain = try chain()
    let verifier = AndroidKeyVerifier(
      application: application, rules: rules, roots: [try AttestationRoot(certificate: chain[3])])
    return outcome { () throws(AttestationError) in
      try verifier.verify(chain: chain, challenge: challenge, revocation: source, now: Self.now)
    }
  }

  fileprivate static func list(_ entries: String, age: Double = 0) throws -> RevocationSource {
    .list(
      try RevocationList(json: Array(#"{"entries": {\#(entries)}}"#.utf8), fetchedAt: now.addingTimeInterval(-age)),
      maximumAge: 86_400)
  }
}

@Suite("Android Key Attestation, by an authority of this run")
struct AndroidKeyVerifierTests {
  @Test("A sound chain is accepted: P-256 with SHA-384, NULL beside ECDSA, an expired root, a leaf of 1970")
  func accepted() throws {
    let result = try Sample().verify(Sample.list(""))
    let facts = try #require(result.verified?.facts, "\(result.error?.description ?? "")")
    #expect(facts.bootState == .verified)
    #expect(facts.isBootloaderLocked == true)
    #expect(facts.osVersion == "16.0.0")
    #expect(facts.osPatchLevel?.description == "2026-05")
    #expect(facts.provisioning == .remote)
    #expect(facts.appIdentifiers == ["dev.example"])
  }

  @Test("Each flaw is refused at its own step")
  func flaws() throws {
    func refusal(_ change: (inout Sample) -> Void) throws -> String? {
      var sample = Sample()
      change(&sample)
      let result = try sample.verify()
      return result.verified == nil ? result.refusedAt ?? "no step" : nil
    }
    #expect(try refusal { $0.level = 0 } == "securityLevel")
    #expect(try refusal { $0.origin = 2 } == "origin")
    #expect(try refusal { $0.hasRootOfTrust = false } == "rootOfTrust")
    #expect(try refusal { $0.extraTag = 999 } == "unknown-tag")
    #expect(try refusal { $0.extraTag = 702 } == "parse")
    #expect(try refusal { $0.isExtended = true } == "chain-extension")
    #expect(try refusal { $0.upperTo = "20260201000000Z" } == "validity")
    // Devices that came with their key keep it beyond its dates.
    #expect(
      try refusal {
        $0.upperTo = "20260201000000Z"
        $0.isFactory = true
      } == nil)
    #expect(try refusal { $0.locked = 0x01 } == nil)
    #expect(try Sample().verify(challenge: [1]).refusedAt == "challenge")
    #expect(try Sample().verify(challenge: []).refusedAt == "challenge")
  }

  @Test("A chain is followed from its root down: no key is asked for that nobody trusted has signed for")
  func fromTheRoot() throws {
    var sample = Sample()
    // Ed25519, which no chain of Google's has.
    sample.lowerSPKI = DERWriter.sequence(
      DERWriter.sequence(DERWriter.name([0x2B, 0x65, 0x70])), DERWriter.bits([UInt8](repeating: 1, count: 32)))
    let unknown = try sample.verify()
    #expect(unknown.error?.description.contains("of an unknown kind") == true, "\(unknown.error?.description ?? "")")
    sample.forger = .p384(P384.Signing.PrivateKey())
    let forged = try sample.verify()
    #expect(forged.refusedAt == unknown.refusedAt)
    #expect(forged.error?.description.contains("not signed by the next one's key") == true)
  }

  @Test("A bootloader lock of 0x01 is true, of 0x00 false")
  func locked() throws {
    for (byte, isLocked) in [(UInt8(1), true), (0, false)] {
      var sample = Sample()
      sample.locked = byte
      #expect(try sample.verify().verified?.facts.isBootloaderLocked == isLocked)
    }
  }

  @Test("A leaf whose key is of an unknown kind is accepted: only what signed it counts")
  func unknownKey() throws {
    var sample = Sample()
    // ML-DSA-65, 2.16.840.1.101.3.4.3.18.
    sample.leafSPKI = DERWriter.sequence(
      DERWriter.sequence(DERWriter.name([0x60, 0x86, 0x48, 0x01, 0x65, 3, 4, 3, 18])),
      DERWriter.bits([UInt8](repeating: 1, count: 1952)))
    #expect(try sample.verify().verified?.facts.publicKey == sample.leafSPKI)
  }

  @Test("A foreign root of the same name is refused")
  func foreign() throws {
    let chain = try Sample().chain()
    let verifier = AndroidKeyVerifier(roots: [try AttestationRoot(certificate: try Sample().chain()[3])])
    let result = outcome { () throws(AttestationError) in
      try verifier.verify(
        chain: chain, challenge: Sample.challenge, revocation: .insecureNotConsulted, now: Sample.now)
    }
    #expect(result.refusedAt == "root")
  }

  @Test("Revoked and suspended serial numbers are refused, in hexadecimal and in decimal, by an old list, too")
  func revoked() throws {
    for entry in [
      #""123456789abc": {"status": "REVOKED"}"#, #""0123456789ABC": {"status": "SUSPENDED"}"#,
      #""20015998343868": {"status": "REVOKED", "reason": "KEY_COMPROMISE"}"#,
    ] {
      #expect(try Sample().verify(Sample.list(entry)).refusedAt == "revoked", "\(entry)")
      #expect(try Sample().verify(Sample.list(entry, age: 90_000)).refusedAt == "revoked", "\(entry)")
    }
    #expect(try Sample().verify(Sample.list(#""99": {"status": "REVOKED"}"#)).verified != nil)
  }

  @Test("A list that is missing or too old leaves the outcome undetermined")
  func undetermined() throws {
    for source in [RevocationSource.unavailable, try Sample.list("", age: 86_401)] {
      let result = try Sample().verify(source)
      guard case .undetermined(let trail)? = result.error else {
        Issue.record("not undetermined")
        continue
      }
      #expect(trail.refusedAt == nil)
    }
  }

  @Test("A list with a status that nobody knows is unreadable")
  func unknownStatus() {
    #expect(throws: AttestationError.revocationListUnreadable) {
      try RevocationList(json: Array(#"{"entries": {"1": {"status": "FINE"}}}"#.utf8), fetchedAt: Sample.now)
    }
  }

  @Test("Another package or signer is refused where the caller names his own")
  func application() throws {
    let digest = [UInt8](repeating: 5, count: 32)
    func refusal(_ package: String, _ digests: Set<[UInt8]>) throws -> String? {
      try Sample().verify(application: AndroidApplication(package: package, signingDigests: digests)).refusedAt
    }
    #expect(try refusal("dev.example", [digest]) == nil)
    #expect(try refusal("dev.example", [[1]]) == "application")
    #expect(try refusal("dev.other", [digest]) == "application")
  }
}
