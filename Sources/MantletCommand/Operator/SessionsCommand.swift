#if Server
  import ArgumentParser
  import TrustServer
  import TrustWire
  import UntrustedInput

  /// `mantlet sessions`: who is signed in, and an end to it.
  struct SessionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "sessions", abstract: "List sessions and end them.",
      discussion: "A running server refuses tokens of a session that was ended here within two seconds.",
      subcommands: [List.self, End.self])

    struct List: AsyncParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Print the sessions that live, the newest first.")
      @OptionGroup var options: ServerOptions
      @Option(help: "Only this account's.") var user: String?
      @Option(help: "At most this many.") var limit = 1000
      @Option(help: "Only those behind this place, as the list before said it.") var after: String?
      @Flag(help: "Print one JSON object.") var json = false

      func validate() throws {
        if limit < 1 { throw ValidationError("--limit must be 1 or more") }
        if let after, SessionCursor(after) == nil { throw ValidationError("--after takes what `next` said before") }
      }

      func run() async throws {
        let place = after.flatMap { SessionCursor($0) }
        let sessions = try await OperatorDesk.work(options) {
          try await $0.liveSessions(user: user, after: place, limit: limit)
        }
        let next = sessions.count == limit ? sessions.last.map { "\($0.cursor)" } : nil
        if json {
          var members = [JSONMember("sessions", JSONNode(.array(sessions.map(Self.node))))]
          if let next { members.append(JSONMember("next", .string(next))) }
          return StandardOutput.print(JSONNode(.object(members)))
        }
        for session in sessions {
          StandardOutput.print(
            "\(session.id)  \(session.kind.rawValue)  device \(session.device.prefix(8))  "
              + "since \(OperatorDesk.date(session.startedAt))  used \(OperatorDesk.date(session.lastUsedAt))  "
              + (session.isBound ? "bound" : "bearer"))
        }
        if let next { StandardError.print("mantlet: there may be more: --after \(next)") }
      }

      static func node(_ session: SessionSummary) -> JSONNode {
        [
          "session": .string(session.id), "kind": .string(session.kind.rawValue), "subject": .string(session.subject),
          "device": .string(session.device), "tier": .string(session.tier.rawValue),
          "started_at": .integer(session.startedAt), "last_used_at": .integer(session.lastUsedAt),
          "expires_at": .integer(session.expiresAt), "bound": JSONNode(.bool(session.isBound)),
        ]
      }
    }

    struct End: AsyncParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "end", abstract: "End one session, or all of an account; 1 when there was none.")
      @OptionGroup var options: ServerOptions
      @Argument(help: "The session's id, as `sessions list` prints it.") var session: String?
      @Option(help: "End every session of this account.") var user: String?

      func validate() throws {
        if (session == nil) == (user == nil) { throw ValidationError("name a session, or an account with --user") }
      }

      func run() async throws {
        let count = try await OperatorDesk.work(options) { desk in
          if let session { return try await desk.endSession(id: session) ? 1 : 0 }
          guard let user else { return 0 }
          return try await desk.endSessions(user: user)
        }
        StandardOutput.print("ended \(count)")
        if count == 0 { throw ExitStatus.fails }
      }
    }
  }
#endif
