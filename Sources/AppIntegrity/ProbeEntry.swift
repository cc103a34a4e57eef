import SecurityPolicy

/// Values of the catalogue that are looked for in the same way and mean the same.
public struct ProbeEntry: Sendable, Hashable {
  /// The id of the signal, such as `privilegedAccess.files`. Several entries of different classes may share one.
  public let probe: String
  public let platform: Platform
  /// The major versions of the system that it holds for: of iOS, of Android's release, on Linux of the kernel; nil for all.
  public let systems: ClosedRange<Int>?
  public let probeClass: ProbeClass
  public let category: ThreatCategory
  public let family: Signal.Family
  public let engine: ProbeEngine
  /// Why a dead one is switched off; else nil.
  public let reason: String?
  public let values: [String]

  /// Whether it is looked for on a system of this major version. An unknown version counts as every version.
  public func applies(to major: Int?) -> Bool {
    guard probeClass != .dead else { return false }
    guard let major, let systems else { return true }
    return systems.contains(major)
  }

  /// One line of the catalogue's text; nil when it is none.
  init?(line: Substring) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map { String($0) }
    guard fields.count == 9, let platform = Platform(rawValue: fields[1]),
      let probeClass = ProbeClass(rawValue: fields[3]),
      let category = ThreatCategory(rawValue: fields[4]), let family = Signal.Family(rawValue: fields[5]),
      let engine = ProbeEngine(rawValue: fields[6]), let systems = Self.systems(fields[2])
    else { return nil }
    probe = fields[0]
    self.platform = platform
    self.systems = systems
    self.probeClass = probeClass
    self.category = category
    self.family = family
    self.engine = engine
    reason = fields[7].isEmpty ? nil : fields[7]
    values = fields[8].split(separator: "\u{1f}").map { String($0) }
  }

  /// `11-14`, `15-`, `-14`, or nothing for all.
  private static func systems(_ text: String) -> ClosedRange<Int>?? {
    if text.isEmpty { return .some(nil) }
    let bounds = text.split(separator: "-", omittingEmptySubsequences: false)
    guard bounds.count == 2, let first = bounds[0].isEmpty ? 0 : Int(bounds[0]),
      let last = bounds[1].isEmpty ? 999 : Int(bounds[1]), first <= last
    else { return nil }
    return first...last
  }
}
