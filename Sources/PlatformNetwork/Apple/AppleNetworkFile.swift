import SecurityPolicy
import UntrustedInput

/// The key `NSAppTransportSecurity` of an `Info.plist`: what Apple's systems enforce for `URLSession` and what stands
/// on it.
///
/// Not protected by it: web views and `SFSafariViewController` (they pass over pins), Network.framework and sockets,
/// addresses and local names. Pins hold for names with one label more than the host at most, never expire and cannot
/// only be watched; anchors of the app are unknown to it.
///
/// Source: Apple, NSAppTransportSecurity, NSPinnedDomains, NSIncludesSubdomains, NSExceptionMinimumTLSVersion; Apple
/// news "Identity Pinning: How to configure server certificates for your app". Meets O.Ntwk_7 and MASVS-NETWORK-1,
/// MASVS-NETWORK-2 for what it covers.
public struct AppleNetworkFile: Sendable, Hashable {
  /// Which certificate of a path the keys of a policy belong to: a policy does not say, and Apple asks.
  public enum PinnedPart: String, Sendable, Hashable, CaseIterable {
    /// The server's own.
    case leaf
    /// An authority's.
    case authority
  }

  /// One list with pins of a host.
  struct PinList: Sendable, Hashable {
    let host: String
    let part: PinnedPart
    let position: TextPosition
  }

  /// Every host with pins. A host with both lists has the pins of both here, and ``findings`` says so.
  public let domains: [PinnedDomain]
  /// The oldest TLS version by host, where the file names one.
  public let minimumTLS: [String: NetworkRequirement.TLSVersion]
  /// What is wrong, in the order of the file.
  public let findings: [PlatformFinding]
  /// The hosts of `NSExceptionDomains` and how far below each its exceptions hold; without pins.
  let exceptions: [PinnedDomain]
  /// Where pins stand, and as whose keys.
  let lists: [PinList]

  init(
    domains: [PinnedDomain], lists: [PinList], exceptions: [PinnedDomain],
    minimumTLS: [String: NetworkRequirement.TLSVersion], findings: [PlatformFinding]
  ) {
    self.domains = domains
    self.lists = lists
    self.exceptions = exceptions
    self.minimumTLS = minimumTLS
    self.findings = findings
  }
}
