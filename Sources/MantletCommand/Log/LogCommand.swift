import ArgumentParser

/// `mantlet log`: what logs give away.
struct LogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "Find secrets and personal data in logs.", subcommands: [LogScanCommand.self])
}
