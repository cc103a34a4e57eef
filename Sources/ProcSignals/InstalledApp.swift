#if os(Linux) || os(Android)

  /// What Android tells this app about itself and tells nobody below its Java side: ask there, and hand the answers in.
  ///
  /// Everything here is nil as long as the app could not look, and then the probe could not look either. The answers are as
  /// honest as the process is: a hooked package manager says what it is told to.
  /// Source: Android, `PackageManager.getInstallSourceInfo`, `SigningInfo`, `ApplicationInfo.FLAG_DEBUGGABLE`,
  /// `KeyguardManager.isDeviceSecure`.
  public struct InstalledApp: Sendable, Hashable {
    /// The package that installed the app; empty when the system names none, as after a transfer by cable.
    public var installer: String?
    /// Of each certificate that the app is signed with: SHA-256, lower-case hexadecimal.
    public var signers: Set<String>?
    /// Whether debuggers may attach.
    public var isDebuggable: Bool?
    /// Whether PIN, pattern or password guard the device.
    public var hasPasscode: Bool?
    /// The packages by which the app is handed out.
    public var stores: Set<String>
    /// As ``signers``: who signs the app when nobody has repackaged it, written into its source; empty does not ask.
    public var expectedSigners: Set<String>

    /// - Parameter stores: Google Play alone where nothing else is said.
    public init(
      installer: String? = nil, signers: Set<String>? = nil, isDebuggable: Bool? = nil, hasPasscode: Bool? = nil,
      stores: Set<String> = ["com.android.vending"], expectedSigners: Set<String> = []
    ) {
      self.installer = installer
      self.signers = signers
      self.isDebuggable = isDebuggable
      self.hasPasscode = hasPasscode
      self.stores = stores
      self.expectedSigners = expectedSigners
    }
  }

#endif
