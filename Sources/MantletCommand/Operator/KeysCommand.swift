#if Server
  import ArgumentParser
  import Foundation
  import Redaction
  import TrustServer
  import UntrustedInput

  /// `mantlet keys`: the keys that sign tokens, and the one that seals them.
  struct KeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "keys", abstract: "List and rotate the keys that sign tokens.",
      discussion: """
        A new key is published before it signs (keys.signingLead); a running server finds it within 30 seconds. When \
        the policy lists tokenKeys, as every policy file does, it signs only once they list it, too, and only at servers \
        that were started with that policy: keep the older policy in acceptedPolicies until apps have the new one. Until \
        then the key waits (awaitingPin), also one that was made by schedule, and the log says signingKeyWaits with its \
        kid. Servers may be restarted one by one, and go back to the older policy: whoever does not know the new key goes \
        on with the old one.

        The old key stays published until its last token has ended, and as long as the policy lists it: take it out of \
        tokenKeys when no app and no server needs it any more.
        """,
      subcommands: [List.self, Rotate.self, Remove.self, KeepEncryption.self])

    struct List: AsyncParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Print every published key, the active one first.")
      @OptionGroup var options: ServerOptions
      @Flag(help: "Print one JSON object.") var json = false

      func run() async throws {
        let keys = try await OperatorDesk.work(options) { try await $0.signingKeys() }
        if json { return StandardOutput.print(["keys": JSONNode(.array(keys.map(KeysCommand.node)))]) }
        for key in keys { KeysCommand.print(key, json: false) }
      }
    }

    struct Rotate: AsyncParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "rotate", abstract: "Publish the next key; prints it, or the one that waits already.")
      @OptionGroup var options: ServerOptions
      @Flag(help: "Print one JSON object.") var json = false

      func run() async throws {
        let key = try await OperatorDesk.work(options) { try await $0.rotateSigningKey() }
        KeysCommand.print(key, json: json)
        StandardError.print(
          "mantlet: where the policy lists tokenKeys, add \(key.id) and give the new policy to devices before it signs")
      }
    }

    struct Remove: AsyncParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a key that leaked: every token that it signed is refused.")
      @OptionGroup var options: ServerOptions
      @Argument(help: "The key's id, as `keys list` prints it; after `--` when it begins with a dash.") var id: String

      func run() async throws {
        try await OperatorDesk.work(options) { try await $0.removeSigningKey(id: id) }
        StandardOutput.print("removed")
      }
    }

    struct KeepEncryption: AsyncParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "keep-encryption",
        abstract: "Put the key-encryption key into a folder that this machine's TPM seals.",
        discussion: """
          Name the folder with --keys-encryption tpm:FOLDER; the key is the first line of standard input (32 bytes as \
          base64url). Every server of a database needs the same one. Keep it in a safe place, too: a TPM that is \
          cleared or broken takes the folder with it. A key that lies there already stays, unless --replace says \
          otherwise: without the old one nothing opens what it sealed. The program needs the trait TPM.
          """)
      @OptionGroup var options: ServerOptions
      @Flag(help: "Put it in the place of a key that lies there.") var replace = false

      func run() async throws {
        do {
          guard let chip = try options.settings().chipKey else {
            throw SettingError.clash("name the folder with --keys-encryption tpm:FOLDER")
          }
          let text = StandardInput.secretLine()
          try await chip.keep(
            try ServerSettings.key(text, .encryptionKey, .variable("standard input")), replacing: replace)
        } catch {
          throw ExitStatus.ending(error)
        }
        StandardOutput.print("kept")
      }
    }

    private static func print(_ key: SigningKeyStatus, json: Bool) {
      if json { return StandardOutput.print(node(key)) }
      StandardOutput.print(
        "\(key.id)  \(key.state.rawValue)  signs from \(OperatorDesk.date(key.activeFrom))"
          + (key.goneAt.map { "  gone \(OperatorDesk.date($0))" } ?? "")
          + (key.state == .retired && key.goneAt == nil ? "  stays while the policy lists it" : ""))
    }

    private static func node(_ key: SigningKeyStatus) -> JSONNode {
      var members = [
        JSONMember("kid", .string(key.id)), JSONMember("state", .string(key.state.rawValue)),
        JSONMember("created_at", .integer(key.createdAt)), JSONMember("active_from", .integer(key.activeFrom)),
      ]
      if let gone = key.goneAt { members.append(JSONMember("gone_at", .integer(gone))) }
      return JSONNode(.object(members))
    }
  }
#endif
