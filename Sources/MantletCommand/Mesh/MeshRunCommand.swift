#if os(Linux)
  import ArgumentParser
  import LinuxLink
  import PeerMesh
  import Redaction
  import SecurityTesting
  import UntrustedInput

  /// `mantlet mesh run`: a node of a mission on this machine.
  struct MeshRunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "run", abstract: "Be a node of a mission: find others, prove the key, talk.",
      discussion: """
        Nodes find each other through a multicast group on one interface, or connect over TCP. Nothing but proofs goes \
        to whoever has not proven the key. Without --psk the mission comes from the folder of `mantlet psk`. With --psk \
        nothing is kept: a restart takes the last minutes' messages again. Ends at SIGINT. Exit 0; 1 when fewer than \
        --expect messages came; 64 usage, 65 unreadable key.
        """)

    @Option(help: "A private file with the text of the key, or - for the first line of standard input.") var psk:
      String?
    @Option(help: "The folder of `mantlet psk` (default: MANTLET_MESH, else .mantlet-mesh).") var store: String?
    @Option(help: "The interface to find others on; none: TCP only.") var interface: String?
    @Option(help: "The multicast group and port.") var group = "239.2.3.1:6970"
    @Option(help: "The UDP port to receive on; 0: any.") var port: UInt16 = 0
    @Option(help: "Take TCP connections on this address and port.") var listen: String?
    @Option(help: "Connect to this address and port; may be repeated.") var connect: [String] = []
    @Option(help: "What others see.") var callsign: String?
    @Option(help: "Say this to all, signed; may be repeated.") var say: [String] = []
    @Option(help: "End after so many messages; fewer by the end are a failure.") var expect: Int?
    @Option(help: "End after so many seconds.") var seconds: Int?
    @Flag(help: "One object per line.") var json = false

    func validate() throws {
      guard psk == nil || store == nil else { throw ValidationError("name one of --psk and --store") }
      guard interface != nil || listen != nil || !connect.isEmpty else {
        throw ValidationError("name an --interface, or --listen or --connect")
      }
      guard say.allSatisfy({ MeshText.isAcceptable($0, limit: 1024) }) else {
        throw ValidationError("a text has at most 1024 bytes and no control or direction characters")
      }
      guard expect ?? 0 >= 0, seconds ?? 0 >= 0 else { throw ValidationError("a number is out of its range") }
    }

    func run() async throws {
      let end = Interruption()
      let (mission, keys, device) = try await identity()
      let lines = MeshLines(isJSON: json)
      let numbers = LinkNumbers()
      let run: MeshRun
      do throws(LinkSocketError) {
        let neighbourhood = try neighbourhood(numbers)
        var listener: StreamListener?
        if let listen { listener = try StreamListener(on: SocketAddress(listen), numbers: numbers) }
        var dialled: [SocketAddress] = []
        for address in connect { dialled.append(try SocketAddress(address)) }
        let node = MeshNode(
          device: device, mission: mission, store: keys, now: { SystemTime.now },
          random: { .random(in: .min ... .max) })
        run = MeshRun(
          node: node, neighbourhood: neighbourhood, listener: listener, dialled: dialled, numbers: numbers, lines: lines
        )
      } catch {
        throw ExitStatus.stop(error, Self.code(of: error))
      }
      let key = mission.keyring.current
      lines.say(
        "start", "\(device.callsign) in \(key.mission), key \(key.fingerprint)",
        [
          ("callsign", .string(device.callsign)), ("mission", .string(key.mission)),
          ("fingerprint", .string("\(key.fingerprint)")),
          ("udp", run.neighbourhood.map { .string("\($0.address)") } ?? JSONNode(.null)),
          ("tcp", run.listener.map { .string("\($0.address)") } ?? JSONNode(.null)),
        ])
      let count: Int
      do { count = try await run.run(saying: say, expecting: expect, seconds: seconds, until: end) } catch let error
        as MeshError
      { throw ExitStatus.stop(error, error == .noKey ? ExitStatus.fails : ExitStatus.failure) }
      guard count >= expect ?? 0 else { throw ExitStatus.fails }
    }

    /// Mission, where it is kept, and this device; from the folder, or for this run only.
    private func identity() async throws -> (KeptMission, any MeshKeyStore, MeshDevice) {
      let callsign = callsign ?? "node-\(String(UInt16.random(in: .min ... .max), radix: 16))"
      guard MeshText.isAcceptable(callsign) else { throw ExitStatus.stop(MeshError.text(limit: 64), ExitStatus.usage) }
      guard let psk else {
        let folder = try MeshFolder(at: MeshFolder.location(store))
        return (try await folder.mission(), folder.keys, try await folder.device(callsign: callsign))
      }
      let pending = try GivenMeshKey.read(psk)
      // Whoever names a private file of their own has chosen the key; its fingerprint is printed to be compared.
      let mission = KeptMission(keyring: try MeshKeyring(pending.confirm(fingerprint: "\(pending.fingerprint)")))
      var dice = SystemRandomNumberGenerator()
      let device = try MeshFolder.device(Secret(randomBytes: 64, using: &dice), callsign: callsign)
      return (mission, InMemoryMeshKeyStore(), device)
    }

    private func neighbourhood(_ numbers: LinkNumbers) throws(LinkSocketError) -> DatagramNeighbourhood? {
      guard let interface else { return nil }
      return try DatagramNeighbourhood(
        on: NetworkInterface(named: interface), group: SocketAddress(group), port: port,
        token: .random(in: .min ... .max), numbers: numbers, now: { SystemTime.now })
    }

    private static func code(of error: LinkSocketError) -> ExitCode {
      switch error {
      case .noInterface, .notMulticast, .notAnAddress: ExitStatus.usage
      default: ExitStatus.tryAgain
      }
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
