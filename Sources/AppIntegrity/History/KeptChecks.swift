import SecurityPolicy
import TrustWire
import UntrustedInput

/// What outlives the process of a ``CheckHistory``: the checks that accuse, how many others there were, what overlays did
/// to any of them, and the highest overlay number that was obeyed.
///
/// At most ``byteLimit`` bytes: beyond that probes that saw nothing go, then the oldest check loses its words; where
/// that is not enough, the oldest whose accusations another one has as well goes and is counted. It names a device's
/// state and nobody; the words that a probe noted (a path) may stay until ``wordless``.
public struct KeptChecks: Sendable, Hashable {
  public static let version: Int64 = 1
  public static let byteLimit = 32 << 10
  /// Probes of each list of ``overlayEffect``: more than a device has, and few enough to leave the checks their place.
  static let overlayLimit = 96

  /// The newest first.
  public private(set) var checks: [ReportedCheck]
  /// Checks since the last accepted report that are not in ``checks``.
  public private(set) var omitted: Int
  public let hasLoss: Bool
  /// ``ProbeOverlay/number`` of the newest overlay that was obeyed; 0 for none.
  public let overlayNumber: Int64
  /// What overlays did to the checks since the last accepted report; nil when there was none.
  public let overlayEffect: ReportedOverlay?

  init(_ history: CheckHistory, overlayNumber: Int64) {
    checks = history.checks.filter(\.accuses).map(\.condensed)
    omitted = history.omitted + history.checks.count - checks.count
    hasLoss = history.hasLoss
    self.overlayNumber = overlayNumber
    overlayEffect = history.overlay.map {
      ReportedOverlay(
        number: $0.number, switchedOff: Self.plain($0.switchedOff), weakened: Self.plain($0.weakened))
    }
    if isTooLong { checks = checks.map(\.withoutClean) }
    for index in checks.indices.reversed() where isTooLong { checks[index] = checks[index].wordless }
    while isTooLong, !checks.isEmpty {
      checks.remove(at: checks.leaving ?? checks.count - 1)
      omitted += 1
    }
  }

  /// Names that need no escapes, as those of all probes: nothing is written longer than it is.
  private static func plain(_ names: [String]) -> [String] {
    let plain = names.filter { $0.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C } }
    return Array(plain.prefix(overlayLimit))
  }

  private var isTooLong: Bool { bytes.count > Self.byteLimit }

  /// How many of the checks hold words.
  public var wordy: Int { checks.count { $0.signals.contains { !$0.evidence.isEmpty } } }

  /// The same without what probes noted.
  public var wordless: KeptChecks {
    var kept = self
    kept.checks = checks.map(\.wordless)
    return kept
  }

  /// What is stored.
  public var bytes: [UInt8] {
    var members = [
      JSONMember("version", .integer(Self.version)), JSONMember("omitted", .integer(Int64(omitted))),
      JSONMember("lost", JSONNode(.bool(hasLoss))), JSONMember("overlay", .integer(overlayNumber)),
      JSONMember("checks", JSONNode(.array(checks.map(\.node)))),
    ]
    if let overlayEffect { members.append(JSONMember("overlayEffect", overlayEffect.node)) }
    return JSONWriter().bytes(JSONNode(.object(members)))
  }

  /// - Throws: ``IntegrityError/historyDamaged``, also for a version that this build does not know.
  public init(reading bytes: [UInt8]) throws(IntegrityError) {
    guard let node = try? JSONReader(maximumBytes: Self.byteLimit, maximumDepth: 12).read(bytes),
      node["version"]?.integer == Self.version, let omitted = node["omitted"]?.integer, (0...1 << 40).contains(omitted),
      let loss = node["lost"]?.bool, let number = node["overlay"]?.integer, number >= 0,
      let nodes = node["checks"]?.array, nodes.count <= SecurityReport.checkLimit
    else { throw .historyDamaged }
    var checks: [ReportedCheck] = []
    for node in nodes {
      do { checks.append(try ReportedCheck(node: node)) } catch { throw .historyDamaged }
    }
    self.checks = checks
    do { overlayEffect = try node["overlayEffect"].map(ReportedOverlay.init(wire:)) } catch { throw .historyDamaged }
    self.omitted = Int(omitted)
    hasLoss = loss
    overlayNumber = number
  }
}
