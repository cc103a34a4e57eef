#if os(Linux)
  import ArgumentParser
  import PeerMesh
  import SecurityPolicy

  /// `mantlet psk wipe`: the end of a mission on this machine, read back.
  struct PSKWipeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "wipe", abstract: "Remove the mission's keys and look that nothing is left.",
      discussion: "Exit 0 when nothing is left, 1 when something is, 2 when the store cannot be asked.")

    @Option(help: "The folder that keeps them (default: MANTLET_MESH, else .mantlet-mesh).") var store: String?

    func run() async throws {
      let folder = try MeshFolder(at: MeshFolder.location(store))
      switch await MissionWipe.wipe(folder.keys) {  // O.Data_17#963
      case .holds: StandardOutput.print("wiped: read back, nothing is left")
      case .fails(let reason): throw ExitStatus.stop("\(reason)", ExitStatus.fails)
      case .undetermined(let reason): throw ExitStatus.stop("\(reason)", ExitStatus.undetermined)
      }
    }
  }
#endif
