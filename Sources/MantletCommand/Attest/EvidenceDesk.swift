import AttestationVerification
import Crypto
import Foundation
import Redaction
import UntrustedInput

/// Puts evidence and expected values together.
struct EvidenceDesk {
  let evidence: Evidence
  let expected: ExpectedValues
  let now: Date

  typealias Result = (trail: AttestationTrail, facts: [(name: String, value: JSONNode)])

  func verify(_ kind: EvidenceKind) throws -> Result {
    switch kind {
    case .appAttest:
      let verified = try apple().verify(
        attestation: evidence.parts[0], keyID: keyID(), clientDataHash: clientDataHash(), now: now)
      return (verified.trail, EvidenceFacts.rows(verified.facts))
    case .assertion:
      let verified = try apple().verify(
        assertion: evidence.parts[0], publicKey: required(publicKey(), "--public-key"),
        clientDataHash: clientDataHash(), lastCounter: counter(), now: now)
      return (verified.trail, EvidenceFacts.rows(verified.facts) + [("counter", .integer(Int64(verified.counter)))])
    case .receipt:
      let verified = try apple().verify(
        receipt: evidence.parts[0], publicKey: publicKey(), maximumAge: expected.maximumAge ?? 300, now: now)
      return (verified.trail, EvidenceFacts.rows(verified))
    case .androidKey:
      let verified = try android().verify(
        chain: evidence.parts, challenge: androidChallenge(), revocation: revocation(), now: now)
      return (verified.trail, EvidenceFacts.rows(verified.facts))
    case .playIntegrity:
      let verified = try play().verify(token: evidence.token, binding: binding(), now: now)
      return (verified.trail, EvidenceFacts.rows(verified.facts))
    }
  }

  private func required<Value>(_ value: Value?, _ option: String) throws -> Value {
    if let value { return value }
    throw ExitStatus.stop("\(evidence.name): say what is expected: \(option)", ExitStatus.usage)
  }

  private func file(_ path: String) throws -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path), data.count <= 1 << 24 else {
      throw ExitStatus.stop("cannot read \(path)", ExitStatus.unreadable)
    }
    return Array(data)
  }

  private func roots(_ paths: [String]) throws -> [AttestationRoot] {
    try paths.flatMap { try AttestationRoot.roots(pem: String(decoding: file($0), as: UTF8.self)) }
  }

  private func base64(_ names: String...) -> [UInt8]? {
    names.lazy.compactMap { expected.member(evidence, $0)?.string.flatMap(Evidence.base64) }.first
  }

  private func utf8(_ names: String...) -> [UInt8]? {
    names.lazy.compactMap { expected.member(evidence, $0)?.string.map { Array($0.utf8) } }.first
  }

  private func apple() throws -> AppAttestVerifier {
    var appIDs = expected.appId
    if appIDs.isEmpty {
      let team = expected.member(evidence, "teamIdentifier")?.string
      let bundle = expected.member(evidence, "bundleIdentifier")?.string
      let parts = team.flatMap { team in bundle.map { team + "." + $0 } }
      appIDs = [try required(expected.member(evidence, "appId")?.string ?? parts, "--app-id")]
    }
    let stated = expected.member(evidence, "environment")?.string.map { [$0] }
    let names = expected.environment.isEmpty ? stated ?? ["production"] : expected.environment
    let environments = try names.map {
      try required(AttestationEnvironment(rawValue: $0), "--environment production or development")
    }
    let own = try roots(expected.root)
    let receipts = try roots(expected.receiptRoot)
    return AppAttestVerifier(
      appIDs: appIDs, environments: Set(environments), roots: own.isEmpty ? AttestationRoot.appleAppAttest : own,
      receiptRoots: receipts.isEmpty && own.isEmpty ? AttestationRoot.appleG3 : receipts)
  }

  private func keyID() throws -> [UInt8] {
    try required(
      expected.keyId.flatMap { ExpectedValues.bytes($0, hexadecimal: 32) } ?? base64("keyIdBase64"), "--key-id")
  }

  private func clientDataHash() throws -> [UInt8] {
    if let text = expected.clientDataHash {
      return try required(ExpectedValues.bytes(text, hexadecimal: 32), "--client-data-hash in hexadecimal or base64")
    }
    if let text = expected.clientDataHashText { return Array(text.utf8) }
    if let path = expected.clientData { return Array(SHA256.hash(data: try file(path))) }
    if let challenge = try challenge() { return Array(SHA256.hash(data: challenge)) }
    if let hash = base64("clientDataHashBase64", "clientDataHashSha256Base64") ?? utf8("clientDataHashUtf8Raw") {
      return hash
    }
    let data = utf8("assertionClientDataUtf8", "clientDataUtf8", "challengeUtf8") ?? base64("clientDataBase64")
    return Array(SHA256.hash(data: try required(data, "--client-data-hash, --client-data or --challenge")))
  }

  private func challenge() throws -> [UInt8]? {
    if let text = expected.challenge { return Array(text.utf8) }
    return try expected.challengeBase64.map { try required(Evidence.base64($0), "--challenge-base64 in base64") }
  }

  private func androidChallenge() throws -> [UInt8] {
    try required(try challenge() ?? base64("challengeBase64"), "--challenge or --challenge-base64")
  }

  /// The uncompressed point; nil when none is given.
  private func publicKey() throws -> [UInt8]? {
    let stated = expected.member(evidence, "publicKeySpkiBase64", "publicKey")?.string
    guard var text = expected.publicKey ?? stated else { return nil }
    if expected.publicKey != nil, let data = FileManager.default.contents(atPath: text) {
      text = String(decoding: data, as: UTF8.self)
    }
    if text.contains("BEGIN PUBLIC KEY") {
      return try required(try? P256.Signing.PublicKey(pemRepresentation: text), "--public-key on P-256").point
    }
    let bytes = try required(Evidence.base64(text.filter { !$0.isWhitespace }), "--public-key in PEM or base64")
    let key =
      (try? P256.Signing.PublicKey(derRepresentation: bytes))
      ?? (try? P256.Signing.PublicKey(x963Representation: bytes))
    return try required(key, "--public-key on P-256").point
  }

  private func counter() -> UInt32 {
    expected.counter ?? expected.member(evidence, "lastCounter")?.integer.flatMap { UInt32(exactly: $0) } ?? 0
  }

  private func android() throws -> AndroidKeyVerifier {
    let digests = try expected.signingDigest.map {
      try required(ExpectedValues.bytes($0, hexadecimal: 32), "--signing-digest in hexadecimal or base64")
    }
    let application = expected.appId.first.map { AndroidApplication(package: $0, signingDigests: Set(digests)) }
    let own = try roots(expected.root)
    return AndroidKeyVerifier(
      application: application, rules: expected.insecureSoftwareKeys ? .insecureSoftwareKeys : AndroidKeyRules(),
      roots: own.isEmpty ? AttestationRoot.google : own)
  }

  private func revocation() throws -> RevocationSource {
    if let path = expected.revocationList {
      let bytes = try file(path)
      let stated = try expected.revocationListDate.map {
        try required(ExpectedValues.date($0), "--revocation-list-date as in 2026-06-01T12:00:00Z")
      }
      let written = try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
      guard let fetched = stated ?? written else { return .unavailable }
      return .list(
        try RevocationList(json: bytes, fetchedAt: fetched), maximumAge: expected.revocationListHours * 3600)
    }
    if let serials = expected.member(evidence, "revokedSerials")?.array {
      let entries = serials.compactMap { $0.string.map { JSONMember($0, ["status": "REVOKED"]) } }
      let list: JSONNode = ["entries": JSONNode(.object(entries))]
      return .list(try RevocationList(json: JSONWriter().bytes(list), fetchedAt: now), maximumAge: 0)
    }
    if expected.insecureNoRevocationList { return .insecureNotConsulted }
    StandardError.print("mantlet: without --revocation-list nothing says that the attestation key is still good")
    return .unavailable
  }

  private func play() throws -> PlayIntegrityVerifier {
    func key(_ path: String?, _ member: String, _ option: String) throws -> [UInt8] {
      guard let path else { return try required(base64(member), option) }
      let lines = try String(decoding: file(path), as: UTF8.self).split(whereSeparator: \.isNewline)
      return try required(
        Evidence.base64(lines.filter { !$0.hasPrefix("-----") }.joined().filter { !$0.isWhitespace }), option)
    }
    let package =
      expected.appId.isEmpty ? expected.member(evidence, "packageName")?.string.map { [$0] } : expected.appId
    return try PlayIntegrityVerifier(
      decryptionKey: Secret(copying: key(expected.decryptionKey, "decryptionKeyBase64", "--decryption-key")),
      verificationKey: key(expected.verificationKey, "verificationKeySpkiBase64", "--verification-key"),
      packages: Set(try required(package, "--app-id")), maximumAge: expected.maximumAge ?? 600)
  }

  private func binding() throws -> PlayRequestBinding {
    if let nonce = expected.nonce { return .nonce(nonce) }
    let hash = expected.requestHash ?? expected.member(evidence, "requestHash")?.string
    return .requestHash(try required(hash, "--request-hash or --nonce"))
  }
}

extension P256.Signing.PublicKey {
  fileprivate var point: [UInt8] { Array(x963Representation) }
}
