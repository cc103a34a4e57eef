import Foundation
import SecurityPolicy

/// Which keys each host is known by, until when, and what else counts then.
///
/// It only narrows: a path must be valid before any pin is looked at. A host without a rule is refused.
/// Source: RFC 7469, sections 2.5 and 2.6; MASVS-NETWORK-2.
public struct PinPolicy: Sendable, Hashable {
  enum Rule: Sendable, Hashable {
    case listed
    case everyHost(PinSet)
    case remembered(ServerPin)
    case none
  }

  public let hosts: [PinnedHost]
  public let rules: PinningRequirement
  /// The signed update in force besides the built-in pins.
  public internal(set) var update: VerifiedPinUpdate?
  let rule: Rule

  private init(hosts: [PinnedHost], rules: PinningRequirement, rule: Rule) {
    self.hosts = hosts
    self.rules = rules
    self.rule = rule
  }

  /// The same pins whatever the host, for a client that talks to one server.
  public init(_ pins: PinSet) { self.init(hosts: [], rules: .init(), rule: .everyHost(pins)) }

  /// - Throws: ``NetworkError/malformedHost`` for a host that stands twice.
  public init(hosts: [PinnedHost], rules: PinningRequirement = .init()) throws(NetworkError) {
    guard Set(hosts.map(\.host)).count == hosts.count else { throw .malformedHost }
    self.init(hosts: hosts, rules: rules, rule: .listed)
  }

  /// What an environment of a policy asks for.
  /// - Throws: ``NetworkError/malformedEndpoint``, ``NetworkError/notSecure``, ``NetworkError/malformedHost``,
  ///   ``NetworkError/malformedPin``, ``NetworkError/tooFewPins(minimum:)``.
  public init(_ connection: EnvironmentRequirement) throws(NetworkError) {
    var certificates: Set<CertificatePin> = []
    for text in connection.pinning.certificates { certificates.insert(try CertificatePin(base64: text)) }
    var hosts = [
      PinnedHost(
        host: try Endpoint(connection.endpoint).host, pins: try PinSet(base64: connection.pins),
        subdomains: connection.pinning.subdomains, certificates: certificates)
    ]
    for entry in connection.hosts {
      hosts.append(
        PinnedHost(
          host: try ServerHost(entry.host), pins: try PinSet(base64: entry.pins), subdomains: entry.subdomains))
    }
    try self.init(hosts: hosts, rules: connection.pinning)
  }

  /// No pins: whoever gets a certificate from an anchor may speak for every host. Good for measuring, and before the
  /// first use of a server that is remembered afterwards; a decision says so (``TrustNote/unpinned``).
  public static let insecureUnpinned = PinPolicy(hosts: [], rules: .init(), rule: .none)

  /// The one leaf key that was seen at the first connection (the first of ``TrustDecision/pinsSeen``).
  ///
  /// Gives up: whoever stood between at the first connection stays there. There is no reserve: a new key means asking
  /// the person again.
  public static func insecureFirstUse(_ remembered: ServerPin) -> PinPolicy {
    PinPolicy(hosts: [], rules: .init(), rule: .remembered(remembered))
  }

  /// The entry for a host: its own, else that of the longest name above it that includes its subdomains; nil for none.
  public func pinned(_ host: ServerHost) -> PinnedHost? {
    hosts.filter { $0.covers(host) }.max { $0.host.description.utf8.count < $1.host.description.utf8.count }
  }

  /// The same policy with a signed update in force while it lives. It replaces the update before it. It can
  /// withdraw the built-in pin in use and those that came by an update, also when it is over itself; the built-in ones in
  /// reserve count until ``PinningRequirement/expires``. A withdrawn key refuses a path unless a pinned one stands nearer to
  /// the server: so a reserve below a withdrawn authority counts, and one above a withdrawn key does not help that.
  ///
  /// An update that is over at `now` and withdraws nothing, or names a host that this policy does not, changes nothing.
  public func applying(_ update: VerifiedPinUpdate, at now: Date) -> PinPolicy {
    guard update.isLive(at: now) || !update.withdrawn.isEmpty,
      update.hosts.keys.allSatisfy({ host in hosts.contains { $0.host == host } })
    else {
      return self
    }
    var policy = self
    policy.update = update
    return policy
  }
}
