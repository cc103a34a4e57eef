#if os(Linux) && LinuxClient
  import ArgumentParser
  import TakGateway

  /// `mantlet tak listen`.
  struct TakListenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "listen", abstract: "Print the events that the server sends.",
      discussion: "Uid and callsign are claims: the server binds neither to a certificate. Exit codes as with connect.")

    @OptionGroup var options: TakVisitOptions
    @Option(help: "End after so many events.") var count: Int?
    @Option(help: "End after so many seconds.") var seconds: Int?

    func validate() throws {
      guard count ?? 1 > 0, seconds ?? 1 > 0 else { throw ValidationError("a number is out of its range") }
    }

    func run() async throws {
      let (json, count) = (options.json, count ?? .max)
      let heard = EventCount()
      try await options.visit().run(seconds: seconds, patience: options.timeout) { notice in
        switch notice {
        case .connected: StandardError.print("mantlet: connected")
        case .version(let version): StandardError.print("mantlet: \(TakLines.words(version: version))")
        case .event(let event):
          if json { StandardOutput.print(TakLines.node(event)) } else { StandardOutput.print(TakLines.line(event)) }
          return await heard.next() >= count
        case .dropped(let error): StandardError.print("mantlet: an event was dropped: \(error)")
        default: break
        }
        return false
      }
    }

    private actor EventCount {
      private var number = 0
      func next() -> Int {
        number += 1
        return number
      }
    }
  }
#endif
