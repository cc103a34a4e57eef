import AttestationVerification
import Foundation
import Testing
import UntrustedInput

@Suite("Android Key Attestation vectors", .enabled(if: Vectors.arePresent, Vectors.absent))
struct AndroidKeyVectorTests {
  static func emptyList(_ now: Date) throws -> RevocationSource {
    .list(try RevocationList(json: Array(#"{"entries": {}}"#.utf8), fetchedAt: now), maximumAge: 86_400)
  }

  /// Chains of the index: one file each, or a folder of certificates.
  static func chains() throws -> [(name: String, chain: [[UInt8]], check: JSONNode)] {
    var found: [(String, [[UInt8]], JSONNode)] = []
    for (file, checks) in try Vectors.index() where file.hasPrefix("android/") {
      guard let check = checks.first, check["type"]?.string == "chain" else { continue }
      if file.hasSuffix("/cert0.pem") {
        let parts = try (0..<4).map { try Vectors.text(file.replacing("cert0", with: "cert\($0)")) }
        found.append((file, try #require(PEMCertificates.read(parts.joined(separator: "\n"))), check))
      } else if !file.contains("/cert") {
        found.append((file, try #require(PEMCertificates.read(try Vectors.text(file))), check))
      }
    }
    return found
  }

  static func challenge(_ file: String) throws -> [UInt8] {
    file.contains("google-aka")
      ? Array("abc".utf8) : try Vectors.json(file.replacing(".pem", with: ".json")).base64("attestationChallenge")
  }

  @Test("Every real chain is accepted or refused as the index says, with its facts")
  func real() throws {
    let all = try Self.chains()
    #expect(all.count >= 16)
    for (name, chain, check) in all {
      let info = check["info"]
      let isSoftware = info?["anchor"]?.string == "software"
      let software = try (0...1).flatMap { try Vectors.roots("android/roots/software-root-\($0)-NOT-TRUSTED.pem") }
      let verifier =
        isSoftware
        ? AndroidKeyVerifier(rules: .insecureSoftwareKeys, roots: software) : AndroidKeyVerifier()
      // Chains without a time of their own are from the factory.
      let now = try Vectors.date(check["at"]?.string ?? "2026-11-21T00:00:00Z")
      let revocation = try Self.emptyList(now)
      let challenge = try Self.challenge(name)
      let result = outcome { () throws(AttestationError) in
        try verifier.verify(chain: chain, challenge: challenge, revocation: revocation, now: now)
      }
      guard check["verified"]?.string == "accept" else {
        #expect("reject:" + (result.refusedAt ?? "") == check["verified"]?.string, "\(name)")
        continue
      }
      let facts = try #require(result.verified?.facts, "\(name): \(result.error?.description ?? "")")
      #expect(result.verified.map { Int64($0.attestationVersion) } == info?["version"]?.integer, "\(name)")
      #expect(
        facts.bootState?.rawValue
          == ["Verified", "SelfSigned", "Unverified", "Failed"]
          .firstIndex(of: info?["boot"]?.string ?? "").map(Int64.init), "\(name)")
      #expect(facts.isBootloaderLocked == info?["locked"]?.bool, "\(name)")
      #expect(facts.osPatchLevel == (info?["patch"]?.integer).flatMap { PatchLevel(number: $0) }, "\(name)")
      #expect(facts.vendorPatchLevel == (info?["vendor"]?.integer).flatMap { PatchLevel(number: $0) }, "\(name)")
      #expect(facts.bootPatchLevel == (info?["bootPatch"]?.integer).flatMap { PatchLevel(number: $0) }, "\(name)")
      #expect(facts.appIdentifiers == info?["app"]?.array?.compactMap { $0.array?.first?.string }, "\(name)")
      let kind = ["factory": KeyProvisioning.factory, "rkp": .remote][info?["kind"]?.string ?? ""] ?? .unknown
      #expect(facts.provisioning == kind, "\(name)")
    }
  }

  @Test("A software chain is refused under Google's roots, and by its level under its own")
  func software() throws {
    for (name, chain, check) in try Self.chains() where check["info"]?["anchor"]?.string == "software" {
      let now = try Vectors.date(check["at"]?.string)
      let challenge = try Self.challenge(name)
      let google = outcome { () throws(AttestationError) in
        try AndroidKeyVerifier().verify(chain: chain, challenge: challenge, revocation: .insecureNotConsulted, now: now)
      }
      #expect(google.refusedAt == "root")
    }
  }

  @Test("A remotely provisioned chain ends with its certificates, a factory chain does not")
  func dates() throws {
    for (name, chain, check) in try Self.chains() where check["verified"]?.string == "accept" {
      guard let kind = check["info"]?["kind"]?.string, kind != "unknown" else { continue }
      let challenge = try Self.challenge(name)
      let result = outcome { () throws(AttestationError) in
        try AndroidKeyVerifier().verify(
          chain: chain, challenge: challenge, revocation: .insecureNotConsulted,
          now: Date(timeIntervalSince1970: 2_000_000_000))
      }
      #expect(result.refusedAt == (kind == "rkp" ? "validity" : nil), "\(name)")
    }
  }

  @Test("Each synthetic chain is accepted or refused at the step that its vector names")
  func synthetic() throws {
    let roots = try Vectors.roots("synthetic/android/root.pem")
    for item in try #require(try Vectors.json("synthetic/android/chains.json").array) {
      let name = item["name"]?.string ?? ""
      let chain = try #require(item["x5cBase64"]?.array).map {
        Array(try #require(Data(base64Encoded: $0.string ?? "")))
      }
      let now = try Vectors.date(item["verificationTime"]?.string)
      let serials = item["revokedSerials"]?.array?.compactMap(\.string) ?? []
      let entries = serials.map { #""\#($0)": {"status": "REVOKED"}"# }.joined(separator: ",")
      let list = try RevocationList(json: Array(#"{"entries": {\#(entries)}}"#.utf8), fetchedAt: now)
      let challenge = try item.base64("challengeBase64")
      func refusal(_ verifier: AndroidKeyVerifier) -> String? {
        outcome { () throws(AttestationError) in
          try verifier.verify(
            chain: chain, challenge: challenge, revocation: .list(list, maximumAge: 60), now: now)
        }.refusedAt
      }
      // The chain's verdict is that of the form alone; what makes it worthless as evidence comes on top.
      #expect(
        refusal(AndroidKeyVerifier(rules: .insecureSoftwareKeys, roots: roots)) == item["step"]?.string, "\(name)")
      let worthless = [
        "root of trust absent from hardware list": "rootOfTrust", "imported key (origin 2)": "origin",
        "software security level under a hardware root": "securityLevel",
      ]
      #expect(refusal(AndroidKeyVerifier(roots: roots)) == worthless[name] ?? item["step"]?.string, "\(name)")
    }
  }

  @Test("Another package is refused where the caller names his own")
  func application() throws {
    let roots = try Vectors.roots("synthetic/android/root.pem")
    let items = try #require(try Vectors.json("synthetic/android/chains.json").array)
    for (name, step) in [("other package", "application"), ("ok TEE, verified, locked", nil)] {
      let item = try #require(items.first { $0["name"]?.string == name })
      let chain = try #require(item["x5cBase64"]?.array).map {
        Array(try #require(Data(base64Encoded: $0.string ?? "")))
      }
      let now = try Vectors.date(item["verificationTime"]?.string)
      let challenge = try item.base64("challengeBase64")
      let verifier = AndroidKeyVerifier(
        application: AndroidApplication(package: "dev.example.guarded", signingDigests: []), roots: roots)
      let result = outcome { () throws(AttestationError) in
        try verifier.verify(chain: chain, challenge: challenge, revocation: .insecureNotConsulted, now: now)
      }
      #expect(result.refusedAt == step)
    }
  }

  @Test("Google's sample list is read, entries in decimal among them")
  func statusList() throws {
    let list = try RevocationList(
      json: try Vectors.bytes("android/google-aka/status.json"), fetchedAt: Date(timeIntervalSince1970: 0))
    #expect(list.count == 5)
  }
}
