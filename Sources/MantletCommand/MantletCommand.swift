import ArgumentParser

/// The `mantlet` command.
@main
struct MantletCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mantlet",
    abstract: "The security layer of a mobile app: one policy, enforced, decided, proven.",
    discussion:
      "Exit codes: 0 holds, 1 fails, 2 undetermined, 64 usage, 65 unreadable input, 70 internal, 75 try again.",
    version: "0.1.0",
    subcommands: [
      UpCommand.self, ServeCommand.self, DeviceCommand.self, CheckCommand.self, PolicyCommand.self,
      AuditCommand.self, AttestCommand.self, NetworkCommand.self, PinCommand.self, LogCommand.self,
      InputCommand.self, NotificationCommand.self, MeshCommand.self, PSKCommand.self, TakCommand.self,
    ] + adopters + operators)

  #if Audit
    private static let adopters: [any ParsableCommand.Type] = [AdoptCommand.self]
  #else
    private static let adopters: [any ParsableCommand.Type] = []
  #endif

  #if Server
    private static let operators: [any ParsableCommand.Type] = [
      UsersCommand.self, SessionsCommand.self, DevicesCommand.self, KeysCommand.self,
    ]
  #else
    private static let operators: [any ParsableCommand.Type] = []
  #endif
}
