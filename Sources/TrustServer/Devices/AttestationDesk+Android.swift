#if Server
  import AttestationVerification
  import Crypto
  import Foundation
  import SecurityPolicy
  import TrustWire
  import UntrustedInput

  extension AttestationDesk {
    func androidKey(
      _ bytes: [UInt8], _ report: SecurityReport, _ key: DevicePublicKey, _ now: Int64
    ) -> AttestationOutcome {
      guard let android else { return Self.notSetUp }
      guard let text = String(validating: bytes, as: UTF8.self), let chain = PEMCertificates.read(text) else {
        return .refused(.verifying(.parse), "the chain is not certificates in PEM")
      }
      let (facts, doubt): (AttestedFacts?, AttestationOutcome?)
      do throws(AttestationError) {
        let verified = try android.verify(
          chain: chain, challenge: Array(report.challenge.utf8),
          revocation: revocation?.source(now: Self.date(now)) ?? .unavailable, now: Self.date(now))
        (facts, doubt) = (verified.facts, nil)
      } catch {
        (facts, doubt) = (nil, AttestationOutcome(error))
      }
      guard let facts else { return doubt ?? Self.notSetUp }
      // O.Resi_5#401
      // The key that was attested is the one that signed the report: else a genuine phone could vouch for any other one.
      let spki = (try? P256.Signing.PublicKey(x963Representation: key.x963)).map { Array($0.derRepresentation) }
      guard let spki, spki == facts.publicKey else {
        return .refused(.deviceKey, "the attested key is not the one that signed the report")
      }
      // A key that names no app may belong to any.
      guard !facts.appIdentifiers.isEmpty, !facts.appSigningDigests.isEmpty else {
        return .refused(.verifying(.application), "the key names no app, or no signer of it")
      }
      return .accepted(AttestedDevice(facts, kind: .androidKey, platform: .android, now: now))
    }

    func playToken(_ bytes: [UInt8], _ clientDataHash: [UInt8], _ now: Int64) -> AttestationOutcome {
      guard let play else { return Self.notSetUp }
      guard let token = String(validating: bytes, as: UTF8.self) else {
        return .refused(.verifying(.tokenFormat), "the token is not text")
      }
      do throws(AttestationError) {
        let verified = try play.verify(
          token: token, binding: .requestHash(Base64URL.encode(clientDataHash)), now: Self.date(now))
        return .accepted(AttestedDevice(verified.facts, kind: .playIntegrity, platform: .android, now: now))
      } catch {
        return AttestationOutcome(error)
      }
    }
  }
#endif
