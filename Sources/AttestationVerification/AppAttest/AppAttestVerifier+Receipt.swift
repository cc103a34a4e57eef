import Foundation
import SecurityPolicy
import UntrustedInput

extension AppAttestVerifier {
  /// Verifies a receipt of Apple's fraud service. One that names no environment, or another than ``environments``, is
  /// refused: anybody's development build gets receipts of the sandbox.
  ///
  /// - Parameters:
  ///   - publicKey: the key that it must be about, as an uncompressed point; nil leaves that open, and the caller compares.
  ///   - maximumAge: in seconds since it was made; Apple says five minutes when it is first read. Nil for a stored one.
  ///   - now: the signer's certificates must be valid at this time, and the receipt not expired.
  /// - Throws: ``AttestationError/refused(_:)``.
  public func verify(
    receipt: [UInt8], publicKey: [UInt8]? = nil, maximumAge: TimeInterval? = 300, now: Date
  ) throws(AttestationError) -> VerifiedAppReceipt {
    var trail = AttestationTrail()
    let envelope: SignedReceipt
    let fields: ReceiptFields
    do {
      envelope = try SignedReceipt(receipt)
      fields = try ReceiptFields(envelope.payload)
    } catch {
      throw trail.refusal(.parse, Verdict.Reason("the receipt is malformed: \(error)"))
    }
    trail.pass(.parse)
    if let root = envelope.sentRoot {
      let isTrusted = receiptRoots.contains { $0.certificate.encoded == root }
      try trail.require(isTrusted, .root, "the root sent along is not the trusted one")
    }
    try trail.follow(envelope.path, to: receiptRoots, now: now.wholeSeconds)
    let key = envelope.path.first.flatMap { SignatureKey($0.publicKey, minimumRSABits: 2048) }
    try trail.require(
      key.map(envelope.isSigned) == true, .signature, "the signer did not sign this receipt")
    if let attributes = envelope.attributes {
      // Nothing signed this time: it must be that of the payload, which is made just before it is signed.
      let delay = attributes.signingTime - fields.createdAt.wholeSeconds
      guard (0...1).contains(delay) else { throw trail.refusal(.timestamp, "the receipt states two times") }
    }
    try trail.require(appIDs.contains(fields.appID), .appID, "the receipt is about another app")
    try trail.require(
      fields.environment.map(environments.contains) == true, .environment, "the receipt is of another environment")
    if let publicKey {
      try trail.require(ConstantTime.areEqual(fields.publicKey, publicKey), .keyID, "the receipt is about another key")
    }
    // Clocks may differ by as much as Apple lets a receipt be old.
    let age = now.timeIntervalSince(fields.createdAt)
    if let maximumAge {
      try trail.require(
        age <= maximumAge && age >= -300 && now < fields.expiresAt, .timestamp, "the receipt is too old or not yet made"
      )
    }
    return VerifiedAppReceipt(
      trail: trail, kind: fields.kind, appID: fields.appID, publicKey: fields.publicKey,
      environment: fields.environment, clientHash: fields.clientHash, createdAt: fields.createdAt,
      notBefore: fields.notBefore, expiresAt: fields.expiresAt, riskMetric: fields.riskMetric)
  }
}
