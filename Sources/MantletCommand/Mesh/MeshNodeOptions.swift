#if os(Linux)
  import ArgumentParser
  import CursorOnTarget
  import LinuxLink
  import Mantlet
  import PeerMesh
  import Redaction
  import SecurityTesting
  import TakGateway
  import UntrustedInput

  /// Who a node is and how it meets others.
  struct MeshNodeOptions: ParsableArguments {
    @Option(help: "A private file with the text of the key, or - for the first line of standard input.") var psk:
      String?
    @Option(help: "The fingerprint that the giver of --psk named.") var fingerprint: String?
    @Flag(help: "Take the key of --psk as it is: whoever wrote the file chose the mission.")
    var insecureUnconfirmedKey = false
    @Option(help: "The folder of `mantlet psk` (default: MANTLET_MESH, else .mantlet-mesh).") var store: String?
    @Option(help: "The interface to find others on; none: TCP only.") var interface: String?
    @Option(help: "The multicast group and port; an IPv6 group of one link: [ff12::ed6e:746c]:6970.") var group =
      "239.2.3.1:6970"
    @Option(help: "The UDP port to receive on; 0: any.") var port: UInt16 = 0
    @Option(help: "Take TCP connections on this address and port: 10.0.0.7:6971, [::]:6971.") var listen: String?
    @Option(help: "Connect to this address and port; may be repeated.") var connect: [String] = []
    @Option(help: "What others see.") var callsign: String?
    @Option(help: "Tell this position, LATITUDE,LONGITUDE, every five seconds.") var position: OwnPosition?

    func validate() throws {
      guard psk == nil || store == nil else { throw ValidationError("name one of --psk and --store") }
      let words = (fingerprint == nil ? 0 : 1) + (insecureUnconfirmedKey ? 1 : 0)
      guard words == (psk == nil ? 0 : 1) else {
        throw ValidationError("--psk needs the --fingerprint that its giver named, or --insecure-unconfirmed-key")
      }
      guard interface != nil || listen != nil || !connect.isEmpty else {
        throw ValidationError("name an --interface, or --listen or --connect")
      }
    }

    /// Opens the links and makes the node.
    ///
    /// - Parameters:
    ///   - server: whose client key proves to a bridge that this device belongs to it; nil: no proof.
    ///   - team: a name that keeps the rules of `MeshText`, or empty for none.
    /// - Throws: an exit code, after saying why.
    func run(proving server: TakServer?, team: String = "", lines: MeshLines) async throws -> (
      run: MeshRun, device: MeshDevice, mission: String
    ) {
      var (mission, keys, device, lock) = try await identity(in: team)
      let name = mission.keyring.current.mission
      if let identity = server?.identity {
        do throws(GatewayError) {
          device.proof = try await TakOnboarding.proof(
            by: identity, device: device.signer.publicKey, uid: device.uid, mission: name)
        } catch { throw ExitStatus.stop(error, ExitStatus.unreadable) }
      }
      let numbers = LinkNumbers()
      do throws(LinkSocketError) {
        let neighbourhood = try neighbourhood(numbers)
        var listener: StreamListener?
        if let listen {
          listener = try StreamListener(on: SocketAddress(listen), numbers: numbers) { SystemTime.now }
        }
        var dialled: [SocketAddress] = []
        for text in connect {
          let address = try SocketAddress(text)
          guard !address.host.needsZone else { throw LinkSocketError.zoneNeeded }
          dialled.append(address)
        }
        let node = MeshNode(
          device: device, mission: mission, store: keys, now: { SystemTime.now },
          random: { .random(in: .min ... .max) })
        let run = MeshRun(
          node: node, neighbourhood: neighbourhood, listener: listener, dialled: dialled, numbers: numbers,
          lines: lines, position: position(of: device), lock: lock)
        announce(run, device, mission.keyring.current)
        return (run, device, name)
      } catch {
        throw ExitStatus.stop(error, Self.code(of: error))
      }
    }

    private func announce(_ run: MeshRun, _ device: MeshDevice, _ key: MeshKey) {
      run.lines.say(
        "start", "\(device.callsign) in \(key.mission), key \(key.fingerprint)",
        [
          ("callsign", .string(device.callsign)), ("uid", .string(device.uid)), ("mission", .string(key.mission)),
          ("fingerprint", .string("\(key.fingerprint)")),
          ("udp", run.neighbourhood.map { .string("\($0.address)") } ?? JSONNode(.null)),
          ("tcp", run.listener.map { .string("\($0.address)") } ?? JSONNode(.null)),
        ])
    }

    private func position(of device: MeshDevice) -> (@Sendable () -> CoTEvent?)? {
      guard let position else { return nil }
      let (uid, callsign, team) = (device.uid, device.callsign, device.team)
      return {
        guard let now = try? CoTTime(millisecondsSince1970: SystemTime.now) else { return nil }
        return try? position.event(uid: uid, callsign: callsign, team: team, validity: 60, now: now)
      }
    }

    /// Mission, where it is kept, this device, and what keeps others from changing the folder; or for this run only.
    private func identity(in team: String) async throws -> (KeptMission, any MeshKeyStore, MeshDevice, MissionLock?) {
      let callsign = callsign ?? "node-\(String(UInt16.random(in: .min ... .max), radix: 16))"
      guard MeshText.isAcceptable(callsign) else { throw ExitStatus.stop(MeshError.text(limit: 64), ExitStatus.usage) }
      guard let psk else {
        let folder = try MeshFolder(at: MeshFolder.location(store))
        // Before the mission is read: what another process changes later, this one would change back.
        let lock = try folder.lock()
        let device = try await folder.device(callsign: callsign, team: team)
        return (try await folder.mission(), folder.keys, device, lock)
      }
      let mission = try confirmed(try GivenMeshKey.read(psk))
      var dice = SystemRandomNumberGenerator()
      let device = try MeshFolder.device(
        Secret(randomBytes: MeshMember.secretByteCount, using: &dice), callsign: callsign, team: team)
      return (mission, InMemoryMeshKeyStore(), device, nil)
    }

    private func confirmed(_ pending: PendingMeshKey) throws -> KeptMission {
      if fingerprint == nil {
        StandardError.print(
          "mantlet: warning: --insecure-unconfirmed-key: nobody compared the fingerprint \(pending.fingerprint)")
      }
      do throws(MeshError) {
        let key = try pending.confirm(fingerprint: fingerprint ?? "\(pending.fingerprint)")
        return KeptMission(keyring: try MeshKeyring(key))
      } catch {
        throw ExitStatus.stop(error, error == .fingerprintMismatch ? ExitStatus.fails : ExitStatus.unreadable)
      }
    }

    private func neighbourhood(_ numbers: LinkNumbers) throws(LinkSocketError) -> DatagramNeighbourhood? {
      guard let interface else { return nil }
      let group = try SocketAddress(group)
      return try DatagramNeighbourhood(
        on: NetworkInterface(named: interface, version: group.host.version), group: group, port: port,
        token: .random(in: .min ... .max), numbers: numbers, now: { SystemTime.now })
    }

    private static func code(of error: LinkSocketError) -> ExitCode {
      switch error {
      case .noInterface, .notMulticast, .notAnAddress, .zoneNeeded: ExitStatus.usage
      default: ExitStatus.tryAgain
      }
    }
  }
#endif
