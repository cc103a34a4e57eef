import Foundation

/// What Apple's fraud service signed about a key. Only ``AppAttestVerifier`` makes it.
/// Source: Apple, "Assessing fraud risk", the fields of a receipt.
public struct VerifiedAppReceipt: Sendable {
  public let trail: AttestationTrail
  public let kind: AppReceiptKind
  /// `TEAMID.bundle.id`.
  public let appID: String
  /// The attested key, as an uncompressed point.
  public let publicKey: [UInt8]
  public let environment: AttestationEnvironment?
  /// As Apple repeats it; in exchanged receipts its bytes may be mangled, so nothing is compared with it.
  public let clientHash: [UInt8]
  public let createdAt: Date
  /// Not to be exchanged before.
  public let notBefore: Date?
  public let expiresAt: Date
  /// About how many keys this device made in the last 30 days; only in exchanged receipts.
  public let riskMetric: Int?
}
