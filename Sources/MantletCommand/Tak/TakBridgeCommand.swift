#if os(Linux) && LinuxClient
  import ArgumentParser
  import CursorOnTarget
  import PeerMesh
  import TakGateway

  /// `mantlet tak bridge`.
  struct TakBridgeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "bridge", abstract: "Pass events between a mesh and the imported server.",
      discussion: """
        Only what a device signed passes to the server, and only if a client certificate of this server vouches for the \
        device (`mantlet mesh run --tak`). The server sees all of it under this bridge's certificate. A team is a claim \
        (`mantlet mesh run --team`): --team shortens the list, it keeps nobody out. The connection is made again \
        when it breaks, ever more slowly when somebody else answers. Until then events wait: a position for a minute, an \
        emergency as long as it holds. `toServer` is said of what was written to the server, `queued` of what waits, \
        `dropped` of what was given up. An emergency is written again if the connection ends before the server \
        answered behind it, unless its end or a newer one took its place; `dropped` after `toServer` says that it is \
        not, as when it is stale by then. `disputed` is said once of a uid that a peer and another client of the \
        server both go by. \
        A chat for this bridge alone is passed to nobody. \
        Ends at SIGINT. Exit codes: 0; 1 the server \
        refuses our certificate; 64 usage; 65 nothing was imported, or the key is unreadable. Under TLS 1.2 a \
        refused certificate cannot be told from a broken connection: it is tried again, after half a minute on \
        average.
        """)

    @OptionGroup var server: TakOptions
    @OptionGroup var mesh: MeshNodeOptions
    @Option(help: "Pass on this team's events only; may be repeated.") var team: [String] = []
    @Option(help: "End after so many seconds.") var seconds: Int?
    @Flag(help: "One object per line.") var json = false

    func validate() throws {
      guard seconds ?? 0 >= 0 else { throw ValidationError("a number is out of its range") }
    }

    func run() async throws {
      let end = Interruption()
      let imported = try await TakState(server.state).server()
      let (run, device, mission) = try await mesh.run(proving: imported, lines: MeshLines(isJSON: json))
      let bridge: MeshBridge
      let uid: CoTLine
      do throws(CoTError) {
        uid = try CoTLine(device.uid)
        var rules = try BridgeRules(ownUIDs: [uid], tag: "mantlet-\(device.uid)")
        rules.ownCallsigns = [try CoTLine(device.callsign)]
        bridge = MeshBridge(
          rules: rules, onboarding: TakOnboarding(imported), mission: mission, teams: team.isEmpty ? nil : Set(team))
      } catch { throw ExitStatus.stop(error, ExitStatus.failure) }
      let link = try await TakLink(server, uid: uid)
      defer { withExtendedLifetime(end) {} }
      if let error = try await TakBridge(bridge: bridge, link: link, mesh: run, uid: uid)
        .run(seconds: seconds, until: end.signals)
      {
        throw ExitStatus.stop(error, ExitStatus.fails)
      }
    }
  }
#endif
