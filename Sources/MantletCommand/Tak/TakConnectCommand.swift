#if os(Linux) && LinuxClient
  import ArgumentParser
  import Synchronization
  import TakGateway
  import UntrustedInput

  /// `mantlet tak connect`.
  struct TakConnectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "connect",
      abstract: "Connect, wait for the server's first answer, say which version it speaks, and go.",
      discussion: """
        A handshake is no proof: the server judges our certificate after it. Version 1 of the TAK protocol is asked for \
        where the server offers it; version 0 is XML. Exit codes: 0 the server answered, 1 it is not the right one or \
        refused us, 65 nothing was imported, 75 nobody answered.
        """)

    @OptionGroup var options: TakVisitOptions

    private final class Spoken: Sendable {
      /// XML, until a server that answers no ping says more.
      let version = Mutex(0)
    }

    func run() async throws {
      let spoken = Spoken()
      try await options.visit().run(seconds: 0, patience: options.timeout) { notice in
        guard case .version(let version) = notice else { return false }
        spoken.version.withLock { $0 = version }
        return true
      }
      let version = spoken.version.withLock { $0 }
      if options.json {
        StandardOutput.print(["connected": true, "version": .integer(Int64(version))])
      } else {
        StandardOutput.print("connected: \(TakLines.words(version: version))")
      }
    }
  }
#endif
