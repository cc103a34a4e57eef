#if os(Linux)
  import ArgumentParser
  import PeerMesh

  /// `mantlet psk package`: the mission's key for one device, in a file that nobody else can open.
  struct PSKPackageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "package", abstract: "Seal the key to one device's card, into a file.",
      discussion: """
        The other device takes it with `mantlet psk import` and the fingerprint that is printed here, which goes another \
        way than the file. Who gave you the card is yours to know: compare the id.
        """)

    @Option(name: .customLong("for"), help: "The card of `mantlet psk device`.") var card: String
    @Option(help: "Write it here.") var out: String
    @Option(help: "The folder that keeps the key (default: MANTLET_MESH, else .mantlet-mesh).") var store: String?
    @Flag(help: "One object.") var json = false

    func run() async throws {
      let device: MeshDeviceCard
      do throws(MeshError) { device = try MeshDeviceCard(card) } catch {
        throw ExitStatus.stop(error, ExitStatus.usage)
      }
      let key = try await MeshFolder(at: MeshFolder.location(store)).mission().keyring.current
      let text: String
      do throws(MeshError) { text = try MeshKeyPackage.text(of: key, for: device) } catch {
        throw ExitStatus.stop(error, ExitStatus.failure)
      }
      do throws(StateError) { try StateFile.write((text + "\n").utf8, to: out) } catch {
        throw ExitStatus.stop(error, ExitStatus.code(of: error))
      }
      PSKFacts(key).print(json: json)
    }
  }
#endif
