/// What hardware, or the maker of the platform, proved about a device: plain facts, for the server's decision.
///
/// The value itself proves nothing: whoever makes one has verified the evidence (certificates, signatures, challenge)
/// before. Nil means that the evidence does not speak about it; then only the device's own claim is left.
/// Source: Apple App Attest; Android Key Attestation; Play Integrity.
public struct AttestedDevice: Sendable, Hashable {
  /// How the device was booted. Source: Android Verified Boot, `verifiedBootState`.
  public enum BootState: String, Sendable, Hashable, CaseIterable { case verified, selfSigned, unverified, failed }

  /// Where the attested key lives.
  public enum KeyStorage: String, Sendable, Hashable, CaseIterable {
    case software, trustedEnvironment, strongBox, secureEnclave
  }

  public let kind: AttestationKind
  public let platform: Platform
  /// Seconds since 1970, by the server's clock.
  public let verifiedAt: Int64
  public var osVersion: String?
  /// `2025-08` or `2025-08-05`.
  public var patchLevel: String?
  public var vendorPatchLevel: String?
  public var bootPatchLevel: String?
  public var bootState: BootState?
  /// Whether the boot loader is locked.
  public var isLocked: Bool?
  public var keyStorage: KeyStorage?
  /// The bundle identifier without its team, or the package names (several where packages share an identity).
  public var apps: [String]
  public var teamID: String?
  /// SHA-256 of the signing certificates, lower-case hexadecimal.
  public var signingDigests: [String]
  /// Whether the app came from the production environment (App Attest `appattest`, not `appattestdevelop`).
  public var isProduction: Bool?
  /// How the app was signed, where the system states it.
  public var category: SigningCategory?
  /// Whether the app is signed otherwise than it was when its key was attested or first stated a category.
  public var isResigned: Bool?
  /// Whether the shop knows this very app (Play Integrity `PLAY_RECOGNIZED`).
  public var isAppRecognised: Bool?
  /// Whether the platform's maker calls the device sound (Play Integrity `MEETS_DEVICE_INTEGRITY`).
  public var isDeviceSound: Bool?

  /// Nothing but the kind of evidence: every fact is unsaid.
  public init(kind: AttestationKind, platform: Platform, verifiedAt: Int64) {
    self.kind = kind
    self.platform = platform
    self.verifiedAt = verifiedAt
    apps = []
    signingDigests = []
  }
}
