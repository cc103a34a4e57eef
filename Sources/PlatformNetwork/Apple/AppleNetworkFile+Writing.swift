import SecurityPolicy
import UntrustedInput

extension AppleNetworkFile {
  /// A property list whose key `NSAppTransportSecurity` belongs into the app's `Info.plist`.
  ///
  /// - Parameter part: whose keys the policy's pins are; the server's own where that is not said. Among those of the wrong
  ///   part the system finds no match, and every connection fails that App Transport Security looks at.
  /// - Returns: the file, and what the policy says and it cannot; ``PlatformRule/leafKeysAssumed`` for each host with pins
  ///   where `part` is not said.
  public static func written(
    from plan: NetworkPlan, pinning part: PinnedPart? = nil
  ) -> (file: PlatformFile, findings: [PlatformFinding]) {
    let named = plan.domains.filter { !HostText.isAddress($0.host) }
    var transport: [PropertyListMember] = []
    if plan.isEnforced, !named.isEmpty {
      let pinned = named.map { PropertyListMember($0.host, node(of: $0, part)) }
      transport.append(PropertyListMember("NSPinnedDomains", PropertyListNode(.dictionary(pinned))))
    }
    if plan.minimumTLS == .tls13, !named.isEmpty {
      let exceptions = named.map { domain in
        PropertyListMember(
          domain.host,
          PropertyListNode(
            .dictionary([
              PropertyListMember("NSExceptionMinimumTLSVersion", PropertyListNode(.string("TLSv1.3"))),
              PropertyListMember("NSIncludesSubdomains", PropertyListNode(.boolean(domain.reach != .host))),
            ])))
      }
      transport.append(PropertyListMember("NSExceptionDomains", PropertyListNode(.dictionary(exceptions))))
    }
    let root = PropertyListNode(
      .dictionary([PropertyListMember("NSAppTransportSecurity", PropertyListNode(.dictionary(transport)))]))
    let bytes = PropertyListWriter(comment: "Written by `mantlet network ios`: change the policy, not this file.")
      .bytes(root)
    return (PlatformFile(path: "NetworkSecurity.plist", bytes: bytes), limits(of: plan, part))
  }

  private static func node(of domain: PinnedDomain, _ part: PinnedPart?) -> PropertyListNode {
    let pins = domain.pins.sorted().map {
      PropertyListNode(.dictionary([PropertyListMember("SPKI-SHA256-BASE64", PropertyListNode(.string($0)))]))
    }
    let list = part == .authority ? "NSPinnedCAIdentities" : "NSPinnedLeafIdentities"
    return PropertyListNode(
      .dictionary([
        PropertyListMember("NSIncludesSubdomains", PropertyListNode(.boolean(domain.reach != .host))),
        PropertyListMember(list, PropertyListNode(.array(pins))),
      ]))
  }

  private static func limits(of plan: NetworkPlan, _ part: PinnedPart?) -> [PlatformFinding] {
    var findings: [PlatformFinding] = []
    if !plan.isEnforced { findings.append(PlatformFinding(.reportOnlyNotWritten)) }
    if plan.pinsCertificates { findings.append(PlatformFinding(.certificatePinsNotWritten)) }
    if !plan.anchors.isEmpty { findings.append(PlatformFinding(.anchorsNotWritten)) }
    for domain in plan.domains {
      if HostText.isAddress(domain.host) {
        findings.append(PlatformFinding(.addressNotPinned, host: domain.host))
        if plan.minimumTLS == .tls13 { findings.append(PlatformFinding(.tlsNotWritten, host: domain.host)) }
        continue
      }
      if domain.reach == .allBelow { findings.append(PlatformFinding(.deeperNamesUnpinned, host: domain.host)) }
      if plan.isEnforced, part == nil, !domain.pins.isEmpty {
        findings.append(PlatformFinding(.leafKeysAssumed, host: domain.host))
      }
    }
    return findings
  }
}
