#if os(Linux)
  import ArgumentParser
  import LinuxLink
  import PeerMesh
  import TakGateway

  /// `mantlet mesh run`: a node of a mission on this machine.
  struct MeshRunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "run", abstract: "Be a node of a mission: find others, prove the key, talk.",
      discussion: """
        Nodes find each other through a multicast group on one interface, or connect over TCP. Nothing but proofs goes \
        to whoever has not proven the key. Without --psk the mission comes from the folder of `mantlet psk`, which no \
        other command changes meanwhile. With --psk nothing is kept: a restart takes the last minutes' messages again. With --control the lines of standard input are \
        orders: confirm DEVICE, forget UID, rotate [DAYS], exclude DEVICE[,DEVICE] MINUTES (since when it may have been in wrong \
        hands); the last two only for the mission's authority. Each is answered by a `control` line. Ends at SIGINT. Exit 0; 1 \
        when fewer than --expect messages came, or the key is not that of --fingerprint; 64 usage, 65 unreadable key, 75 \
        while another command uses the folder.
        """)

    @OptionGroup var options: MeshNodeOptions
    @Option(help: "The folder of `mantlet tak import`: its client key proves to bridges that this node belongs to it.")
    var tak: String?
    @Option(help: "The team that others see, a claim; bridges may pass on some teams only.") var team: String?
    @Option(help: "Say this to all, signed; may be repeated.") var say: [String] = []
    @Option(help: "End after so many messages; fewer by the end are a failure.") var expect: Int?
    @Option(help: "End after so many seconds.") var seconds: Int?
    @Flag(help: "Take orders on standard input: confirm, forget, rotate, exclude.") var control = false
    @Flag(help: "One object per line.") var json = false

    func validate() throws {
      guard team.map({ MeshText.isAcceptable($0) }) ?? true else {
        throw ValidationError("a team has 1 to 64 bytes and no control or direction characters")
      }
      guard say.allSatisfy({ MeshText.isAcceptable($0, limit: 1024) }) else {
        throw ValidationError("a text has at most 1024 bytes and no control or direction characters")
      }
      guard !control || options.psk != "-" else {
        throw ValidationError("standard input gives the key or orders, not both")
      }
      guard expect ?? 0 >= 0, seconds ?? 0 >= 0 else { throw ValidationError("a number is out of its range") }
    }

    func run() async throws {
      let end = Interruption()
      let server = if let tak { try await TakState(tak).server() } else { TakServer?.none }
      let (run, _, _) = try await options.run(proving: server, team: team ?? "", lines: MeshLines(isJSON: json))
      let orders =
        control
        ? Task { [node = run.node, lines = run.lines] in
          await MeshControl(node: node, lines: lines).run()
        } : nil
      defer { orders?.cancel() }
      let count: Int
      defer { withExtendedLifetime((end, run)) {} }
      do {
        count = try await run.run(saying: say, expecting: expect, seconds: seconds, until: end.signals)
      } catch let error as MeshError {
        throw ExitStatus.stop(error, error == .noKey ? ExitStatus.fails : ExitStatus.failure)
      }
      guard count >= expect ?? 0 else { throw ExitStatus.fails }
    }
  }
#else
  import ArgumentParser

  /// The node's links are those of Linux.
  struct MeshRunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "run", abstract: "Only on Linux.")
    func run() throws { throw ExitStatus.stop("only on Linux", ExitStatus.usage) }
  }
#endif
