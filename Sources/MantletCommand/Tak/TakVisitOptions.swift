#if os(Linux) && LinuxClient
  import ArgumentParser
  import CursorOnTarget

  /// What connect, send and listen share.
  struct TakVisitOptions: ParsableArguments {
    @OptionGroup var server: TakOptions
    @Option(help: "Uid of this client.") var uid = "mantlet"
    @Option(help: "Seconds until the server must have answered.") var timeout = 30
    @Flag(help: "Print one JSON object per line.") var json = false

    func validate() throws {
      guard (1...3600).contains(timeout) else { throw ValidationError("--timeout is 1 to 3600 seconds") }
      guard !uid.isEmpty, (try? CoTLine(uid)) != nil else { throw ValidationError("--uid is one line") }
    }

    /// - Throws: as ``TakLink``.
    func visit(asksForMessages: Bool = true) async throws -> TakVisit {
      TakVisit(link: try await TakLink(server, uid: CoTLine(uid), asksForMessages: asksForMessages))
    }
  }
#endif
