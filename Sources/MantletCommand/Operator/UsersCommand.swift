#if Server
  import ArgumentParser
  import Redaction
  import TrustServer
  import UntrustedInput

  /// `mantlet users`: the accounts of the server's own store.
  struct UsersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "users", abstract: "Add and list accounts, set a forgotten password anew.",
      subcommands: [Add.self, List.self, SetPassword.self])

    struct Add: AsyncParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add an account; the password is the first line of standard input.")
      @OptionGroup var options: ServerOptions
      @Argument(help: "The account's name.") var name: String

      func run() async throws {
        let password = StandardInput.secretLine()
        try await OperatorDesk.work(options) { try await $0.addAccount(user: name, password: password) }
        StandardOutput.print("added")
      }
    }

    struct List: AsyncParsableCommand {
      static let configuration = CommandConfiguration(commandName: "list", abstract: "Print the names of accounts.")
      @OptionGroup var options: ServerOptions
      @Flag(help: "Print one JSON object.") var json = false

      func run() async throws {
        let names = try await OperatorDesk.work(options) { try await $0.accountNames() }
        if json { return StandardOutput.print(["users": .strings(names)]) }
        names.forEach { StandardOutput.print($0) }
      }
    }

    struct SetPassword: AsyncParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "set-password",
        abstract: "Set a password and end all sessions of the account; the first line of standard input.")
      @OptionGroup var options: ServerOptions
      @Argument(help: "The account's name.") var name: String

      func run() async throws {
        let password = StandardInput.secretLine()
        let ended = try await OperatorDesk.work(options) {
          try await $0.setPassword(user: name, password: password)
        }
        guard let ended else { throw ExitStatus.stop("there is no account of this name", ExitStatus.fails) }
        StandardOutput.print("set; ended \(ended)")
      }
    }
  }
#endif
