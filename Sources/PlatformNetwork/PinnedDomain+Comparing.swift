import SecurityPolicy

extension [PinnedDomain] {
  /// Where these hosts are pinned otherwise than a policy wants.
  ///
  /// - Parameters:
  ///   - expiry: the day that pinning should end on; nil for never.
  ///   - most: how far below a host the platform can pin.
  func compared(
    with expected: [PinnedDomain], expiry: PolicyDay?, most: PinnedDomain.Reach
  ) -> [PlatformFinding] {
    var findings: [PlatformFinding] = []
    for wanted in expected {
      guard let found = first(where: { $0.host == wanted.host }) else {
        if !wanted.pins.isEmpty { findings.append(PlatformFinding(.hostMissing, host: wanted.host)) }
        continue
      }
      if found.pins != wanted.pins { findings.append(PlatformFinding(.pinsDiffer, host: wanted.host)) }
      if found.reach != Swift.min(wanted.reach, most) {
        findings.append(PlatformFinding(.reachDiffers, host: wanted.host))
      }
      if wanted.reach > most { findings.append(PlatformFinding(.deeperNamesUnpinned, host: wanted.host)) }
      if !wanted.pins.isEmpty, found.expires != expiry {
        findings.append(PlatformFinding(.expiryDiffers, host: wanted.host))
      }
    }
    for found in self where !expected.contains(where: { $0.host == found.host }) {
      // The longest name decides: an entry below a host of the policy takes that host's pins away.
      guard let wanted = expected.longest(covering: found.host) else {
        findings.append(PlatformFinding(.hostNotInPolicy, host: found.host))
        continue
      }
      if found.pins != wanted.pins { findings.append(PlatformFinding(.pinsDiffer, host: found.host)) }
      if !wanted.pins.isEmpty, found.expires != expiry {
        findings.append(PlatformFinding(.expiryDiffers, host: found.host))
      }
    }
    return findings
  }
}
