#if Server
  import AttestationVerification
  import Crypto
  import Foundation
  import Redaction
  import TrustServer
  import UntrustedInput

  /// What the operator gives for verifying hardware evidence; which apps count says the policy.
  ///
  /// The revocation list is refreshed by the operator's timer, hourly for example; the server reads it again when it has
  /// changed and judges no Android attestation by one that is too old:
  ///
  ///     curl -fsS --max-time 60 -o list.new https://android.googleapis.com/attestation/status && mv list.new list.json
  final class AttestationPlan: Sendable {
    let revocation: RevocationFile?
    /// 32 bytes, or none.
    let playDecryptionKey: Secret
    /// DER, or none.
    let playVerificationKey: [UInt8]
    let insecureRoots: [AttestationRoot]

    /// - Throws: ``SettingError``: each file is read now, and a bad one named.
    init(_ settings: ServerSettings? = nil, roots: String? = nil) throws {
      insecureRoots =
        try roots.map { path in
          guard let data = FileManager.default.contents(atPath: path) else { throw SettingError.unreadable(path: path) }
          do {
            return try AttestationRoot.roots(pem: String(decoding: data, as: UTF8.self))
          } catch {
            throw SettingError.malformed(path: path, at: .none, problem: "\(error)")
          }
        } ?? []
      guard let settings else {
        revocation = nil
        playDecryptionKey = Secret(copying: [])
        playVerificationKey = []
        return
      }
      revocation = try Self.revocation(settings)
      let isSaid = (settings.isSaid(.playDecryptionKey), settings.isSaid(.playVerificationKey))
      switch isSaid {
      case (true, false): throw SettingError.missing(.playVerificationKey)
      case (false, true): throw SettingError.missing(.playDecryptionKey)
      default: break
      }
      playDecryptionKey = try Self.decryptionKey(settings)
      playVerificationKey = try isSaid.1 ? Self.verificationKey(settings) : []
    }

    private static func revocation(_ settings: ServerSettings) throws -> RevocationFile? {
      guard settings.isSaid(.revocationList) else {
        guard settings.isSaid(.revocationAge) else { return nil }
        throw SettingError.missing(.revocationList)
      }
      let path = try settings.required(.revocationList)
      guard FileManager.default.isReadableFile(atPath: path) else { throw SettingError.unreadable(path: path) }
      do {
        return try RevocationFile(
          path: path, maximumAge: TimeInterval(settings.duration(.revocationAge) ?? 86400), now: Date())
      } catch {
        throw SettingError.wrong(
          .revocationList, settings.place(.revocationList),
          expected: "Google's list as it comes from https://android.googleapis.com/attestation/status")
      }
    }

    private static func decryptionKey(
      _ settings: ServerSettings
    ) throws(SettingError) -> Secret {
      guard let text = try settings.secret(.playDecryptionKey) else { return Secret(copying: []) }
      let bytes = text.withExposedBytes { Evidence.base64(String(decoding: $0, as: UTF8.self)) }
      guard let bytes, bytes.count == 32 else {
        throw .wrong(.playDecryptionKey, settings.place(.playDecryptionKey), expected: "32 bytes in base64")
      }
      return Secret(copying: bytes)
    }

    private static func verificationKey(_ settings: ServerSettings) throws(SettingError) -> [UInt8] {
      let path = try settings.required(.playVerificationKey)
      guard let data = FileManager.default.contents(atPath: path) else { throw .unreadable(path: path) }
      let lines = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
      let text = lines.filter { !$0.hasPrefix("-----") }.joined().filter { !$0.isWhitespace }
      guard let bytes = Evidence.base64(text), (try? P256.Signing.PublicKey(derRepresentation: bytes)) != nil else {
        throw .wrong(
          .playVerificationKey, settings.place(.playVerificationKey),
          expected: "the console's P-256 public key in base64 or PEM")
      }
      return bytes
    }
  }
#endif
