import ArgumentParser

/// `mantlet tak`: a TAK server, from its data package to its events.
struct TakCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tak", abstract: "Import a data package of a TAK server and speak with it.",
    subcommands: commands)

  #if os(Linux) && LinuxClient
    private static let commands: [any ParsableCommand.Type] = [
      TakImportCommand.self, TakEnrolCommand.self, TakConnectCommand.self, TakSendCommand.self,
      TakListenCommand.self, TakBridgeCommand.self,
    ]
  #else
    private static let commands: [any ParsableCommand.Type] = []
  #endif
}
