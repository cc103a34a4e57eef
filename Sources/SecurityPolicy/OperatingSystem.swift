/// Which operating system a check ran on, as the system itself says: a claim, until hardware attests it.
public struct OperatingSystem: Sendable, Hashable {
  public let platform: Platform
  /// The distribution or product: `Debian GNU/Linux`, `Android`, `iOS`.
  public let name: String
  /// As the system writes it: `12`, `18.4.1`. Compare through ``DottedVersion``.
  public let version: String
  /// Android: the security patch date. Linux: the kernel release. iOS has none.
  public let patchLevel: String?
  /// Android's API level; other systems have none.
  public let sdkLevel: Int?

  public init(platform: Platform, name: String, version: String, patchLevel: String?, sdkLevel: Int? = nil) {
    self.platform = platform
    self.name = name
    self.version = version
    self.patchLevel = patchLevel
    self.sdkLevel = sdkLevel
  }
}
