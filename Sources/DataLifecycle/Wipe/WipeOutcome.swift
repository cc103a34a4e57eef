/// How a wipe ended.
public enum WipeOutcome: Sendable {
  /// Nothing is left; the access is for what comes next.
  case complete(WipeReport, ReadAccess)
  /// Something failed or is left; the wipe stays pending, also over a restart.
  case pending(WipeReport, PendingWipe)

  public var report: WipeReport {
    switch self {
    case .complete(let report, _), .pending(let report, _): report
    }
  }
}
