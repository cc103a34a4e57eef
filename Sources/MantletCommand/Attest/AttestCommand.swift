import ArgumentParser

/// `mantlet attest`: what devices say about themselves with their maker's signature.
struct AttestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "attest", abstract: "Verify hardware attestations.", subcommands: [AttestVerifyCommand.self])
}
