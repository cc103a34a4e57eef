#if Server
  import Foundation
  import SecurityPolicy
  import TrustServer

  /// A server in this process: started, listening, and stopped by the one who started it.
  struct RunningServer: Sendable {
    /// Decisions on their way to a log or a screen; for one reader.
    let queue: TrustEventQueue
    let port: Int
    /// Where the metrics page listens, when it has a port of its own.
    let metricsPort: Int?
    /// What evidence of devices is verified here.
    let attestation: AttestationDesk
    private let task: Task<Void, any Error>
    private let clock: ServerClock
    private let store: any TrustStore
    /// Looks at the store's clock, a minute apart, from one time that is kept there to the next.
    private static let looks = 5

    /// Serves a state directory on the first free port from `firstPort` on.
    static func start(
      state: StateDirectory, firstPort: Int, insecure: ServerPlan.Insecure = .init(), settings: ServerSettings? = nil
    ) async throws -> (ServerSetup, RunningServer) {
      var next = firstPort
      while let port = FreePort.find(from: next) {
        let setup = try await ServerSetup(state: state, port: port, insecure: insecure)
        var plan = try ServerPlan(state: setup, insecure: insecure)
        if let settings { try plan.take(settings) }
        do {
          let authority = state.authority
          let server = try await start(plan) { desk in
            do {
              try await desk.addAccount(user: Authority.accountName, password: authority.accountPassword)
            } catch TrustServerError.accountExists {
              // Kept from an earlier run.
            }
          }
          return (setup, server)
        } catch TrustServerError.portInUse {
          next = port + 1
        }
      }
      throw ExitStatus.stop("no free port from \(firstPort) on", ExitStatus.tryAgain)
    }

    /// - Parameter prepare: what has to be done before the first request.
    static func start(
      _ plan: ServerPlan, prepare: (TrustDesk) async throws -> Void = { _ in }
    ) async throws -> RunningServer {
      let queue = TrustEventQueue()
      let metrics = ServerMetrics()
      let store = try plan.store.open()
      let clock = try await ServerClock(
        store: store, insecureTest: plan.insecure.testClock, acceptsEarlier: plan.acceptsEarlierClock)
      let attestation = try plan.attestationDesk(store)
      let tell: @Sendable (TrustEvent) -> Void = { event in
        metrics.count(event)
        queue.give(event)
      }
      let configuration = try plan.configuration(now: clock.now, attestation: attestation, events: tell)
      let server = try await TrustServer(
        configuration: configuration, store: store, limits: plan.limits, metrics: metrics,
        servesMetrics: plan.metricsOnServerPort, insecureTestClock: clock.insecureTest)
      try await prepare(server.desk)
      let page = plan.metricsPort.map { MetricsListener(metrics: metrics, host: plan.metricsHost, port: $0) }
      let (listening, listener) = AsyncStream.makeStream(of: (isPage: Bool, port: Int).self)
      let task = Task {
        defer { listener.finish() }
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { try await server.run { listener.yield((false, $0)) } }
          group.addTask { try await Self.watch(clock, store, tell) }
          if let page { group.addTask { try await page.run { listener.yield((true, $0)) } } }
          // The first that ends takes the other along.
          defer { group.cancelAll() }
          try await group.next()
        }
      }
      var port: Int?
      var pagePort: Int?
      for await one in listening {
        if one.isPage { pagePort = one.port } else { port = one.port }
        if let port, page == nil || pagePort != nil {
          let running = RunningServer(
            queue: queue, port: port, metricsPort: pagePort, attestation: attestation, task: task, clock: clock,
            store: store)
          if plan.acceptsEarlierClock { try await running.acceptClock() }
          return running
        }
      }
      try await task.value
      throw TrustServerError.listenerFailed
    }

    /// The last step of a start: nothing undoes it. A start that fails before it has ended nobody but who came in doubt
    /// while it listened already.
    private func acceptClock() async throws(StoreError) {
      do throws(StoreError) { try await clock.accept(in: store) } catch {
        await stop()
        throw error
      }
    }

    /// Looks at the store's clock each minute and keeps the time every few minutes, until the task is cancelled.
    private static func watch(
      _ clock: ServerClock, _ store: any TrustStore, _ tell: @Sendable (TrustEvent) -> Void
    ) async throws {
      for look in 1... {
        try await Task.sleep(for: .seconds(60))
        // A store that is down now leaves the last look in force, and the time that was kept last.
        _ = try? await clock.machine.adjust(to: store)
        guard look.isMultiple(of: looks), let isContradicted = try? await clock.keep(in: store), isContradicted else {
          continue
        }
        tell(
          TrustEvent(
            kind: .clockInDoubt, date: clock.now(), device: nil, reason: nil, code: nil,
            explanation: "the database has kept a time more than a day after the clock's: the next start is refused"))
      }
    }

    /// Returns when the server ended by itself.
    func wait() async throws { try await task.value }

    /// Takes no more requests, waits for those that run, and keeps the time until which it served.
    func stop() async {
      task.cancel()
      _ = await task.result
      // In a task of its own: whoever stops it may have been cancelled.
      await Task { [clock, store] in _ = try? await clock.keep(in: store) }.value
    }
  }
#endif
