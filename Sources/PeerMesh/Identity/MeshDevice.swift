import Crypto
import Foundation
public import Redaction

/// This device as others see it, with the private halves of its keys.
public struct MeshDevice: Sendable {
  private final class Held: Sendable {
    let secret: Secret
    init(_ secret: consuming Secret) { self.secret = secret }
  }

  public let signer: any MeshSigner
  private let agreement: Held
  /// The public half of the key that new mission keys are sealed to.
  public let agreementKey: [UInt8]
  public let uid: String
  public let callsign: String
  public let team: String
  public let role: String
  /// What the bridge asks for; nil for a device without a TAK identity.
  public var proof: OnboardingProof?

  /// - Parameter agreementSecret: 32 random bytes, an X25519 private key.
  /// - Throws: ``MeshError/publicKey`` for a secret of another length, ``MeshError/text(limit:)``.
  public init(
    signer: any MeshSigner, agreementSecret: consuming Secret, uid: String, callsign: String, team: String = "",
    role: String = "", proof: OnboardingProof? = nil
  ) throws(MeshError) {
    guard MeshText.isAcceptable(uid), MeshText.isAcceptable(callsign),
      MeshText.isAcceptable(team, mayBeEmpty: true), MeshText.isAcceptable(role, mayBeEmpty: true)
    else { throw .text(limit: 64) }
    let key = agreementSecret.withExposedBytes { try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: $0) }
    guard let key else { throw .publicKey }
    self.signer = signer
    agreementKey = Array(key.publicKey.rawRepresentation)
    agreement = Held(agreementSecret)
    self.uid = uid
    self.callsign = callsign
    self.team = team
    self.role = role
    self.proof = proof
  }

  var agreementPrivateKey: Curve25519.KeyAgreement.PrivateKey? {
    agreement.secret.withExposedBytes { try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: $0) }
  }
}
