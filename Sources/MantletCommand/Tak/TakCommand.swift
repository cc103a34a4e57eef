import ArgumentParser

/// `mantlet tak`: a TAK server, from its data package.
struct TakCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tak", abstract: "Show and import a data package of a TAK server.",
    subcommands: commands)

  #if os(Linux) && LinuxClient
    private static let commands: [any ParsableCommand.Type] = [
      TakImportCommand.self
    ]
  #else
    private static let commands: [any ParsableCommand.Type] = []
  #endif
}
