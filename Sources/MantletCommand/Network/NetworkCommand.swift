import ArgumentParser

/// `mantlet network`: the platforms' own files, from the policy.
struct NetworkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "network", abstract: "Write and check the platforms' network files.",
    discussion: """
      One policy, three outputs: the app's own transport obeys the policy itself; these files are for what does not go \
      through it. With --check a file is read back: exit 0 sound, 1 something is wrong, 65 unreadable.
      """,
    subcommands: [NetworkAndroidCommand.self, NetworkIOSCommand.self, NetworkLinksCommand.self])
}
