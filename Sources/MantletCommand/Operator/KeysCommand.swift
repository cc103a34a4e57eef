#if Server
  import ArgumentParser
  import TrustServer
  import UntrustedInput

  /// `mantlet keys`: the keys that sign tokens.
  struct KeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "keys", abstract: "List and rotate the keys that sign tokens.",
      discussion: """
        A new key is published before it signs (keys.signingLead); a running server finds it within 30 seconds. When \
        the policy lists tokenKeys, it signs only once they list it, too. The old key stays published until its last \
        token has ended.
        """,
      subcommands: [List.self, Rotate.self, Remove.self])

    struct List: AsyncParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Print every published key, the active one first.")
      @OptionGroup var options: ServerOptions
      @Flag(help: "Print one JSON object.") var json = false

      func run() async throws {
        let desk = try await OperatorDesk.open(options)
        do {
          let keys = try await desk.signingKeys()
          if json {
            StandardOutput.print(["keys": JSONNode(.array(keys.map(KeysCommand.node)))])
          } else {
            for key in keys { StandardOutput.print(KeysCommand.line(key)) }
          }
        } catch {
          throw ExitStatus.ending(error)
        }
      }
    }

    struct Rotate: AsyncParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "rotate", abstract: "Publish the next key; prints it, or the one that waits already.")
      @OptionGroup var options: ServerOptions
      @Flag(help: "Print one JSON object.") var json = false

      func run() async throws {
        let desk = try await OperatorDesk.open(options)
        do {
          let key = try await desk.rotateSigningKey()
          if json { StandardOutput.print(KeysCommand.node(key)) } else { StandardOutput.print(KeysCommand.line(key)) }
          StandardError.print(
            "mantlet: where the policy lists tokenKeys, add \(key.id) and give the new policy to devices before it signs"
          )
        } catch {
          throw ExitStatus.ending(error)
        }
      }
    }

    struct Remove: AsyncParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a key that leaked: every token that it signed is refused.")
      @OptionGroup var options: ServerOptions
      @Argument(help: "The key's id, as `keys list` prints it; after `--` when it begins with a dash.") var id: String

      func run() async throws {
        let desk = try await OperatorDesk.open(options)
        do { try await desk.removeSigningKey(id: id) } catch { throw ExitStatus.ending(error) }
        StandardOutput.print("removed")
      }
    }

    private static func line(_ key: SigningKeyStatus) -> String {
      "\(key.id)  \(key.state.rawValue)  signs from \(OperatorDesk.date(key.activeFrom))"
        + (key.goneAt.map { "  gone \(OperatorDesk.date($0))" } ?? "")
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
