import ArgumentParser

/// `mantlet pin`: what a server's keys are known by, and updates of that.
struct PinCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pin", abstract: "Print the pins of a server or a file; sign and verify pin updates.",
    subcommands: [PinShowCommand.self, PinNewKeyCommand.self, PinSignCommand.self, PinVerifyCommand.self],
    defaultSubcommand: PinShowCommand.self)
}
