import SecurityPolicy
import UntrustedInput

extension SecurityReport {
  /// The same report within its bounds: earlier checks without the probes that saw nothing (but for strong ones that
  /// could look in part only), and fewer of them. Where that is not enough, earlier checks lose those, too, then what
  /// the other probes noted (in checks that accuse nothing, then in the oldest), and the newest check what its clean
  /// probes noted; then the earlier ones that accuse nothing go. Only then the newest check loses its other evidence,
  /// then earlier ones whose accusations others have as well are left out, the oldest first, and at last the newest
  /// one's clean probes. What is left out is counted in ``omitted``. Detections themselves are never left out of the
  /// newest check, up to 256 signals.
  public var fitting: SecurityReport {
    var report = self
    report.earlier = earlier.map(\.condensed)
    if report.latest.signals.count > 256 { report.latest = report.latest.withoutClean }
    report.latest.signals.removeSubrange(min(256, report.latest.signals.count)...)
    while report.earlier.count >= Self.checkLimit { report.leaveOneOut() }
    if report.isTooLong { report.earlier = report.earlier.map(\.withoutClean) }
    report.shortenEarlier()
    if report.isTooLong {
      report.latest.signals = report.latest.signals.map { $0.observation == .clean ? $0.bare : $0 }
    }
    while report.isTooLong, report.earlier.contains(where: \.accusations.isEmpty) { report.leaveOneOut() }
    if report.isTooLong { report.latest = report.latest.wordless }
    while report.isTooLong, !report.earlier.isEmpty { report.leaveOneOut() }
    if report.isTooLong { report.latest = report.latest.withoutClean }
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
