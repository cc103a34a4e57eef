import SecurityPolicy

/// What a policy says about the network of one environment, in the words that the platforms' files are written in.
///
/// The app's own transport obeys the policy itself; the files are for what does not go through it (web views on
/// Android, libraries, downloads by the system). None of them can be as strict in everything: ``AndroidNetworkFile``
/// and ``AppleNetworkFile`` say what is left out.
public struct NetworkPlan: Sendable, Hashable {
  /// As the app's own transport pins them: `reach` is `host` or `allBelow`, and nothing expires by itself.
  public let domains: [PinnedDomain]
  /// Whether a path without a pinned key is refused; platforms know no other way to pin.
  public let isEnforced: Bool
  /// The day on which the pins of the policy stop counting.
  public let expires: PolicyDay?
  /// Whether the anchors judge alone from that day on.
  public let endsPinning: Bool
  /// DER; empty means the platform's own.
  public let anchors: [[UInt8]]
  /// Whether the platform's own anchors count.
  public let systemAnchors: Bool
  public let minimumTLS: NetworkRequirement.TLSVersion
  /// Whether whole certificates are pinned beside keys: no platform's file can say that.
  public let pinsCertificates: Bool

  /// - Throws: ``PlatformNetworkError`` `malformedHost`, `malformedPin`, `malformedAnchor`, `hostTwice`: possible only
  ///   for requirements that were not read by `PolicyDocument`.
  public init(
    _ environment: EnvironmentRequirement, network: NetworkRequirement = .init()
  ) throws(PlatformNetworkError) {
    let rules = environment.pinning
    var domains = [
      try Self.domain(
        try Self.host(ofEndpoint: environment.endpoint), environment.pins, below: rules.subdomains)
    ]
    for host in environment.hosts { domains.append(try Self.domain(host.host, host.pins, below: host.subdomains)) }
    guard Set(domains.map(\.host)).count == domains.count else { throw .hostTwice }
    self.domains = domains
    isEnforced = !rules.mode.isInsecure
    expires = rules.expires
    endsPinning = rules.afterExpiry == .anchorsAlone
    var anchors: [[UInt8]] = []
    for text in environment.anchors {
      guard let der = HostText.base64(text), der.first == 0x30 else { throw .malformedAnchor }
      anchors.append(der)
    }
    self.anchors = anchors
    systemAnchors = anchors.isEmpty || environment.systemAnchors
    minimumTLS = network.minimumTLS
    pinsCertificates = !rules.certificates.isEmpty
  }

  private static func domain(
    _ host: String, _ pins: [String], below: Bool
  ) throws(PlatformNetworkError) -> PinnedDomain {
    guard HostText.isHost(host) else { throw .malformedHost }
    guard pins.allSatisfy(HostText.isPin) else { throw .malformedPin }
    return PinnedDomain(host: host, reach: below ? .allBelow : .host, pins: Set(pins))
  }

  /// The host of `https://host[:port]`: no platform's file tells ports apart.
  private static func host(ofEndpoint endpoint: String) throws(PlatformNetworkError) -> String {
    guard endpoint.hasPrefix("https://") else { throw .malformedHost }
    let authority = endpoint.dropFirst(8)
    if authority.first == "[" {
      guard let end = authority.firstIndex(of: "]") else { throw .malformedHost }
      return String(authority[authority.index(after: authority.startIndex)..<end])
    }
    return String(authority.prefix { $0 != ":" })
  }

  /// The day from which on a platform that can stop pinning does so; nil for never. A policy that refuses after the
  /// day gets none: a platform that went on without pins would be weaker than the policy. Android begins the day by the
  /// device's own time zone, the transports by UTC, so the two may be up to fourteen hours apart.
  /// Source: AOSP, `XmlConfigSource.parsePinSet` (a date format without a zone).
  public var platformExpiry: PolicyDay? { endsPinning ? expires : nil }
}
