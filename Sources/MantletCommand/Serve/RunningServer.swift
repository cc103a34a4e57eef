#if Server
  import Crypto
  import Foundation
  import Redaction
  import SecurityPolicy
  import TrustServer

  /// A server in this process: started, listening, and stopped by the one who started it.
  struct RunningServer: Sendable {
    let events: AsyncStream<TrustEvent>
    private let task: Task<Void, any Error>

    /// Listens on the first free port from `firstPort` on.
    static func start(state: StateDirectory, firstPort: Int) async throws -> (ServerSetup, RunningServer) {
      var next = firstPort
      while let port = FreePort.find(from: next) {
        let setup = try await ServerSetup(state: state, port: port)
        do {
          return (setup, try await start(setup))
        } catch TrustServerError.portInUse {
          next = port + 1
        }
      }
      throw ExitStatus.stop("no free port from \(firstPort) on", ExitStatus.tryAgain)
    }

    private static func start(_ setup: ServerSetup) async throws -> RunningServer {
      let (events, sink) = AsyncStream.makeStream(of: TrustEvent.self, bufferingPolicy: .bufferingNewest(1000))
      let authority = setup.state.authority
      let configuration = TrustConfiguration(
        policy: setup.policy, environment: .dev, issuer: setup.slice.connection.endpoint,
        acceptedSliceDigests: [setup.slice.digest], signingKey: authority.signingKeyPEM,
        loginKey: Secret(copying: try authority.loginPrivateKey().rawRepresentation),
        certificateChainPEM: Array(authority.serverCertificatePEM.utf8), certificateKey: authority.serverKeyPEM,
        host: "127.0.0.1", port: setup.port, now: { Date() }, random: randomBytes, events: { sink.yield($0) })
      let store = try SQLiteTrustStore(path: setup.state.databasePath)
      let server = try await TrustServer(configuration: configuration, store: store)
      do {
        try await server.desk.addAccount(user: Authority.accountName, password: authority.accountPassword)
      } catch TrustServerError.accountExists {
        // Kept from an earlier run.
      }
      let (listening, listener) = AsyncStream.makeStream(of: Int.self)
      let task = Task {
        defer { listener.finish() }
        try await server.run { port in listener.yield(port) }
      }
      for await _ in listening { return RunningServer(events: events, task: task) }
      try await task.value
      throw TrustServerError.listenerFailed
    }

    @Sendable private static func randomBytes() -> [UInt8] {
      var generator = SystemRandomNumberGenerator()
      return (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }

    /// Returns when the server ended by itself.
    func wait() async throws { try await task.value }

    func stop() async {
      task.cancel()
      _ = await task.result
    }
  }
#endif
