import Foundation
import NetworkTrust

/// Tells whoever runs the server what was seen, after the verdict was acted on: no handshake waits for it.
struct FailureNotice: Sendable {
  let sink: (any PinFailureSink)?

  /// - Parameter presented: as far as the system shows it.
  func send(_ decision: TrustDecision, by judge: ServerJudge, presented: [[UInt8]], at now: Date) {
    guard let sink,
      let report = PinFailureReport(
        decision, presented: presented, host: judge.host, pinning: judge.pinning, now: now)
    else { return }
    Task { await sink.record(report) }
  }
}
