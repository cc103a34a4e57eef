import SecurityPolicy
import TrustWire
import UntrustedInput

/// What outlives the process of a ``CheckHistory``: the checks that accuse, how many others there were, and the highest
/// overlay number that was obeyed.
///
/// At most ``byteLimit`` bytes: beyond that the oldest check loses its words; where that is not enough, the oldest whose
/// accusations another one has as well goes and is counted. It names a device's state and nobody; the words that a probe
/// noted (a path) may stay until ``wordless``.
public struct KeptChecks: Sendable, Hashable {
  public static let version: Int64 = 1
  public static let byteLimit = 32 << 10

  /// The newest first.
  public private(set) var checks: [ReportedCheck]
  /// Checks since the last accepted report that are not in ``checks``.
  public private(set) var omitted: Int
  public let hasLoss: Bool
  /// ``ProbeOverlay/number`` of the newest overlay that was obeyed; 0 for none.
  public let overlayNumber: Int64

  init(_ history: CheckHistory, overlayNumber: Int64) {
    checks = history.checks.filter(\.accuses).map(\.condensed)
    omitted = history.omitted + history.checks.count - checks.count
    hasLoss = history.hasLoss
    self.overlayNumber = overlayNumber
    for index in checks.indices.reversed() where isTooLong { checks[index] = checks[index].wordless }
    while isTooLong, !checks.isEmpty {
      checks.remove(at: checks.leaving ?? checks.count - 1)
      omitted += 1
    }
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
    JSONWriter().bytes([
      "version": .integer(Self.version), "omitted": .integer(Int64(omitted)), "lost": JSONNode(.bool(hasLoss)),
      "overlay": .integer(overlayNumber), "checks": JSONNode(.array(checks.map(\.node))),
    ])
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
    self.omitted = Int(omitted)
    hasLoss = loss
    overlayNumber = number
  }
}
