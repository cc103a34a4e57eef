import SecurityPolicy
import UntrustedInput

/// Walks `NSAppTransportSecurity`, and notes what is wrong.
struct AppleNetworkReading {
  private var domains: [PinnedDomain] = []
  private var lists: [AppleNetworkFile.PinList] = []
  private var exceptions: [PinnedDomain] = []
  private var minimumTLS: [String: NetworkRequirement.TLSVersion] = [:]
  private var findings: [PlatformFinding] = []

  /// - Parameter root: an `Info.plist`, or what `mantlet network ios` wrote; without the key Apple's defaults hold.
  static func read(_ root: PropertyListNode) -> AppleNetworkFile {
    var reading = AppleNetworkReading()
    if root.members == nil { reading.note(.wrongStructure, root.position) }
    if let transport = root["NSAppTransportSecurity"] { reading.readTransport(transport) }
    return AppleNetworkFile(
      domains: reading.domains, lists: reading.lists, exceptions: reading.exceptions,
      minimumTLS: reading.minimumTLS, findings: reading.findings)
  }

  private mutating func note(_ rule: PlatformRule, _ place: TextPosition, host: String? = nil) {
    findings.append(PlatformFinding(rule, at: place, host: host))
  }

  private mutating func readTransport(_ node: PropertyListNode) {
    guard let members = node.members else { return note(.wrongType, node.position) }
    for member in members {
      switch member.name {
      case "NSAllowsArbitraryLoads": if flag(member) == true { note(.arbitraryLoads, member.position) }
      case "NSAllowsArbitraryLoadsInWebContent", "NSAllowsArbitraryLoadsForMedia", "NSAllowsLocalNetworking":
        if flag(member) == true { note(.arbitraryPart, member.position) }
      case "NSExceptionDomains": each(member) { $0.readException($1, $2) }
      case "NSPinnedDomains": each(member) { $0.readPins($1, $2) }
      default: note(.unknownPart, member.position)
      }
    }
  }

  private mutating func flag(_ member: PropertyListMember) -> Bool? {
    if member.node.bool == nil { note(.wrongType, member.node.position) }
    return member.node.bool
  }

  /// Each host of a dictionary with what belongs to it.
  private mutating func each(
    _ member: PropertyListMember, _ body: (inout Self, PropertyListMember, [PropertyListMember]) -> Void
  ) {
    guard let entries = member.node.members else { return note(.wrongType, member.node.position) }
    for entry in entries {
      guard HostText.isHost(entry.name) else {
        note(.badDomain, entry.position)
        continue
      }
      guard let values = entry.node.members else {
        note(.wrongType, entry.node.position)
        continue
      }
      body(&self, entry, values)
    }
  }

  private mutating func readException(_ entry: PropertyListMember, _ values: [PropertyListMember]) {
    var below = false
    for value in values {
      let name = value.name.hasPrefix("NSTemporary") ? "NS" + value.name.dropFirst(11) : value.name
      switch name {
      case "NSIncludesSubdomains": below = flag(value) ?? false
      case "NSExceptionAllowsInsecureHTTPLoads", "NSThirdPartyExceptionAllowsInsecureHTTPLoads":
        if flag(value) == true { note(.insecureHTTP, value.position, host: entry.name) }
      case "NSExceptionRequiresForwardSecrecy", "NSThirdPartyExceptionRequiresForwardSecrecy":
        if flag(value) == false { note(.noForwardSecrecy, value.position, host: entry.name) }
      case "NSExceptionMinimumTLSVersion", "NSThirdPartyExceptionMinimumTLSVersion":
        switch value.node.string {
        case "TLSv1.2": minimumTLS[entry.name] = .tls12
        case "TLSv1.3": minimumTLS[entry.name] = .tls13
        case nil: note(.wrongType, value.node.position, host: entry.name)
        default: note(.oldTLS, value.position, host: entry.name)
        }
      default: note(.unknownPart, value.position, host: entry.name)
      }
    }
    exceptions.append(PinnedDomain(host: entry.name, reach: below ? .oneLevel : .host, pins: []))
  }

  private mutating func readPins(_ entry: PropertyListMember, _ values: [PropertyListMember]) {
    let host = entry.name
    if HostText.isAddress(host) { note(.addressNotPinned, entry.position, host: host) }
    var below = false
    var found: [Set<String>] = []
    for value in values {
      switch value.name {
      case "NSIncludesSubdomains": below = flag(value) ?? false
      case "NSPinnedLeafIdentities", "NSPinnedCAIdentities":
        let pins = readList(value, host)
        guard !pins.isEmpty else { continue }
        found.append(pins)
        let part: AppleNetworkFile.PinnedPart = value.name == "NSPinnedLeafIdentities" ? .leaf : .authority
        lists.append(AppleNetworkFile.PinList(host: host, part: part, position: value.position))
      default: note(.unknownPart, value.position, host: host)
      }
    }
    if found.isEmpty { note(.noPin, entry.position, host: host) }
    if found.count == 2 { note(.bothPinLists, entry.position, host: host) }
    domains.append(
      PinnedDomain(host: host, reach: below ? .oneLevel : .host, pins: found.reduce(into: []) { $0.formUnion($1) }))
  }

  private mutating func readList(_ list: PropertyListMember, _ host: String) -> Set<String> {
    guard let entries = list.node.array else {
      note(.wrongType, list.node.position, host: host)
      return []
    }
    var pins: Set<String> = []
    for entry in entries {
      if let text = entry["SPKI-SHA256-BASE64"]?.string, HostText.isPin(text) {
        pins.insert(text)
      } else {
        note(.badPin, entry.position, host: host)
      }
    }
    if pins.count == 1 { note(.noBackupPin, list.position, host: host) }
    return pins
  }
}

extension AppleNetworkFile {
  /// Reads an `Info.plist` and checks it by itself; ``compared(with:)`` holds it against a policy. Of the binary form, as it
  /// lies in a built app, every place is line 1, column 1.
  ///
  /// - Throws: ``PlatformNetworkError/unreadable(_:)`` for what is no XML or binary property list within the limits.
  public init(reading bytes: some Collection<UInt8>) throws(PlatformNetworkError) {
    let root: PropertyListNode
    do throws(InputError) {
      let isBinary = BinaryPropertyListReader.begins(bytes)
      root = try isBinary ? BinaryPropertyListReader().read(bytes) : PropertyListReader().read(bytes)
    } catch { throw .unreadable(error) }
    self = AppleNetworkReading.read(root)
  }

  /// Where the file says something else than the policy, or something that the policy does not say.
  ///
  /// - Parameter part: whose keys the pins of the policy's hosts are. Without it ``PlatformRule/leafKeysAssumed`` is found
  ///   for each host whose pins stand as keys of the server's own certificate.
  public func compared(with plan: NetworkPlan, pinning part: PinnedPart? = nil) -> [PlatformFinding] {
    let named = plan.domains.filter { !HostText.isAddress($0.host) }
    let expected =
      plan.isEnforced ? named : named.map { PinnedDomain(host: $0.host, reach: $0.reach, pins: []) }
    var findings = domains.compared(with: expected, expiry: nil, most: .oneLevel)
    if let part {
      // Whose keys those of other hosts are was not said.
      let decisive = Set(named.compactMap { domains.longest(covering: $0.host)?.host })
      findings += compared(with: part).filter { finding in
        finding.host.map { decisive.contains($0) || named.longest(covering: $0) != nil } ?? false
      }
    } else {
      let leafHosts = Set(lists.filter { $0.part == .leaf }.map(\.host))
      for domain in expected where !domain.pins.isEmpty && leafHosts.contains(domain.host) {
        findings.append(PlatformFinding(.leafKeysAssumed, host: domain.host))
      }
    }
    if plan.minimumTLS == .tls13 {
      findings += hosts(allowingOlderTLSAmong: named).map { PlatformFinding(.weakerTLS, host: $0) }
    }
    return findings
  }

  /// Where pins stand as keys of the other part than they are of, those of every host of the file.
  public func compared(with part: PinnedPart) -> [PlatformFinding] {
    lists.filter { $0.part != part }.map { PlatformFinding(.wrongPinList, at: $0.position, host: $0.host) }
  }

  /// Where a host of these, or a name below one that they reach, may be spoken to with less than TLS 1.3. As with pins the
  /// longest name decides, and one that names no version takes that of a host above away.
  private func hosts(allowingOlderTLSAmong named: [PinnedDomain]) -> [String] {
    let strict = exceptions.filter { minimumTLS[$0.host] == .tls13 }
    let weak = named.filter { domain in
      guard let decisive = exceptions.longest(covering: domain.host), strict.contains(decisive) else { return true }
      return domain.reach != .host && !strict.contains { $0.host == domain.host && $0.reach != .host }
    }
    let below = exceptions.filter { entry in
      !strict.contains(entry) && !named.contains { $0.host == entry.host }
        && named.longest(covering: entry.host) != nil
    }
    return (weak + below).map(\.host)
  }
}
