import Foundation
public import NetworkTrust
public import PeerMesh
public import SecurityPolicy
import X509

/// Judges, and makes, proofs that a device of the mesh belongs to a client of the TAK server.
///
/// Claim: a verdict holds only when a client certificate that leads to an imported authority, valid now and for clients,
/// signed exactly this device key under this uid in this mission. What a peer says of itself counts nowhere.
///
/// Not protected: revocation is not looked up: whoever lost a device gives the mission a new key. The uid is of the client's
/// own choice.
/// Source: RFC 5280, section 6; CWE-290; TR-03161-1 O.Auth_12.
public struct TakOnboarding: OnboardingVerifier {
  private let authorities: [[UInt8]]

  /// Judges by the authorities of this server.
  public init(_ server: TakServer) { authorities = server.authorities }

  public func verdict(on peer: KnownPeer, mission: String, now: MeshTime) async -> Verdict {
    do throws(BridgeKeep) {
      _ = try await proven(peer, mission: mission, now: now)
      return .holds
    } catch { return .fails(.init(error.description)) }
  }

  /// - Throws: ``BridgeKeep/notOnboarded``
  func proven(_ peer: KnownPeer, mission: String, now: MeshTime) async throws(BridgeKeep) -> ProvenClient {
    // O.Auth_12#933 O.Arch_5#934
    guard let proof = peer.proof, let parts = OnboardingProofParts(proof.bytes),
      let facts = CertificateFacts(parts.certificates[0]), let name = facts.clientName
    else { throw .notOnboarded }
    let leaf = facts.certificate
    let statement = OnboardingProof.statement(device: peer.device, uid: peer.uid, mission: mission)
    guard let algorithm = ClientSigning(leaf.publicKey)?.certificateAlgorithm,
      leaf.publicKey.isValidSignature(parts.signature, for: statement, signatureAlgorithm: algorithm),
      await ClientPath.isValid(parts.certificates, authorities: authorities, now: Self.date(now))
    else { throw .notOnboarded }
    return ProvenClient(name: name, until: MeshTime(leaf.notValidAfter.timeIntervalSince1970 * 1000))
  }

  /// This device's own proof, to be carried in its announcements.
  ///
  /// - Throws: ``GatewayError/identity(_:)`` when the key cannot sign so, or the certificates are too long for a frame.
  public static func proof(
    by identity: ClientIdentity, device: MeshDeviceKey, uid: String, mission: String
  ) async throws(GatewayError) -> OnboardingProof {
    do throws(IdentityError) {
      let algorithm = ClientSigning(try identity.key.kind())
      let statement = OnboardingProof.statement(device: device, uid: uid, mission: mission)
      let signature = try await identity.key.signature(over: statement, using: algorithm.keyAlgorithm)
      // Certificates that sign themselves are known to whoever judges.
      let path = identity.certificates.filter { der in
        CertificateFacts(der).map { $0.certificate.issuer != $0.certificate.subject } ?? true
      }
      let parts = OnboardingProofParts(certificates: path.prefix(OnboardingProofParts.limit).map(\.self), signature)
      guard let proof = try? OnboardingProof(parts.bytes) else {
        throw IdentityError.tooManyCertificates(limit: OnboardingProofParts.limit)
      }
      return proof
    } catch { throw .identity(error) }
  }

  private static func date(_ time: MeshTime) -> Date { Date(timeIntervalSince1970: Double(time) / 1000) }
}
