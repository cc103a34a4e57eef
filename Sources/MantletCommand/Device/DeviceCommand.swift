import ArgumentParser

/// `mantlet device`: a real client of the SDK on this machine.
struct DeviceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "device",
    abstract: "Be a device: a client of the SDK in a process of its own.",
    discussion: """
      `mantlet up` starts these by itself. Each reads a line on standard input first (for `run` the account's password)
      and ends when its standard input ends.
      """,
    subcommands: [
      DeviceRun.self, DeviceAttack.self, DeviceWatch.self, DeviceTrace.self, DeviceSession.self,
    ])
}
