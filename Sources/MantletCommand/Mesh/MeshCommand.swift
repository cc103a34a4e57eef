import ArgumentParser

/// `mantlet mesh`: messages between devices without a server.
struct MeshCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mesh", abstract: "The mesh between devices.", subcommands: [MeshRunCommand.self, MeshSimCommand.self])
}
