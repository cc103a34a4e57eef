import Crypto
import Foundation
import SecurityPolicy
import UntrustedInput

/// Verifies what App Attest says, at the server: attestations of a new key, assertions with it, receipts.
///
/// It proves that a key was made by genuine Apple hardware for this app, and that an assertion was made with it over this
/// client data. It does not prove that the system is unmodified: a jailbroken device attests as well. Challenges are the
/// caller's: single use and fresh; so is storing the counter by compare-and-set. The caller hashes: every function takes
/// the client data hash, because Apple's own samples sign raw challenge bytes in its place.
///
/// | Apple's step | here |
/// | --- | --- |
/// | 1 chain of x5c to Apple's root | chain-name, ca, chain-sig, validity |
/// | 2–4 nonce in the leaf | nonce, in constant time |
/// | 5 key identifier | keyId; and coseKey: the authenticator data carries the same key |
/// | 6 app id hash | rpId |
/// | 7 counter 0 | counter |
/// | 8 aaguid | aaguid |
/// | 9 credential id | credentialId |
/// | receipt | receipt, so that no byte of the object is left unjudged |
/// | iOS 27 extensions | extensions |
///
/// Source: Apple, "Validating apps that connect to your server"; TR-03161-1 O.Resi_5.
public struct AppAttestVerifier: Sendable {
  /// `TEAMID.bundle.id` of the apps that are ours.
  public let appIDs: [String]
  public let environments: Set<AttestationEnvironment>
  let roots: [AttestationRoot]
  let receiptRoots: [AttestationRoot]
  let appIDHashes: [(hash: [UInt8], appID: String)]

  /// - Parameters:
  ///   - environments: `development` keys are made by anybody's development build: take them in no production server.
  ///   - receiptRoots: empty leaves the receipt inside an attestation unread.
  public init(
    appIDs: [String], environments: Set<AttestationEnvironment> = [.production],
    roots: [AttestationRoot] = AttestationRoot.appleAppAttest,
    receiptRoots: [AttestationRoot] = AttestationRoot.appleG3
  ) {
    self.appIDs = appIDs
    self.environments = environments
    self.roots = roots
    self.receiptRoots = receiptRoots
    appIDHashes = appIDs.map { (Array(SHA256.hash(data: Array($0.utf8))), $0) }
  }

  func appID(of hash: ArraySlice<UInt8>) -> String? {
    appIDHashes.first { ConstantTime.areEqual($0.hash, hash) }?.appID
  }

  /// Verifies the attestation of a new key.
  ///
  /// - Parameters:
  ///   - keyID: what the device said that the key is called, 32 bytes; nil when it said so nowhere but in the
  ///     attestation itself, whose credential id is checked in any case.
  ///   - clientDataHash: the hash that the device passed on; for Apple's samples the raw challenge.
  ///   - now: leaves live three days to eleven months.
  /// - Throws: ``AttestationError/refused(_:)``.
  public func verify(
    attestation: [UInt8], keyID: [UInt8]?, clientDataHash: [UInt8], now: Date
  ) throws(AttestationError) -> VerifiedAppAttestation {
    var trail = AttestationTrail()
    // O.Resi_5#300
    let object = try AppAttestObject(attestation, &trail)
    try trail.follow([object.leaf, object.intermediate], to: roots, now: now.wholeSeconds)

    let nonce = SHA256.hash(data: object.authenticatorData + clientDataHash)
    try trail.require(
      ConstantTime.areEqual(object.nonce, Array(nonce)), .nonce, "the leaf was made for other client data")
    let point = object.point
    let pointHash = Array(SHA256.hash(data: point))
    if let keyID {
      try trail.require(
        ConstantTime.areEqual(pointHash, keyID), .keyID, "the key identifier is not the hash of the certified key")
    }
    try trail.require(object.credential.point == point, .coseKey, "the authenticator data carries another key")
    guard let appID = appID(of: object.data.relyingParty) else {
      throw trail.refusal(.appID, "the key was made for another app")
    }
    trail.pass(.appID)
    try trail.require(object.data.counter == 0, .counter, "the counter of a new key is not 0")
    let environment: AttestationEnvironment? =
      switch Array(object.credential.aaguid) {
      case Array("appattestdevelop".utf8): .development
      case Array("appattest".utf8) + [UInt8](repeating: 0, count: 7): .production
      default: nil
      }
    guard let environment else { throw trail.refusal(.aaguid, "the aaguid is not one of App Attest's") }
    try trail.require(environments.contains(environment), .aaguid, "the key was made in another environment")
    try trail.require(
      ConstantTime.areEqual(object.credential.id, pointHash), .credentialID, "the credential is another key's")
    let receipt = try receiptRoots.isEmpty ? nil : embeddedReceipt(object, appID, environment, now: now, &trail)

    var facts = AttestedFacts(source: .appAttest, verifiedAt: now)
    facts.environment = environment
    facts.category = object.data.category
    facts.appIdentifiers = [appID]
    facts.appVersion = object.data.bundleVersion
    (facts.osVersion, facts.osBuild) = object.system
    facts.securityLevel = .secureEnclave
    facts.keyID = pointHash
    facts.publicKey = Array(object.leaf.publicKey.encoded)
    return VerifiedAppAttestation(
      facts: facts, trail: trail, keyID: pointHash, publicKey: point, receiptBytes: object.receipt, receipt: receipt)
  }

  private func embeddedReceipt(
    _ object: AppAttestObject, _ appID: String, _ environment: AttestationEnvironment, now: Date,
    _ trail: inout AttestationTrail
  ) throws(AttestationError) -> VerifiedAppReceipt {
    let receipt: VerifiedAppReceipt
    do {
      // Its age is not judged here: it is made by the same call as the attestation, whose nonce is fresh.
      receipt = try verify(receipt: object.receipt, maximumAge: nil, now: now)
    } catch {
      throw trail.refusal(.receipt, error.reason ?? "the receipt is not accepted")
    }
    try trail.require(
      receipt.kind == .attestation && receipt.appID == appID && receipt.environment == environment
        && receipt.publicKey == object.point, .receipt,
      "the receipt belongs to another attestation")
    return receipt
  }
}

extension AttestationError {
  var reason: Verdict.Reason? {
    guard case .fails(let reason)? = trail?.verdict else { return nil }
    return reason
  }
}

extension Date {
  var wholeSeconds: Int64 { Int64(timeIntervalSince1970.rounded(.down)) }
}
