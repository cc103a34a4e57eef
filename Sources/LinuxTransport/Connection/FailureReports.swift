#if LinuxClient
  import NetworkTrust
  import Synchronization

  /// Hands reports to their sink, one after the other and beside the handshakes, which wait for none.
  final class FailureReports: Sendable {
    private let sink: any PinFailureSink
    private let last = Mutex<Task<Void, Never>?>(nil)

    init(to sink: any PinFailureSink) { self.sink = sink }

    func send(_ report: PinFailureReport) {
      last.withLock { last in
        last = Task { [sink, previous = last] in
          await previous?.value
          await sink.record(report)
        }
      }
    }

    /// Returns when the sink has what was sent so far.
    func delivered() async { await last.withLock { $0 }?.value }
  }
#endif
