#if Server
  import ArgumentParser
  import TrustServer
  import UntrustedInput

  /// `mantlet devices`: who reported, what was decided, and who is to stay out.
  struct DevicesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "devices", abstract: "List devices, show their reports and decisions, block them.",
      discussion: """
        A device is named by its key's thumbprint, or by as much of it as no other one begins with; after `--` when it \
        begins with a dash. What is printed of platform and app is the device's own claim unless its tier is attested. \
        A running server refuses a blocked device's next report, refresh and login at once, and its access tokens \
        within two seconds. Blocking holds one key: an app that is installed anew has another one.
        """,
      subcommands: [List.self, Show.self, Block.self, Unblock.self])

    struct List: AsyncParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Print admitted devices, the one that was seen last first.")
      @OptionGroup var options: ServerOptions
      @Flag(help: "Those whose newest report was refused, never admitted ones too.") var refused = false
      @Flag(help: "Those that are blocked.") var blocked = false
      @Option(help: "At most this many.") var limit = 100
      @Option(help: "Only those behind this place, as the same list before said it.") var after: String?
      @Flag(help: "Print one JSON object.") var json = false

      func validate() throws {
        if refused && blocked { throw ValidationError("one of --refused and --blocked") }
        if !(1...10_000).contains(limit) { throw ValidationError("--limit must be 1 to 10000") }
        if let after, DeviceCursor(after) == nil { throw ValidationError("--after takes what `next` said before") }
      }

      func run() async throws {
        let list: DeviceList = refused ? .refused : blocked ? .blocked : .admitted
        let place = after.flatMap { DeviceCursor($0) }
        let devices = try await OperatorDesk.work(options) {
          try await $0.devices(list, after: place, limit: limit)
        }
        let next = devices.count == limit ? devices.last.map { "\($0.cursor)" } : nil
        if json {
          var members = [
            JSONMember("devices", JSONNode(.array(devices.map { JSONNode(.object(DeviceText.members($0))) })))
          ]
          if let next { members.append(JSONMember("next", .string(next))) }
          return StandardOutput.print(JSONNode(.object(members)))
        }
        for device in devices { StandardOutput.print(DeviceText.line(device)) }
        if let next { StandardError.print("mantlet: there may be more: --after \(next)") }
      }
    }

    struct Show: AsyncParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Print all that is kept of a device; 1 when nothing is.")
      @OptionGroup var options: ServerOptions
      @Argument(help: "Its key's thumbprint, or the beginning of it.") var device: String
      @Flag(help: "Print the signed reports, byte by byte as they came.") var reports = false
      @Flag(help: "Print one JSON object.") var json = false

      func run() async throws {
        let history = try await OperatorDesk.work(options) { desk in
          try await desk.device(try await OperatorDesk.device(device, at: desk))
        }
        guard let history else { throw ExitStatus.stop("nothing is kept of this device", ExitStatus.fails) }
        if json { return StandardOutput.print(DeviceText.node(history, reports: reports)) }
        DeviceText.lines(history, reports: reports).forEach { StandardOutput.print($0) }
      }
    }

    struct Block: AsyncParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "block", abstract: "Refuse a device from now on and end its sessions, its people's too.",
        discussion: "A whole thumbprint may be one that never reported yet.")
      @OptionGroup var options: ServerOptions
      @Argument(help: "Its key's thumbprint, or the beginning of it.") var device: String
      @Option(help: "Why, for operators: one line of 256 bytes at most. The device is not told.") var reason: String

      func run() async throws {
        let (name, ended) = try await OperatorDesk.work(options) { desk in
          // 43 characters of base64url are 32 bytes: a thumbprint as a whole.
          let name = device.utf8.count == 43 ? device : try await OperatorDesk.device(device, at: desk)
          return (name, try await desk.blockDevice(name, reason: reason))
        }
        StandardOutput.print("blocked \(name), ended \(ended)")
      }
    }

    struct Unblock: AsyncParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "unblock", abstract: "Let a blocked device report again; 1 when it was not blocked.")
      @OptionGroup var options: ServerOptions
      @Argument(help: "Its key's thumbprint, or the beginning of it.") var device: String

      func run() async throws {
        let (name, wasBlocked) = try await OperatorDesk.work(options) { desk in
          let name = try await OperatorDesk.device(device, at: desk)
          return (name, try await desk.unblockDevice(name))
        }
        guard wasBlocked else { throw ExitStatus.stop("this device is not blocked", ExitStatus.fails) }
        StandardOutput.print("unblocked \(name)")
      }
    }
  }
#endif
