import Crypto
import Foundation
import SecurityPolicy
import UntrustedInput

extension AppAttestVerifier {
  /// Verifies an assertion made with an attested key.
  ///
  /// - Parameters:
  ///   - publicKey: of ``VerifiedAppAttestation``, the uncompressed point.
  ///   - clientDataHash: SHA-256 of the exact bytes that were sent; the challenge in them must be ours, unused and fresh,
  ///     which is the caller's to check.
  ///   - lastCounter: the counter stored for this key, 0 after the attestation.
  ///   - now: stands in the facts; an assertion carries no time of its own.
  /// - Throws: ``AttestationError/refused(_:)``, ``AttestationError/keyUnusable``.
  public func verify(
    assertion: [UInt8], publicKey: [UInt8], clientDataHash: [UInt8], lastCounter: UInt32, now: Date
  ) throws(AttestationError) -> VerifiedAppAssertion {
    guard let key = try? P256.Signing.PublicKey(x963Representation: publicKey) else { throw .keyUnusable }
    var trail = AttestationTrail()
    let object: CBORNode
    do {
      object = try CBORReader(maximumBytes: 1 << 12, maximumDepth: 2, maximumValues: 8).read(assertion)
    } catch {
      throw trail.refusal(.parse, Verdict.Reason("the assertion is malformed: \(error)"))
    }
    guard object.members?.count == 2, let signature = object["signature"]?.bytes,
      let bytes = object["authenticatorData"]?.bytes
    else { throw trail.refusal(.parse, "the assertion is not signature and authenticatorData") }
    trail.pass(.parse)
    guard var data = AuthenticatorData(bytes) else {
      throw trail.refusal(.authenticatorData, "the authenticator data has less than 37 bytes")
    }
    trail.pass(.authenticatorData)
    try trail.require(
      data.readExtensions(bytes[AuthenticatorData.fixedSize...]), .extensions,
      "what follows the authenticator data is not one known map")

    // The nonce is the message: ECDSA hashes it once more.
    let nonce = Array(SHA256.hash(data: bytes + clientDataHash))
    let isSigned =
      (try? P256.Signing.ECDSASignature(derRepresentation: signature)).map { key.isValidSignature($0, for: nonce) }
      ?? false
    // O.Resi_5#301
    try trail.require(isSigned, .signature, "the key did not sign this client data")
    guard let appID = appID(of: data.relyingParty) else {
      throw trail.refusal(.appID, "the assertion was made for another app")
    }
    trail.pass(.appID)
    try trail.require(data.counter > lastCounter, .counter, "the counter is not above the stored one")

    var facts = AttestedFacts(source: .appAttestAssertion, verifiedAt: now)
    facts.category = data.category
    facts.appIdentifiers = [appID]
    facts.appVersion = data.bundleVersion
    facts.keyID = Array(SHA256.hash(data: publicKey))
    facts.publicKey = Array(key.derRepresentation)
    return VerifiedAppAssertion(
      facts: facts, trail: trail, counter: data.counter, category: data.category, bundleVersion: data.bundleVersion)
  }
}
