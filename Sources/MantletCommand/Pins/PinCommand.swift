import ArgumentParser

/// `mantlet pin`: what a server's keys are known by, and updates of that.
struct PinCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pin", abstract: "Print the pins of a server or a file; sign and verify pin updates; list failures.",
    subcommands: [PinShowCommand.self, PinNewKeyCommand.self, PinSignCommand.self, PinVerifyCommand.self] + operators,
    defaultSubcommand: PinShowCommand.self)

  #if Server
    private static let operators: [any ParsableCommand.Type] = [PinFailuresCommand.self]
  #else
    private static let operators: [any ParsableCommand.Type] = []
  #endif
}
