import SecurityPolicy

extension SecurityReport {
  /// The same report within its bounds: earlier checks without the probes that saw nothing, then the oldest checks left
  /// out and counted in ``omitted``; if the newest check alone is too long, it loses what its clean probes noted, then
  /// those probes, then all evidence and at last what is beyond 256 signals. Detections themselves are never left out of
  /// the newest check before that.
  public var fitting: SecurityReport {
    var report = self
    report.earlier = earlier.map(\.condensed)
    if report.latest.signals.count > 256 { report.latest = report.latest.condensed }
    report.latest.signals.removeSubrange(min(256, report.latest.signals.count)...)
    while !report.earlier.isEmpty, report.earlier.count >= Self.checkLimit || report.isTooLong { report.dropOldest() }
    guard report.isTooLong else { return report }
    report.latest.signals = report.latest.signals.map { $0.observation == .clean ? $0.bare : $0 }
    if report.isTooLong { report.latest = report.latest.condensed }
    if report.isTooLong { report.latest.signals = report.latest.signals.map(\.bare) }
    return report
  }

  private var isTooLong: Bool { bytes.count > Self.byteLimit }

  private mutating func dropOldest() {
    earlier.removeLast()
    omitted += 1
  }
}

extension Signal {
  /// Without evidence.
  fileprivate var bare: Signal {
    Signal(probe: probe, category: category, strength: strength, family: family, observation: observation)
  }
}
