import AttestationVerification
import Crypto
import Foundation
import SecurityPolicy
import Testing
import UntrustedInput

/// One real attestation with what its verifier must be told.
struct RealAttestation: Sendable {
  let file: String
  let object: [UInt8]
  let appID: String
  let keyID: [UInt8]
  let clientDataHash: [UInt8]
  let now: Date

  var verifier: AppAttestVerifier {
    AppAttestVerifier(appIDs: [appID], environments: [.production, .development])
  }

  func verify(_ object: [UInt8]) throws(AttestationError) -> VerifiedAppAttestation {
    try verifier.verify(attestation: object, keyID: keyID, clientDataHash: clientDataHash, now: now)
  }

  /// Items of a file in INDEX.json: a file holds one object or a list of them.
  static func items(_ file: String) throws -> [JSONNode] {
    guard file.hasSuffix(".json") else { return [] }
    let node = try Vectors.json(file)
    return node.array ?? [node]
  }

  init(_ file: String, _ item: JSONNode, at: String?) throws {
    self.file = file
    object = try item.base64("attestationBase64")
    keyID = try item.base64("keyIdBase64")
    appID =
      try item["appId"]?.string
      ?? "\(#require(item["teamIdentifier"]?.string)).\(#require(item["bundleIdentifier"]?.string))"
    clientDataHash =
      if let raw = item["clientDataHashUtf8Raw"]?.string {
        Array(raw.utf8)
      } else if item["challengeUtf8"] != nil {
        Array(SHA256.hash(data: try item.utf8("challengeUtf8")))
      } else {
        try item.base64("clientDataHashSha256Base64")
      }
    now = try Vectors.date(at)
  }

  static func all() throws -> [(vector: RealAttestation, check: JSONNode)] {
    var found: [(RealAttestation, JSONNode)] = []
    for (file, checks) in try Vectors.index() where file.hasPrefix("apple/") {
      let items = try items(file)
      for check in checks where check["type"]?.string == "attestation" {
        let item = items[Int(check["item"]?.integer ?? 0)]
        found.append((try RealAttestation(file, item, at: check["at"]?.string), check))
      }
    }
    return found
  }
}

@Suite("Real App Attest vectors", .enabled(if: Vectors.arePresent, Vectors.absent))
struct AppAttestVectorTests {
  @Test("Every real attestation is accepted at its time, with the facts that the index lists")
  func attestations() throws {
    let all = try RealAttestation.all()
    #expect(all.count >= 5)
    for (vector, check) in all {
      let verified = try vector.verify(vector.object)
      let info = check["info"]
      #expect(verified.facts.environment?.rawValue == info?["env"]?.string, "\(vector.file)")
      #expect(verified.facts.osVersion == info?["osVersion"]?.string, "\(vector.file)")
      #expect(verified.facts.osBuild == info?["build"]?.string, "\(vector.file)")
      #expect(verified.facts.category == nil || info?["ext"]?.members != nil)
      #expect(verified.receipt?.kind == .attestation)
      #expect(verified.trail.verdict == .holds)
    }
  }

  @Test("A real attestation is refused outside the life of its leaf, at the step validity")
  func dates() throws {
    for (vector, _) in try RealAttestation.all() {
      for days in [-400.0, 400] {
        let later = vector.now.addingTimeInterval(days * 86_400)
        let result = outcome { () throws(AttestationError) in
          try vector.verifier.verify(
            attestation: vector.object, keyID: vector.keyID, clientDataHash: vector.clientDataHash, now: later)
        }
        #expect(result.refusedAt == "validity", "\(vector.file)")
      }
    }
  }

  @Test("Every real assertion is accepted once and refused as a replay")
  func assertions() throws {
    var count = 0
    for (file, checks) in try Vectors.index() where file.hasPrefix("apple/") {
      let items = try RealAttestation.items(file)
      for check in checks where check["type"]?.string == "assertion" {
        let item = items[Int(check["item"]?.integer ?? 0)]
        let hash =
          try item["assertionClientDataUtf8"].map { Array(SHA256.hash(data: Data(($0.string ?? "").utf8))) }
          ?? item.base64("clientDataHashSha256Base64")
        // The key comes from an attestation in the same file.
        let attested = try #require(items.first { $0["attestationBase64"] != nil })
        let verdictOfKey = checks.first { $0["type"]?.string == "attestation" }
        let vector = try RealAttestation(file, attested, at: verdictOfKey?["at"]?.string)
        let key = try vector.verify(vector.object).publicKey
        func verify(after counter: UInt32) throws(AttestationError) -> VerifiedAppAssertion {
          try vector.verifier.verify(
            assertion: (try? item.base64("assertionBase64")) ?? [], publicKey: key, clientDataHash: hash,
            lastCounter: counter, now: vector.now)
        }
        let counter = try verify(after: 0).counter
        #expect(Int64(counter) == check["info"]?["counter"]?.integer)
        #expect(outcome { () throws(AttestationError) in try verify(after: counter) }.refusedAt == "counter")
        count += 1
      }
    }
    #expect(count >= 4)
  }

  @Test("Every real receipt is accepted, and refused under another root, for another app or environment, and when old")
  func receipts() throws {
    var count = 0
    let strangers = AttestationRoot.appleAppAttest
    for (file, checks) in try Vectors.index() where file.hasPrefix("apple/") {
      let items = try RealAttestation.items(file)
      for check in checks where check["type"]?.string == "receipt" {
        let item = items[Int(check["item"]?.integer ?? 0)]
        let bytes = try item.base64("receiptBase64")
        let now = try Vectors.date(check["at"]?.string)
        let appID = "\(try #require(item["teamIdentifier"]?.string)).\(try #require(item["bundleIdentifier"]?.string))"
        let verifier = AppAttestVerifier(appIDs: [appID], environments: [.development])
        let receipt = try verifier.verify(receipt: bytes, now: now)
        let expected = try #require(item["properties"])
        #expect(receipt.kind.rawValue == expected["type"]?.string)
        #expect(receipt.riskMetric == (expected["riskMetric"]?.string).flatMap { Int($0) })
        let created = try #require(expected["creationTime"]?.string)
        #expect(receipt.createdAt == (try Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(created)))
        let old = outcome { () throws(AttestationError) in
          try verifier.verify(receipt: bytes, now: now.addingTimeInterval(3600))
        }
        #expect(old.refusedAt == "timestamp")
        let shop = AppAttestVerifier(appIDs: [appID])
        #expect(
          outcome { () throws(AttestationError) in try shop.verify(receipt: bytes, now: now) }.refusedAt
            == "environment")
        let foreign = AppAttestVerifier(appIDs: [appID], receiptRoots: strangers)
        #expect(
          outcome { () throws(AttestationError) in try foreign.verify(receipt: bytes, now: now) }.refusedAt == "root")
        let other = AppAttestVerifier(appIDs: ["ABCDE12345.other"])
        #expect(
          outcome { () throws(AttestationError) in try other.verify(receipt: bytes, now: now) }.refusedAt == "rpId")
        count += 1
      }
    }
    #expect(count >= 9)
  }

  @Test("The raw challenge of Apple's guide passes as client data hash, its digest does not")
  func rawChallenge() throws {
    let (vector, _) = try #require(try RealAttestation.all().first { $0.vector.file.contains("guide") })
    let hashed = outcome { () throws(AttestationError) in
      try vector.verifier.verify(
        attestation: vector.object, keyID: vector.keyID,
        clientDataHash: Array(SHA256.hash(data: vector.clientDataHash)), now: vector.now)
    }
    #expect(hashed.refusedAt == "nonce")
  }

  @Test("No cut attestation is accepted")
  func cut() throws {
    let (vector, _) = try #require(try RealAttestation.all().first)
    for count in stride(from: 0, to: vector.object.count, by: 7) {
      let result = outcome { () throws(AttestationError) in try vector.verify(Array(vector.object.prefix(count))) }
      #expect(result.refusedAt == "parse")
    }
  }
}
