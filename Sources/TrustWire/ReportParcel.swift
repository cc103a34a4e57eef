import Crypto
import SecurityPolicy
import UntrustedInput

/// A signed report with the hardware evidence for it: what a device sends to earn its AppToken.
///
/// The evidence stands beside the report and not in it, because it covers the report: its client data are the exact
/// bytes of the signed text, device key included, so neither can be exchanged for another. One line of text:
/// the compact JWS, and with evidence `~`, its kind, `~` and its bytes in base64url.
public struct ReportParcel: Sendable, Hashable {
  /// The report as a compact JWS.
  public let compact: String
  public let evidence: AttestationEvidence?

  public init(compact: String, evidence: AttestationEvidence? = nil) {
    self.compact = compact
    self.evidence = evidence
  }

  /// SHA-256 of the signed text: App Attest's `clientDataHash`; in base64url Play Integrity's `requestHash`. Android Key
  /// Attestation covers the report's challenge instead, and its leaf key is the one that signed the report.
  public static func clientDataHash(_ compact: some StringProtocol) -> [UInt8] {
    Array(SHA256.hash(data: Array(compact.utf8)))
  }

  public var text: String {
    guard let evidence else { return compact }
    return "\(compact)~\(evidence.kind.rawValue)~\(Base64URL.encode(evidence.bytes))"
  }

  /// Takes the text apart; the signature is not looked at.
  /// - Throws: ``WireError`` `unreadable`, `missing`.
  public init(reading text: some StringProtocol) throws(WireError) {
    guard text.utf8.count <= wireByteLimit else { throw .unreadable(.tooLarge(limit: wireByteLimit)) }
    let parts = text.split(separator: "~", omittingEmptySubsequences: false)
    compact = String(parts[0])
    guard parts.count > 1 else {
      evidence = nil
      return
    }
    guard parts.count == 3, let kind = AttestationKind(rawValue: String(parts[1])) else {
      throw .missing(member: "attestation")
    }
    do {
      let bytes = try Base64URL.decode(parts[2])
      guard !bytes.isEmpty else { throw InputError.notBase64URL }
      guard bytes.count <= AttestationEvidence.byteLimit else {
        throw InputError.tooLarge(limit: AttestationEvidence.byteLimit)
      }
      evidence = AttestationEvidence(kind: kind, bytes: bytes)
    } catch let error as InputError {
      throw .unreadable(error)
    } catch {
      throw .missing(member: "attestation")
    }
  }
}
