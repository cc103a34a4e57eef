#if Server
  import ArgumentParser
  import Foundation

  /// `mantlet up`: the whole shield on one machine.
  struct UpCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "up", abstract: "Bring up authority, server and device, and show what is refused.",
      discussion: "Stays up and prints live events until Ctrl-C; --once ends after the story.")

    @Option(help: "The state directory (default: MANTLET_STATE, else .mantlet).") var state: String?
    @Option(help: "The first port to try on 127.0.0.1.") var port: Int = StarterPolicy.defaultPort
    @Flag(help: "Start over with new keys; replaces the state directory.") var fresh = false
    @Flag(help: "End after the story: 0 if every step came out as expected, else 1.") var once = false
    @Flag(help: "Print one JSON object per step.") var json = false

    func validate() throws {
      if !(1024...65435).contains(port) { throw ValidationError("--port is a number from 1024 to 65435") }
    }

    func run() async throws {
      let printer = StepPrinter(asJSON: json)
      let story = Story(printer: printer, statePath: StateDirectory.location(state), firstPort: port, fresh: fresh)
      do {
        let cast = try await story.tell()
        if !once { try await LiveView(cast: cast, printer: printer).watch() }
        await cast.server.stop()
        if await story.hasSurprise { throw ExitStatus.fails }
      } catch {
        throw ExitStatus.ending(error)
      }
    }
  }
#else
  import ArgumentParser

  /// `mantlet up` needs the trait Server.
  struct UpCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "up", abstract: "Not in this build.")
    func run() throws { throw ExitStatus.stop("built without the trait Server", ExitStatus.usage) }
  }
#endif
