import UntrustedInput

/// Which probe overlay a device obeyed, and what overlays did to any check of a report: a server must be able to tell a
/// probe that saw nothing from one that was not asked.
public struct ReportedOverlay: Sendable, Hashable {
  /// ``ProbeOverlay/number`` of the latest overlay.
  public var number: Int64
  /// Probes that were not asked, at most 256.
  public var switchedOff: [String]
  /// Probes that counted for less than they do by themselves, at most 256.
  public var weakened: [String]

  public init(number: Int64, switchedOff: [String], weakened: [String]) {
    self.number = number
    self.switchedOff = switchedOff
    self.weakened = weakened
  }

  /// As it stands in a report, and in what a device keeps of its checks.
  package var node: JSONNode {
    ["number": .integer(number), "switchedOff": .strings(switchedOff), "weakened": .strings(weakened)]
  }

  package init(wire node: JSONNode) throws(WireError) {
    number = try node.number("number")
    switchedOff = try node.texts("switchedOff", most: 256, bytes: 64)
    weakened = try node.texts("weakened", most: 256, bytes: 64)
  }
}
