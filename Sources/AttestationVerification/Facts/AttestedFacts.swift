import Foundation

/// What verified evidence says about a device, an app and a key, in one shape for all kinds of evidence.
///
/// Nil means that this evidence says nothing about it, never that all is well. The facts are what the maker's hardware or
/// service signed; whether a boot state or patch level is good enough is the policy's question. An attestation proves
/// neither that the person is who they say nor that nobody owns the running system: a jailbroken iPhone still attests.
/// Source: TR-03161-1 O.Resi_5; server-side use only.
public struct AttestedFacts: Sendable, Hashable {
  public let source: AttestationSource
  /// The time for which the evidence was judged.
  public let verifiedAt: Date
  public internal(set) var environment: AttestationEnvironment?
  public internal(set) var category: AppleValidationCategory?
  /// `TEAMID.bundle.id`, or the Android packages that share the key's user id.
  public internal(set) var appIdentifiers: [String] = []
  /// Android: SHA-256 of the certificates that signed the app.
  public internal(set) var appSigningDigests: [[UInt8]] = []
  /// The bundle version (iOS 27 and later) or the Android version code.
  public internal(set) var appVersion: String?
  /// `27.0`, `14.0.0`; nil also for the 0 of a generic system image.
  public internal(set) var osVersion: String?
  public internal(set) var osBuild: String?
  public internal(set) var osPatchLevel: PatchLevel?
  public internal(set) var vendorPatchLevel: PatchLevel?
  public internal(set) var bootPatchLevel: PatchLevel?
  /// Android SDK level, where Play Integrity tells it.
  public internal(set) var sdkLevel: Int?
  public internal(set) var bootState: VerifiedBootState?
  public internal(set) var isBootloaderLocked: Bool?
  public internal(set) var securityLevel: KeySecurityLevel?
  public internal(set) var provisioning: KeyProvisioning?
  /// SHA-256: of the uncompressed point (App Attest), of the SubjectPublicKeyInfo (Android).
  public internal(set) var keyID: [UInt8]?
  /// The attested public key as DER SubjectPublicKeyInfo; it may be of a kind that this build cannot use (ML-DSA).
  public internal(set) var publicKey: [UInt8]?
  public internal(set) var play: PlayIntegrityFacts?

  init(source: AttestationSource, verifiedAt: Date) {
    self.source = source
    self.verifiedAt = verifiedAt
  }
}
