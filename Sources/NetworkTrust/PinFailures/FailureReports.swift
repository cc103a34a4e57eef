import Synchronization

/// Hands reports to their sink, one after the other and beside the handshakes, which wait for none.
///
/// Where the sink does not come after, a few of each outcome wait: what anybody on the way can cause crowds out none of the
/// others. What is more is forgotten, and nobody counts it.
package final class FailureReports: Sendable {
  private let sink: any PinFailureSink
  private let state = Mutex<(last: Task<Void, Never>?, waiting: [PinFailureReport.Outcome: Int])>((nil, [:]))

  /// How many wait at most.
  private static func limit(of outcome: PinFailureReport.Outcome) -> Int { outcome == .refused ? 32 : 16 }

  package init(to sink: any PinFailureSink) { self.sink = sink }

  package func send(_ report: PinFailureReport) {
    state.withLock { state in
      let waiting = state.waiting[report.outcome, default: 0]
      guard waiting < Self.limit(of: report.outcome) else { return }
      state.waiting[report.outcome] = waiting + 1
      state.last = Task { [self, previous = state.last] in
        await previous?.value
        await sink.record(report)
        self.state.withLock { $0.waiting[report.outcome, default: 1] -= 1 }
      }
    }
  }

  /// Returns when the sink has what was sent so far.
  package func delivered() async { await state.withLock { $0.last }?.value }
}
