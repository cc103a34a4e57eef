#if os(Linux) && LinuxClient
  import ArgumentParser
  import TakGateway
  import UntrustedInput

  /// `mantlet tak connect`.
  struct TakConnectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "connect", abstract: "Connect, wait for the server's first answer, and go.",
      discussion: """
        A handshake is no proof: the server judges our certificate after it. Exit codes: 0 the server answered, 1 it is \
        not the right one or refused us, 65 nothing was imported, 75 nobody answered.
        """)

    @OptionGroup var options: TakVisitOptions

    func run() async throws {
      try await options.visit().run(seconds: nil, patience: options.timeout) { $0 == .connected }
      if options.json { StandardOutput.print(["connected": true]) } else { StandardOutput.print("connected") }
    }
  }
#endif
