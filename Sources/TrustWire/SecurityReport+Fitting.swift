import SecurityPolicy
import UntrustedInput

extension SecurityReport {
  /// The same report within its bounds: earlier checks without the probes that saw nothing, and fewer of them; where that
  /// is not enough, first without what the others noted (in checks that accuse nothing, then in the oldest), the newest
  /// check without what its clean probes noted, then without the earlier ones that accuse nothing. Only then the newest
  /// check loses its other evidence, then earlier ones whose accusations others have as well are left out, the oldest
  /// first, and at last the newest one's clean probes. What is left out is counted in ``omitted``. Detections themselves
  /// are never left out of the newest check, up to 256 signals.
  public var fitting: SecurityReport {
    var report = self
    report.earlier = earlier.map(\.condensed)
    if report.latest.signals.count > 256 { report.latest = report.latest.condensed }
    report.latest.signals.removeSubrange(min(256, report.latest.signals.count)...)
    while report.earlier.count >= Self.checkLimit { report.leaveOneOut() }
    report.shortenEarlier()
    if report.isTooLong {
      report.latest.signals = report.latest.signals.map { $0.observation == .clean ? $0.bare : $0 }
    }
    while report.isTooLong, report.earlier.contains(where: \.accusations.isEmpty) { report.leaveOneOut() }
    if report.isTooLong { report.latest = report.latest.wordless }
    while report.isTooLong, !report.earlier.isEmpty { report.leaveOneOut() }
    if report.isTooLong { report.latest = report.latest.condensed }
    return report
  }

  private var isTooLong: Bool { bytes.count > Self.byteLimit }

  private mutating func shortenEarlier() {
    var excess = bytes.count - Self.byteLimit
    let checks = earlier
    let oldestFirst = Array(checks.indices.reversed())
    let order =
      oldestFirst.filter { checks[$0].accusations.isEmpty } + oldestFirst.filter { !checks[$0].accusations.isEmpty }
    for index in order where excess > 0 {
      let bare = checks[index].wordless
      excess -= checks[index].length - bare.length
      earlier[index] = bare
    }
  }

  private mutating func leaveOneOut() {
    // The newest check of all never goes, so the place is one of the earlier ones.
    guard let place = ([latest] + earlier).leaving else { return }
    earlier.remove(at: place - 1)
    omitted += 1
  }
}

extension ReportedCheck {
  fileprivate var length: Int { JSONWriter().bytes(node).count }
}
