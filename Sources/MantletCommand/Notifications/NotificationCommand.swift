import ArgumentParser

/// `mantlet notification`: what servers send to people's devices.
struct NotificationCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notification", abstract: "Check notifications before they are sent.",
    subcommands: [NotificationCheckCommand.self])
}
