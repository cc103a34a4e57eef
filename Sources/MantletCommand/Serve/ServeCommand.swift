#if Server
  import ArgumentParser
  import Foundation

  /// `mantlet serve`: the server alone, on an existing or new state directory.
  struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "serve", abstract: "Run the server alone, on loopback, until Ctrl-C.")

    @Option(help: "The state directory (default: MANTLET_STATE, else .mantlet).") var state: String?
    @Option(help: "The first port to try on 127.0.0.1.") var port: Int = StarterPolicy.defaultPort

    func validate() throws {
      if !(1024...65435).contains(port) { throw ValidationError("--port is a number from 1024 to 65435") }
    }

    func run() async throws {
      do {
        let interruption = Interruption()
        let path = StateDirectory.location(state)
        let directory = try StateDirectory.openOrMake(at: path, fresh: false, now: Date())
        let lock = try StateLock(directory)
        let (setup, server) = try await RunningServer.start(state: directory, firstPort: port)
        try setup.writeSlice()
        StandardOutput.print("https://127.0.0.1:\(setup.port) signer \(setup.signer) slice \(setup.slicePath)")
        let printing = Task { [events = server.events] in
          for await event in events { StandardOutput.print(LiveView.line(event)) }
        }
        await interruption.wait()
        printing.cancel()
        await server.stop()
        withExtendedLifetime(lock) {}
      } catch {
        throw ExitStatus.ending(error)
      }
    }
  }
#else
  import ArgumentParser

  /// `mantlet serve` needs the trait Server.
  struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "serve", abstract: "Not in this build.")
    func run() throws { throw ExitStatus.stop("built without the trait Server", ExitStatus.usage) }
  }
#endif
