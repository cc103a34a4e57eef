#if LinuxClient
  import NetworkTrust
  import Synchronization

  /// Hands reports to their sink, one after the other and beside the handshakes, which wait for none. Where the sink does
  /// not come after, what is more than ``limit`` is forgotten, as the sink would.
  final class FailureReports: Sendable {
    static let limit = 64
    private let sink: any PinFailureSink
    private let state = Mutex<(last: Task<Void, Never>?, waiting: Int)>((nil, 0))

    init(to sink: any PinFailureSink) { self.sink = sink }

    func send(_ report: PinFailureReport) {
      state.withLock { state in
        guard state.waiting < Self.limit else { return }
        state.waiting += 1
        state.last = Task { [self, previous = state.last] in
          await previous?.value
          await sink.record(report)
          self.state.withLock { $0.waiting -= 1 }
        }
      }
    }

    /// Returns when the sink has what was sent so far.
    func delivered() async { await state.withLock { $0.last }?.value }
  }
#endif
