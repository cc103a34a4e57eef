import SecurityPolicy

/// One host with the keys that it may be known by, in the words that all platforms share.
public struct PinnedDomain: Sendable, Hashable {
  /// Which names below the host its pins hold for.
  public enum Reach: Int, Sendable, Hashable, CaseIterable, Comparable {
    /// None.
    case host
    /// Those with one more label: App Transport Security goes no further.
    case oneLevel
    /// All.
    case allBelow

    public static func < (left: Reach, right: Reach) -> Bool { left.rawValue < right.rawValue }
  }

  /// A name in lower case, or an address.
  public let host: String
  public let reach: Reach
  /// SHA-256 of SubjectPublicKeyInfo, standard base64.
  public let pins: Set<String>
  /// The day from which on the platform asks for pins no longer; nil for never.
  public let expires: PolicyDay?

  public init(host: String, reach: Reach, pins: Set<String>, expires: PolicyDay? = nil) {
    self.host = host
    self.reach = reach
    self.pins = pins
    self.expires = expires
  }

  /// Whether the pins hold for this name.
  public func covers(_ name: String) -> Bool {
    if name == host { return true }
    guard name.hasSuffix("." + host), !HostText.isAddress(host) else { return false }
    switch reach {
    case .host: return false
    case .oneLevel: return !name.dropLast(host.utf8.count + 1).contains(".")
    case .allBelow: return true
    }
  }
}

extension [PinnedDomain] {
  /// The pins that a connection to this name must show on this day; nil when nothing is pinned for it. The longest
  /// matching host decides, on every platform.
  public func pins(for name: String, on day: PolicyDay) -> Set<String>? {
    guard let match = longest(covering: name),
      match.expires.map({ day < $0 }) ?? true, !match.pins.isEmpty
    else { return nil }
    return match.pins
  }

  /// The entry that decides for this name.
  func longest(covering name: String) -> PinnedDomain? {
    filter { $0.covers(name) }.max { $0.host.utf8.count < $1.host.utf8.count }
  }
}
