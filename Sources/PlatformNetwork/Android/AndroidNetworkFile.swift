import SecurityPolicy
import UntrustedInput

/// A `network_security_config.xml`: what Android itself enforces for everything in an app that uses its TLS, web views
/// included.
///
/// Not protected by it: TLS libraries that an app brings along and raw sockets; apps on Android 6 and older. Android
/// stops asking for pins on the day that the file names, and it cannot refuse after that day, only watch pins, ask for a
/// TLS version or tell ports apart.
///
/// Source: Android developers, Network security configuration; AOSP `android.security.net.config.XmlConfigSource`.
/// Meets O.Ntwk_7 and MASVS-NETWORK-1, MASVS-NETWORK-2 where nothing of the app goes around it.
public struct AndroidNetworkFile: Sendable, Hashable {
  /// Where the file belongs.
  public static let path = "res/xml/network_security_config.xml"

  /// Who may vouch for a server.
  public enum Authority: Sendable, Hashable {
    case system
    /// What the person, or who holds the device, installed.
    case user
    /// A raw resource with certificates, by its name.
    case resource(String)
    /// Anything else that was written.
    case other
  }

  /// Every host that the file names, with the pins that hold for it in the end.
  public let domains: [PinnedDomain]
  /// Who is trusted for each of ``domains``; `.system` where the file says nothing.
  public let authorities: [String: Set<Authority>]
  /// Who is trusted for every other host; `.system` where the file says nothing.
  public let baseAuthorities: Set<Authority>
  /// Whether traffic without TLS is forbidden wherever the file does not say otherwise.
  public let forbidsCleartext: Bool
  /// What is wrong, in the order of the file.
  public let findings: [PlatformFinding]

  init(
    domains: [PinnedDomain], authorities: [String: Set<Authority>], baseAuthorities: Set<Authority>,
    forbidsCleartext: Bool, findings: [PlatformFinding]
  ) {
    self.domains = domains
    self.authorities = authorities
    self.baseAuthorities = baseAuthorities
    self.forbidsCleartext = forbidsCleartext
    self.findings = findings
  }
}
