#if LinuxClient
  import NetworkTrust
  import Synchronization
  import Testing

  /// Keeps what a transport reports of the servers that it refused. It takes its time, so that whoever looks before all is
  /// delivered sees nothing.
  final class KeptReports: PinFailureSink {
    private let list = Mutex<[PinFailureReport]>([])

    func record(_ failure: PinFailureReport) async {
      try? await Task.sleep(for: .milliseconds(20))
      list.withLock { $0.append(failure) }
    }

    /// This was reported and nothing else; nil: nothing was. For when the transport's reports are delivered.
    func expect(_ report: PinFailureReport?, _ place: SourceLocation = #_sourceLocation) {
      #expect(list.withLock { $0 } == (report.map { [$0] } ?? []), sourceLocation: place)
    }
  }
#endif
