#if os(Linux)
  import ArgumentParser
  import PeerMesh
  import SecurityPolicy

  /// `mantlet psk wipe`: the end of a mission on this machine, read back.
  struct PSKWipeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "wipe", abstract: "Remove the mission's keys and look that nothing is left.",
      discussion: """
        The device's own keys stay, so that the next mission knows it by the card of `mantlet psk device`; --device removes \
        them, too. Exit 0 when nothing is left, 1 when something is, 2 when the store cannot be asked, 75 while a node runs \
        on the folder.
        """)

    @Option(help: "The folder that keeps them (default: MANTLET_MESH, else .mantlet-mesh).") var store: String?
    @Flag(help: "Remove this machine's own device keys, too: in the next mission it is somebody else.")
    var device = false

    func run() async throws {
      let folder = try MeshFolder(at: MeshFolder.location(store))
      let lock = try folder.lock()
      defer { withExtendedLifetime(lock) {} }
      var verdict = await MissionWipe.wipe(folder.keys)  // O.Data_17#963
      if verdict == .holds, device { verdict = await folder.wipeDevice() }
      switch verdict {
      case .holds:
        StandardOutput.print("wiped: read back, nothing is left of the mission\(device ? " and of this device" : "")")
      case .fails(let reason): throw ExitStatus.stop("\(reason)", ExitStatus.fails)
      case .undetermined(let reason): throw ExitStatus.stop("\(reason)", ExitStatus.undetermined)
      }
    }
  }
#endif
