#if os(Linux) && LinuxClient
  import ArgumentParser
  import Crypto
  import Foundation
  import Mantlet
  import NetworkTrust
  import Redaction
  import SecurityPolicy
  import TrustWire
  import UntrustedInput

  /// Tokens in the clear, for tools that test a server from outside. An app never gets them: its tokens stay in the
  /// secret store.
  struct DeviceSession: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "session", abstract: "Enrol a new device, sign a person in, and print the tokens, for tests.",
      discussion: """
        Slice, signer and the demonstration account come from the state directory of `mantlet serve` unless they are \
        given. With --user the account's password is the first line of standard input.
        """)

    enum Binding: String, ExpressibleByArgument, CaseIterable { case none, dpop }

    @Option(help: "Where the server listens: https://host[:port], or http://127.0.0.1:port.") var server: String
    @Flag(help: "Print tokens that whoever reads them can use.") var insecureExportTokens = false
    @Flag(help: "Print one JSON object.") var json = false
    @Option(help: "none: bearer tokens. dpop: bound to a key, which is printed as well.") var binding: Binding = .dpop
    @Option(help: "The account to sign in; its password is the first line of standard input.") var user: String?
    @Option(help: "The state directory (default: MANTLET_STATE, else .mantlet).") var state: String?
    @Option(help: "The signed policy slice (a file).") var slice: String?
    @Option(help: "The thumbprint of the key that the slice must be signed with.") var signer: String?
    @Option(help: "Read the device from a staged tree instead of this machine.") var root: String = ""

    func validate() throws {
      if !insecureExportTokens {
        throw ValidationError("this prints tokens that whoever reads them can use: say --insecure-export-tokens")
      }
      if slice != nil && signer == nil { throw ValidationError("--slice needs --signer") }
    }

    func run() async throws {
      do {
        let slice = try policy().slice
        if binding == .none, slice.session.tokenBinding == .required {
          throw ExitStatus.stop(
            "the policy wants every token bound to a key (session.tokenBinding): --binding none needs it \"optional\"",
            ExitStatus.usage)
        }
        guard slice.environment != .prod else {
          throw ExitStatus.stop("options that begin with --insecure are refused for prod", ExitStatus.usage)
        }
        StandardError.print(
          "mantlet: warning: --insecure-export-tokens: tokens are printed in the clear; for tests only")
        let export = SessionExport(
          line: try ServerLine(server, slice: slice), slice: slice, isBound: binding == .dpop, deviceRoot: root)
        // mantlet:allow secrets-in-logs: --insecure-export-tokens asks for them; refused for prod.
        print(try await export.run(user: user ?? Authority.accountName, password: try password()))
      } catch let error as RefusalBody {
        throw ExitStatus.stop(
          "the server refused: \(error.code?.rawValue ?? error.reason.rawValue): \(error.explanation)", ExitStatus.fails
        )
      } catch let error as StateError {
        throw ExitStatus.stop(error, ExitStatus.code(of: error))
      } catch let error as NetworkError {
        throw ExitStatus.stop(error, ExitStatus.tryAgain)
      } catch let error as LoopbackHTTP.Failure {
        throw ExitStatus.stop(error, ExitStatus.tryAgain)
      }
    }

    private func policy() throws -> DevicePolicy {
      let path = try slice ?? opened().slicePath
      guard let compact = try? String(contentsOfFile: path, encoding: .utf8) else {
        throw ExitStatus.stop(
          "cannot read the policy slice \(path): start `mantlet serve` first", ExitStatus.unreadable)
      }
      let signer = try signer ?? DevicePublicKey(try opened().authority.policySigningKey().publicKey).thumbprint
      return try DevicePolicy(verifying: compact, signedBy: signer)
    }

    private func password() throws -> Secret {
      user == nil ? try opened().authority.accountPassword : StandardInput.secretLine()
    }

    private func opened() throws -> StateDirectory {
      try StateDirectory.open(at: StateDirectory.location(state))
    }

    private func print(_ tokens: SessionExport.Tokens) {
      if json { return StandardOutput.print(tokens.node) }
      for part in tokens.node.members ?? [] {
        for member in part.node.members ?? [] {
          let text = member.node.string ?? member.node.integer.map(String.init) ?? ""
          StandardOutput.print("\(part.name).\(member.name)=\(text)")
        }
      }
    }
  }
#else
  import ArgumentParser

  /// Exporting tokens needs the client for Linux.
  struct DeviceSession: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "session", abstract: "Not in this build.")
    func run() throws { throw ExitStatus.stop("built without the trait LinuxClient", ExitStatus.usage) }
  }
#endif
