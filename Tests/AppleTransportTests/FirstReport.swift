#if APPLE_EMULATION
  import NetworkTrust

  /// Hands out the first report that a transport gives it.
  final class FirstReport: PinFailureSink {
    private let reports = AsyncStream.makeStream(of: PinFailureReport.self)

    func record(_ failure: PinFailureReport) async { reports.continuation.yield(failure) }

    func value() async -> PinFailureReport {
      for await report in reports.stream { return report }
      preconditionFailure("the stream never ends")
    }
  }
#endif
