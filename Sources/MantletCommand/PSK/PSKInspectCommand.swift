#if os(Linux)
  import ArgumentParser
  import PeerMesh

  /// `mantlet psk inspect`: what a key's text says, without the key and without keeping anything.
  struct PSKInspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "inspect", abstract: "Read the text of a key strictly and say what it is; keep nothing.")

    @Argument(help: "A private file, or - for the first line of standard input.") var source: String
    @Flag(help: "One object.") var json = false

    func run() throws { PSKFacts(try GivenMeshKey.read(source)).print(json: json) }
  }
#endif
