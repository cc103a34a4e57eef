#if LinuxClient
  import NetworkTrust
  import Synchronization
  import Testing

  /// Keeps what a transport reports of the servers that it refused.
  final class KeptReports: PinFailureSink {
    private let list = Mutex<[PinFailureReport]>([])

    func record(_ failure: PinFailureReport) async { list.withLock { $0.append(failure) } }

    /// Returns when this was reported and nothing else; nil: nothing was. A report comes from a task of its own.
    func expect(_ report: PinFailureReport?, _ place: SourceLocation = #_sourceLocation) async throws {
      let end = ContinuousClock.now + .seconds(90)
      while report != nil, list.withLock({ $0.isEmpty }) {
        try #require(ContinuousClock.now < end, "nothing was reported", sourceLocation: place)
        await Task.yield()
      }
      #expect(list.withLock { $0 } == (report.map { [$0] } ?? []), sourceLocation: place)
    }
  }
#endif
