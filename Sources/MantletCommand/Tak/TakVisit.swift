#if os(Linux) && LinuxClient
  import CursorOnTarget
  import Synchronization
  import TakGateway

  /// One connection of a command to the imported server. One attempt only: a command that fails says so.
  struct TakVisit: Sendable {
    let link: TakLink

    private final class Outcome: Sendable {
      let failure = Mutex<GatewayError?>(nil)
      let isConnected = Mutex(false)
    }

    /// Connects once and tells `body` what happens, until it says that it has enough or the time is over.
    ///
    /// - Parameters:
    ///   - seconds: after the connection stood; nil: no end.
    ///   - patience: seconds until the server must have answered.
    /// - Throws: exit code 1 when the server or we were refused, 75 when nobody answered.
    func run(
      seconds: Int?, patience: Int, _ body: @escaping @Sendable (TakNotice) async throws -> Bool
    ) async throws {
      let outcome = Outcome()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          let (error, _) = await link.connection.once()
          if !Task.isCancelled { outcome.failure.withLock { $0 = error } }
        }
        group.addTask {
          for await notice in link.connection.notices {
            if notice == .connected {
              outcome.isConnected.withLock { $0 = true }
              await link.remember()
            }
            if try await body(notice) { return }
          }
        }
        group.addTask {
          try? await Task.sleep(for: .seconds(patience))
          guard outcome.isConnected.withLock({ $0 }), !Task.isCancelled else { return }
          try? await Task.sleep(for: .seconds(seconds ?? 1 << 30))
        }
        defer { group.cancelAll() }
        try await group.next()
      }
      let wasConnected = outcome.isConnected.withLock { $0 }
      if let error = outcome.failure.withLock({ $0 }) {
        let isRefusal = TakLink.isRefusal(error, wasConnected: wasConnected)
        throw ExitStatus.stop(error, isRefusal ? ExitStatus.fails : ExitStatus.tryAgain)
      }
      guard wasConnected else {
        throw ExitStatus.stop(GatewayError.noAnswer, ExitStatus.tryAgain)
      }
    }
  }
#endif
