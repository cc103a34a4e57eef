#if os(Linux)
  import ArgumentParser
  import PeerMesh

  /// `mantlet psk new`: a key from the system's random source, kept on this machine.
  struct PSKNewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "new", abstract: "Make the key of a new mission; print its fingerprint.")

    @Option(help: "What people call the mission.") var mission: String
    @Option(help: "Days until the key ends.") var days = 7
    @Option(help: "Who may change the key over the mesh: the card of `mantlet psk device`, or self for this machine.")
    var authority: String?
    @Option(help: "The folder that keeps it (default: MANTLET_MESH, else .mantlet-mesh).") var store: String?
    @Flag(help: "One object.") var json = false

    func validate() throws {
      guard (1...3650).contains(days) else { throw ValidationError("--days is 1 to 3650") }
      guard MeshText.isAcceptable(mission) else {
        throw ValidationError("a mission has at most 64 bytes and no control or direction characters")
      }
    }

    func run() async throws {
      let folder = try MeshFolder(at: MeshFolder.location(store))
      let lock = try folder.lock()
      defer { withExtendedLifetime(lock) {} }
      var dice = SystemRandomNumberGenerator()
      let isTaken: Bool
      do throws(MeshError) { isTaken = try await folder.keys.load() != nil } catch {
        throw ExitStatus.stop(error, ExitStatus.unreadable)
      }
      guard !isTaken else {
        throw ExitStatus.stop(
          "a mission is kept here already: `mantlet psk rotate` changes its key, `mantlet psk wipe` ends it",
          ExitStatus.usage)
      }
      let authority = try await authority(in: folder)
      do throws(MeshError) {
        let now = SystemTime.now
        let key = try MeshKey.random(  // O.Rand_1#961
          mission: mission, notBefore: now - GivenMeshKey.slack, notAfter: now + MeshTime(days) * 86_400_000,
          authority: authority, using: &dice)
        try await folder.keys.save(KeptMission(keyring: MeshKeyring(key)).stored())
        PSKFacts(key).print(json: json)
      } catch {
        throw ExitStatus.stop(error, ExitStatus.failure)
      }
    }

    private func authority(in folder: MeshFolder) async throws -> MeshDeviceKey? {
      guard let authority else { return nil }
      guard authority != "self" else { return try await folder.device(callsign: "device").signer.publicKey }
      do throws(MeshError) { return try MeshDeviceCard(authority).device } catch {
        throw ExitStatus.stop(error, ExitStatus.usage)
      }
    }
  }
#endif
