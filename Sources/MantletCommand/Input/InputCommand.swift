import ArgumentParser

/// `mantlet input`: what the app accepts from people, pages, links and files.
struct InputCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "input", abstract: "Show what a value from outside is judged to be.",
    subcommands: [InputCheckCommand.self, InputKindsCommand.self])
}
