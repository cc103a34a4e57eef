#if os(Linux)
  import ArgumentParser
  import PeerMesh
  import UntrustedInput

  /// `mantlet psk device`: who this machine is in a mesh.
  struct PSKDeviceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "device", abstract: "Print this machine's card: its public keys, made at the first time.",
      discussion: """
        Whoever makes the mission's key names the card as --authority, or seals the key to it with `mantlet psk package`. \
        It holds nothing secret; the id is what people compare.
        """)

    @Option(help: "The folder that keeps the keys (default: MANTLET_MESH, else .mantlet-mesh).") var store: String?
    @Flag(help: "One object.") var json = false

    func run() async throws {
      let card = MeshDeviceCard(try await MeshFolder(at: MeshFolder.location(store)).device(callsign: "device"))
      let id = MeshLines.hex(card.device.id)
      guard json else {
        StandardOutput.print("id    \(id)")
        return StandardOutput.print("card  \(card.text)")
      }
      StandardOutput.print(
        JSONNode(.object([JSONMember("id", .string(id)), JSONMember("card", .string(card.text))])))
    }
  }
#endif
