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
        if settings.isSaid(.policy) {
          return try await ServerPlan(settings, insecure: .init(), answersDevices: false).desk()
        }
        let state = try StateDirectory.open(at: StateDirectory.location(options.state))
        let setup = try await ServerSetup(state: state, port: StarterPolicy.defaultPort)
        return try await ServerPlan(state: setup, insecure: .init()).desk()
      } catch {
        throw ExitStatus.ending(error)
      }
    }

    /// The one device whose thumbprint begins with `name`.
    /// - Throws: `ExitCode`, after saying why: 1 without one, 64 when several do, with their thumbprints.
    static func device(_ name: String, at desk: TrustDesk) async throws -> String {
      let most = 10
      let found = try await desk.thumbprints(beginning: name, limit: most + 1)
      if found.contains(name) { return name }
      guard let first = found.first else {
        throw ExitStatus.stop("no device's thumbprint begins like that", ExitStatus.fails)
      }
      guard found.count > 1 else { return first }
      for device in found.prefix(most) { StandardError.print(device) }
      if found.count > most { StandardError.print("…") }
      throw ExitStatus.stop("several devices' thumbprints begin like that: write more of it", ExitStatus.usage)
    }

    /// What a device says of itself, fit for a terminal: characters that would steer it are replaced.
    static func claim(_ text: String) -> String {
      var shown = String.UnicodeScalarView()
      for scalar in text.unicodeScalars.prefix(128) {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
          shown.append("\u{FFFD}")
        default: shown.append(scalar)
        }
      }
      return String(shown)
    }

    static func date(_ seconds: Int64) -> String {
      Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601)
    }
  }
#endif
