#if Server
  import Foundation
  import TrustServer

  /// The desk that an operator's command works at: the same store and keys as the server's, which may run meanwhile.
  enum OperatorDesk {
    /// Works at the desk and ends as commands do: with an exit code, after saying why.
    static func work<R>(_ options: ServerOptions, _ body: (TrustDesk) async throws -> R) async throws -> R {
      let desk = try await open(options)
      do { return try await body(desk) } catch { throw ExitStatus.ending(error) }
    }

    /// - Throws: `ExitCode`, after saying why.
    private static func open(_ options: ServerOptions) async throws -> TrustDesk {
      do {
        let settings = try options.settings()
        if settings.isSaid(.policy) { return try await ServerPlan(settings, insecure: .init()).desk() }
        let state = try StateDirectory.open(at: StateDirectory.location(options.state))
        let setup = try await ServerSetup(state: state, port: StarterPolicy.defaultPort)
        return try await ServerPlan(state: setup, insecure: .init()).desk()
      } catch {
        throw ExitStatus.ending(error)
      }
    }

    static func date(_ seconds: Int64) -> String {
      Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601)
    }
  }
#endif
