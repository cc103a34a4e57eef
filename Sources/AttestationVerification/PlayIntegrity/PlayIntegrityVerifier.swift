import Crypto
import Foundation
import Redaction
import SecurityPolicy
import UntrustedInput

/// Opens and verifies Play Integrity tokens with the keys from the Play Console, at the server.
///
/// It proves that Google Play judged this app on this device for this request, a short time ago. It does not judge the
/// verdicts: a token that says "nothing recognised" verifies. Only self-managed keys are served; a token that Google's
/// server decodes is Google's answer over TLS and needs none of this.
///
/// Both algorithms are fixed, A256KW with A256GCM around ES256; a token that names others is refused before any key is
/// used. The replay of a standard request within its age is Google's to prevent, that of a nonce the caller's.
///
/// Source: developer.android.com, "Decrypt and verify the integrity verdict locally"; RFC 7515, 7516, 7518 section 4.4.
public struct PlayIntegrityVerifier: Sendable {
  private let decryptionKey: SymmetricKey
  private let verificationKey: P256.Signing.PublicKey
  /// The packages that are ours.
  public let packages: Set<String>
  /// In seconds.
  public let maximumAge: TimeInterval

  /// - Parameters:
  ///   - decryptionKey: 32 bytes, an AES-256 key.
  ///   - verificationKey: DER SubjectPublicKeyInfo of a P-256 key.
  ///   - maximumAge: in seconds since Google made the token; it also bounds how far its clock may be ahead, by a minute.
  /// - Throws: ``AttestationError/keyUnusable``.
  public init(
    decryptionKey: borrowing Secret, verificationKey: [UInt8], packages: Set<String>, maximumAge: TimeInterval = 600
  ) throws(AttestationError) {
    guard decryptionKey.count == 32, let key = try? P256.Signing.PublicKey(derRepresentation: verificationKey) else {
      throw .keyUnusable
    }
    self.decryptionKey = decryptionKey.withExposedBytes { SymmetricKey(data: $0) }
    self.verificationKey = key
    self.packages = packages
    self.maximumAge = maximumAge
  }

  /// - Throws: ``AttestationError/refused(_:)``.
  public func verify(
    token: String, binding: PlayRequestBinding, now: Date
  ) throws(AttestationError) -> VerifiedPlayToken {
    var trail = AttestationTrail()
    let signed = try open(token, &trail)
    let payload = try authenticate(signed, &trail)
    guard let node = try? JSONReader(maximumBytes: 1 << 14, maximumDepth: 8).read(payload),
      let request = node["requestDetails"], let package = request["requestPackageName"]?.string,
      let millis = request["timestampMillis"].flatMap({ $0.string.flatMap(Int64.init) ?? $0.integer }),
      (0...253_402_300_799_999).contains(millis)
    else { throw trail.refusal(.parse, "the payload is not a verdict") }
    trail.pass(.parse)
    // The request first: verdicts made for another request say nothing here.
    try trail.require(packages.contains(package), .package, "the token was requested by another app")
    switch binding {
    case .requestHash(let expected):
      let isEqual = request["requestHash"]?.string.map { ConstantTime.areEqual($0.utf8, expected.utf8) } ?? false
      try trail.require(isEqual, .requestHash, "the token was made for another request")
    case .nonce(let expected):
      let isEqual = request["nonce"]?.string.map { ConstantTime.areEqual($0.utf8, expected.utf8) } ?? false
      try trail.require(isEqual, .nonce, "the token was made for another nonce")
    }
    let requestedAt = Date(timeIntervalSince1970: Double(millis) / 1000)
    let age = now.timeIntervalSince(requestedAt)
    // O.Resi_5#303
    try trail.require(age <= maximumAge && age >= -60, .timestamp, "the token is too old or not yet made")
    // The app that asked and the app that was judged must be one; an unevaluated app has no name.
    if let judged = node["appIntegrity"]?["packageName"]?.string, judged != package {
      throw trail.refusal(.package, "the verdict is about another app")
    }
    return VerifiedPlayToken(
      facts: facts(node, package: package, requestedAt: requestedAt, now: now), trail: trail)
  }

  /// The inner token: the JWE opened.
  private func open(_ token: String, _ trail: inout AttestationTrail) throws(AttestationError) -> String {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard token.utf8.count <= 1 << 15, parts.count == 5, let header = try? Base64URL.decode(parts[0]),
      let wrapped = try? Base64URL.decode(parts[1]), let iv = try? Base64URL.decode(parts[2]),
      let sealed = try? Base64URL.decode(parts[3]), let tag = try? Base64URL.decode(parts[4]),
      wrapped.count == 40, iv.count == 12, tag.count == 16
    else { throw trail.refusal(.tokenFormat, "the token is not a JWE of five parts") }
    trail.pass(.tokenFormat)
    let names = try? JSONReader(maximumBytes: 1 << 10, maximumDepth: 2).read(header)
    guard names?["alg"]?.string == "A256KW", names?["enc"]?.string == "A256GCM", names?["crit"] == nil,
      names?["zip"] == nil
    else { throw trail.refusal(.algorithm, "the envelope does not use A256KW and A256GCM") }
    guard let key = try? AES.KeyWrap.unwrap(wrapped, using: decryptionKey), key.bitCount == 256,
      let box = try? AES.GCM.SealedBox(nonce: AES.GCM.Nonce(data: iv), ciphertext: sealed, tag: tag),
      let opened = try? AES.GCM.open(box, using: key, authenticating: Data(parts[0].utf8)),
      let text = String(validating: opened, as: UTF8.self)
    else { throw trail.refusal(.decryption, "the envelope does not open with this key") }
    trail.pass(.decryption)
    return text
  }

  /// The payload: the JWS verified.
  private func authenticate(_ token: String, _ trail: inout AttestationTrail) throws(AttestationError) -> [UInt8] {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let header = try? Base64URL.decode(parts[0]),
      let payload = try? Base64URL.decode(parts[1]), let signature = try? Base64URL.decode(parts[2])
    else { throw trail.refusal(.tokenFormat, "the inner token is not a JWS of three parts") }
    let names = try? JSONReader(maximumBytes: 1 << 10, maximumDepth: 2).read(header)
    guard names?["alg"]?.string == "ES256", names?["crit"] == nil else {
      throw trail.refusal(.algorithm, "the inner token does not use ES256")
    }
    trail.pass(.algorithm)
    let isSigned =
      (try? P256.Signing.ECDSASignature(rawRepresentation: signature)).map {
        verificationKey.isValidSignature($0, for: Data("\(parts[0]).\(parts[1])".utf8))
      } ?? false
    try trail.require(isSigned, .signature, "Google's key did not sign the inner token")
    return payload
  }

  private func facts(_ node: JSONNode, package: String, requestedAt: Date, now: Date) -> AttestedFacts {
    let app = node["appIntegrity"]
    let device = node["deviceIntegrity"]
    let surroundings = node["environmentDetails"]
    var facts = AttestedFacts(source: .playIntegrity, verifiedAt: now)
    facts.appIdentifiers = [package]
    facts.appSigningDigests = (app?["certificateSha256Digest"]?.array ?? []).compactMap {
      $0.string.flatMap { try? Base64URL.decode($0) }
    }
    facts.appVersion = app?["versionCode"].flatMap { $0.string ?? $0.integer.map { String($0) } }
    facts.sdkLevel = device?["deviceAttributes"]?["sdkVersion"]?.integer.flatMap { Int(exactly: $0) }
    facts.play = PlayIntegrityFacts(
      requestedAt: requestedAt,
      deviceVerdicts: Set(
        (device?["deviceRecognitionVerdict"]?.array ?? []).compactMap { $0.string.flatMap(PlayDeviceVerdict.init) }),
      appRecognition: app?["appRecognitionVerdict"]?.string.flatMap(PlayAppRecognition.init),
      licensing: node["accountDetails"]?["appLicensingVerdict"]?.string.flatMap(PlayLicensing.init),
      playProtect: surroundings?["playProtectVerdict"]?.string,
      recentActivity: device?["recentDeviceActivity"]?["deviceActivityLevel"]?.string,
      appAccessRisk: (surroundings?["appAccessRiskVerdict"]?["appsDetected"]?.array ?? []).compactMap(\.string))
    return facts
  }
}
