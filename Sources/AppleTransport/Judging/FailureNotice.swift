import Foundation
import NetworkTrust

/// Tells the app what was decided, before the verdict is acted on, and whoever runs the server what was seen, afterwards:
/// no handshake waits for that.
struct FailureNotice: Sendable {
  let judged: (@Sendable (TrustDecision) -> Void)?
  private let reports: FailureReports?

  init(sink: (any PinFailureSink)?, judged: (@Sendable (TrustDecision) -> Void)?) {
    self.judged = judged
    reports = sink.map { FailureReports(to: $0) }
  }

  /// - Parameter presented: as far as the system shows it.
  func send(_ decision: TrustDecision, by judge: ServerJudge, presented: [[UInt8]], at now: Date) {
    guard let reports,
      let report = PinFailureReport(
        decision, presented: presented, host: judge.host, pinning: judge.pinning, now: now)
    else { return }
    reports.send(report)
  }
}
